"""Games: finding them, playing them, talking at them."""

from collections.abc import Iterator
from typing import Any, Literal, Unpack

from .analysis_payloads import Analysis
from .errors import Throttled, Unreachable
from .operations import Operation
from .payloads import (
    ChatLine,
    Conditions,
    ExportedGame,
    ExportFilters,
    Game,
    GameDetail,
    GameFilters,
    Legal,
    MoveAnswer,
    Note,
    Offer,
)
from .session import Session
from .streams import lines
from .waiting import Patience


class Games:
    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self, **filters: Unpack[GameFilters]) -> Iterator[Game]:
        return self._session.pages(Operation.GAMES, {**filters})

    def export(
        self, after: int | None = None, **filters: Unpack[ExportFilters]
    ) -> Iterator[ExportedGame]:
        """All finished games, the oldest first, from the one that follows game `after`."""
        patience = Patience(self._session.patience)
        while True:
            batch = 0
            try:
                for game in lines(
                    self._session, Operation.GAMES_EXPORT, {**filters, "after": after}
                ):
                    batch, after = batch + 1, self._next_after(game, after)
                    yield game
            except (Throttled, Unreachable) as failure:
                patience.wait(failure)
                continue
            if not batch:
                return
            patience = Patience(self._session.patience)

    def _next_after(self, game: Any, after: int | None) -> int:
        number = game.get("id")
        if type(number) is not int or number == after:
            raise self._session.odd("is no list of games")
        return number

    def get(self, game_id: int) -> GameDetail:
        return self._session.call(Operation.GAME, id=game_id)

    def legal(self, game_id: int, cell: str | None = None) -> Legal:
        """The placements; with a `cell` also the targets of each spill that it causes."""
        return self._session.call(Operation.GAME_LEGAL, query={"cell": cell}, id=game_id)

    def record(self, game_id: int) -> str:
        """The text that `sumendi.Record.parse` reads."""
        return self._session.call(Operation.GAME_RECORD, id=game_id)

    def move(self, game_id: int, ply: int, move: str, takebacks: int | None = None) -> MoveAnswer:
        """Play `move`, or `swap` or `keep` at ply 2. Plies count from 1, and `ply` is the one that
        the move is for: sending it twice plays it once. With `takebacks`, of the game as it was
        read, it is refused where moves were taken back since."""
        body: dict[str, Any] = {"ply": ply, "move": str(move)}
        if takebacks is not None:
            body["takebacks"] = takebacks
        return self._session.call(Operation.GAME_MOVE, body=body, id=game_id)

    def resign(self, game_id: int) -> GameDetail:
        return self._session.call(Operation.GAME_RESIGN, body={}, id=game_id)

    def cancel(self, game_id: int) -> GameDetail:
        """Possible until the second player has chosen a side."""
        return self._session.call(Operation.GAME_CANCEL, body={}, id=game_id)

    def draw(
        self, game_id: int, action: Literal["offer", "accept", "decline"], ply: int
    ) -> GameDetail:
        """`ply` is the number of plies played when this was decided."""
        return self._session.call(
            Operation.GAME_DRAW, body={"action": action, "ply": ply}, id=game_id
        )

    def takeback(
        self, game_id: int, action: Literal["ask", "accept", "decline"], ply: int
    ) -> GameDetail:
        """In a casual game: ask to take back one's newest move and what followed, or answer the
        opponent. `ply` is the number of plies played when this was decided."""
        return self._session.call(
            Operation.GAME_TAKEBACK, body={"action": action, "ply": ply}, id=game_id
        )

    def rematch(self, game_id: int) -> Offer:
        return self._session.call(Operation.GAME_REMATCH, body={}, id=game_id)

    def give_time(self, game_id: int, ply: int) -> GameDetail:
        """Give the opponent a day more for the turn at this ply."""
        return self._session.call(Operation.GAME_TIME, body={"ply": ply}, id=game_id)

    def analysis(self, game_id: int) -> Analysis:
        """The analysis of a finished game, or how far it is: `analysis` in the game's stream says
        when to look again. `analysis_not_found` until somebody has asked for it."""
        return self._session.call(Operation.GAME_ANALYSIS, id=game_id)

    def analyse(self, game_id: int) -> Analysis:
        """Ask for it, one game at a time. A game is analysed once, whoever asks, and not while a
        running one has positions of it."""
        return self._session.call(Operation.GAME_ANALYSE, body={}, id=game_id)

    def chat(self, game_id: int) -> Iterator[ChatLine]:
        return self._session.pages(Operation.GAME_CHAT, id=game_id)

    def say(self, game_id: int, text: str) -> ChatLine:
        return self._session.call(Operation.GAME_SAY, body={"text": text}, id=game_id)

    def note(self, game_id: int) -> Note:
        """One's own note on a game, which nobody else sees."""
        return self._session.call(Operation.GAME_NOTE, id=game_id)

    def write_note(self, game_id: int, text: str) -> Note:
        body: dict[str, Any] = {"text": text}
        return self._session.call(Operation.GAME_NOTE_WRITE, body=body, id=game_id)

    def conditions(self, game_id: int) -> Conditions:
        """One's own conditional moves, which nobody else sees."""
        return self._session.call(Operation.GAME_CONDITIONS, id=game_id)

    def prepare(
        self, game_id: int, version: int, from_ply: int, tree: dict[str, Any]
    ) -> Conditions:
        """Put `tree`, which begins after `from_ply` plies, in place of the conditional moves of
        that `version`. Whoever else has saved meanwhile goes first: `conditions_changed`."""
        body = {"version": version, "from_ply": from_ply, "tree": tree}
        return self._session.call(Operation.GAME_PREPARE, body=body, id=game_id)

    def clear_conditions(self, game_id: int) -> None:
        self._session.tell(Operation.GAME_CONDITIONS_CLEAR, id=game_id)
