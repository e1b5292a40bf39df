"""Playing on a site."""

import logging
import queue
import threading
import time
import traceback
from collections.abc import Callable

from ..client import ApiError, Client, ClientError, Throttled
from ..client.payloads import Event, GameDetail
from ..client.waiting import LONGEST_ASKED
from .bot import Bot, BotError
from .clock import Clock
from .offers import Offers
from .policy import Policy
from .question import Ask, Question

logger = logging.getLogger(__name__)

SAFETY_NET = 60.0
"""Seconds between two looks at what waits, whatever the stream says."""
MARGIN = 2.0
"""Seconds of the clock that are kept for the way to the site."""
BREATH = 1.0
"""Seconds to wait after what should not have happened, so that it does not happen at full speed."""
REFUSED = (401, 403)
NEEDED = {"read", "play", "challenge"}
"""The scopes of the token."""
UNPLAYABLE = {"illegal_move", "move_syntax"}
"""The site judges a move otherwise than the rules here: asking again does not help."""
GAME_EVENTS = {"yourTurn", "gameStart"}
LOOK_EVENTS = {"hello", "reset", "challenge", "gameEnd"}
"""After these there may be something to agree on, or something that was not told."""


class NotAllowed(Exception):
    """The site does not accept the token for this; the text says why."""


class Runner:
    """Plays `bot`'s games, one move at a time, in the order in which their turns came.

    The stream only wakes it: what has to be done is always read from the site, so a lost event or
    a restart on either side costs at most a minute. A game in which the bot fails twice at the
    same turn is left alone until the runner is started again. `limit` is the most seconds for one
    move.
    """

    def __init__(self, site: Client, bot: Bot, policy: Policy, limit: float) -> None:
        self._site = site
        self._bot = bot
        self._limit = limit
        self._policy = policy
        self._events: queue.SimpleQueue[Event | NotAllowed] = queue.SimpleQueue()
        self._turns: dict[int, None] = {}
        self._left: set[int] = set()
        self._asked_back: dict[int, int] = {}
        self._look_at = 0.0
        self._name = ""

    def run(self) -> None:
        """Never returns. Raises NotAllowed and, when the bot cannot even be loaded, BotError."""
        self._bot.start()
        self._sign_in()
        offers = Offers(self._site, self._name, self._policy)
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            while True:
                self._step(offers)
        finally:
            self._site.session.patience = 0.0  # who presses Ctrl+C does not wait for a site
            offers.withdraw()

    def _sign_in(self) -> None:
        while not self._name:
            try:
                self._name = self._who()
            except ClientError as error:
                if isinstance(error, ApiError) and error.status < 500 and error.status != 429:
                    raise NotAllowed(str(error)) from error
                logger.warning("%s", error)
                time.sleep(_pause(error))
        logger.info("Playing as %s on %s.", self._name, self._site.session.address.url)

    def _who(self) -> str:
        me = self._site.account.me()
        try:
            name, kind, scopes = me["name"], me["kind"], set(me["token"]["scopes"])
        except (LookupError, TypeError) as error:
            raise self._site.session.odd("does not tell whose token this is") from error
        if not isinstance(name, str) or not name:
            raise self._site.session.odd("names no player")
        if kind != "bot":
            raise NotAllowed(
                f"This is the token of {name}, who is no bot. Programs play with a bot's token: "
                f"register a bot at {self._site.session.address.url}/bots/new/."
            )
        if missing := NEEDED - scopes:
            raise NotAllowed(f"The token lacks the scope {', '.join(sorted(missing))}.")
        return name

    def _listen(self) -> None:
        while True:
            try:
                for event in self._site.streams.events():
                    self._events.put(event)
            except ApiError as error:
                if error.status in REFUSED:
                    self._events.put(NotAllowed(str(error)))
                    return
                logger.warning("The stream: %s", error)
            except Exception:
                logger.exception("The stream of events cannot be read")
            time.sleep(SAFETY_NET)

    def _step(self, offers: Offers) -> None:
        self._hear()
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + SAFETY_NET
            self._try("Looking for what waits", lambda: self._look(offers))
        if self._asked_back:
            asked = self._asked_back.popitem()
            self._try(f"Game {asked[0]}", lambda: self._decline_takeback(*asked))
        if self._turns:
            game_id = next(iter(self._turns))
            del self._turns[game_id]
            if not self._try(f"Game {game_id}", lambda: self._take_turn(game_id)):
                self._look_at = min(self._look_at, time.monotonic() + BREATH)

    def _hear(self) -> None:
        """Take in what the stream told; wait for it only when there is nothing to do."""
        busy = bool(self._turns or self._asked_back)
        try:
            wait = 0.0 if busy else max(0.0, self._look_at - time.monotonic())
            while True:
                self._note(self._events.get(block=wait > 0, timeout=wait or None))
                wait = 0.0
        except queue.Empty:
            return

    def _note(self, event: Event | NotAllowed) -> None:
        if isinstance(event, NotAllowed):
            raise event
        kind, game, ply = str(event.get("type")), event.get("game"), event.get("ply")
        logger.debug("Event %s, game %s", kind, game)
        if kind == "gameEnd":
            end = event.get("result") or "no result", event.get("termination", "")
            logger.info("Game %s is over: %s, %s.", game, *end)
        if kind in GAME_EVENTS and isinstance(game, int):
            self._turns[game] = None
        elif kind == "takebackAsked" and isinstance(game, int) and isinstance(ply, int):
            self._asked_back[game] = ply
        elif kind in LOOK_EVENTS | GAME_EVENTS:
            self._look_at = 0.0

    def _look(self, offers: Offers) -> None:
        for game in self._site.games.list(my_turn=True):
            if game["id"] not in self._left:
                self._turns[game["id"]] = None
        if self._left:  # a bot that is broken begins nothing new
            offers.withdraw()
            return
        offers.tend(self._site.account.me()["running"])

    def _take_turn(self, game_id: int) -> None:
        if game_id in self._left:
            return
        game = self._site.games.get(game_id)
        if game["status"] != "running" or game["to_move"] != self._name:
            return
        move = self._choose(game)
        if move is None:
            self._leave(game, "the bot gives no move")
            return
        try:
            after = self._site.games.move(game_id, game["ply"] + 1, move)["game"]
        except ApiError as error:
            if error.code not in UNPLAYABLE:
                raise
            self._leave(game, f"the site refuses {move}: {error}")
            return
        logger.info("Game %s: ply %s, %s.", game_id, game["ply"] + 1, move)
        if after["status"] == "running" and after["to_move"] == self._name:
            self._turns[game_id] = None

    def _decline_takeback(self, game_id: int, ply: int) -> None:
        """Programs stand by what was played. A request that is gone needs no answer."""
        try:
            self._site.games.takeback(game_id, "decline", ply)
        except ApiError as error:
            if error.status != 409:
                raise

    def _leave(self, game: GameDetail, why: str) -> None:
        """Nobody is kept waiting for a game that has hardly begun: it is called off."""
        self._left.add(game["id"])
        self._look_at = 0.0
        logger.error(
            "Game %s: left alone at ply %s, because %s. Its clock runs; mend the bot and start the "
            "runner again. No other game is begun until then.",
            game["id"],
            game["ply"] + 1,
            why,
        )
        if game["can_be_cancelled"]:
            self._site.games.cancel(game["id"])
            logger.info("Game %s: called off.", game["id"])

    def _choose(self, game: GameDetail) -> str | None:
        """The bot's answer; it has two attempts."""
        ask = Ask.SIDE if game["awaits_side_choice"] else Ask.MOVE
        for _ in range(2):
            clock = Clock.of(game, self._site.session.now())
            limit = max(1.0, min(self._limit, clock.seconds - MARGIN))
            try:
                return self._bot.ask(Question(ask, game["position"], clock), limit)
            except BotError as error:
                logger.error(
                    "Game %s, ply %s, %s: %s",
                    game["id"],
                    game["ply"] + 1,
                    game["position"],
                    error,
                )
        return None

    def _try(self, what: str, act: Callable[[], None]) -> bool:
        """Whether it went well. What did not is told, and found again by the next look."""
        try:
            act()
        except ApiError as error:
            if error.status == 401 or error.code in ("scope_missing", "banned"):
                raise NotAllowed(str(error)) from error
            logger.warning("%s: %s", what, error)
            if isinstance(error, Throttled) or error.retry_after:
                time.sleep(_pause(error))
        except ClientError as error:
            logger.warning("%s: %s", what, error)
        except Exception:
            logger.error("%s: %s", what, traceback.format_exc())
        else:
            return True
        return False


def _pause(error: ClientError) -> float:
    """Seconds to wait after a failure: what the site asks for, in reason."""
    return max(BREATH, min(error.retry_after or 0.0, LONGEST_ASKED))
