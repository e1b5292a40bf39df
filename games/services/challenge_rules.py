"""Challenges to bots whose programs run here: their owners' rules answer them, at once."""

from dataclasses import dataclass
from typing import Self

from games.models import Bot, Game
from games.models.game import GameQuerySet
from games.rules import SIZES
from sumendi_site.accounts.models import User

from .errors import BadRules, CannotChallenge
from .hosting import hosting

MOST_GAMES = 50


@dataclass(frozen=True)
class Rules:
    """Which challenges a bot accepts: rated ones, casual ones, on boards of these sizes, and while
    it plays fewer than `most_games` that came of challenges. `on_ladder` is whether the site pairs
    it with other programs. Raises BadRules."""

    accepts_rated: bool
    accepts_casual: bool
    sizes: tuple[int, ...]
    most_games: int
    on_ladder: bool

    def __post_init__(self) -> None:
        if not self.sizes or not set(self.sizes) <= set(SIZES):
            raise BadRules("The boards are of size 5, 6 or 7, and at least one of them.")
        if not 0 <= self.most_games <= MOST_GAMES:
            raise BadRules(f"A bot plays between 0 and {MOST_GAMES} games at the same time.")
        object.__setattr__(self, "sizes", tuple(sorted(set(self.sizes))))

    @classmethod
    def of(cls, bot: Bot) -> Self:
        return cls(
            accepts_rated=bot.accepts_rated,
            accepts_casual=bot.accepts_casual,
            sizes=tuple(bot.sizes),
            most_games=bot.most_games,
            on_ladder=bot.on_ladder,
        )

    @property
    def are_closed(self) -> bool:
        """No challenge is accepted at all."""
        return self.most_games == 0 or not (self.accepts_rated or self.accepts_casual)

    def refuse(self, size: int, *, rated: bool) -> str:
        """Why a bot that accepts some challenges does not accept one of these terms, as what
        follows its name; empty if it does."""
        if size not in self.sizes:
            boards = " and ".join(str(one) for one in self.sizes)
            return f"plays on boards of size {boards} alone"
        if rated and not self.accepts_rated:
            return "accepts casual games alone"
        if not rated and not self.accepts_casual:
            return "accepts rated games alone"
        return ""


def hindrance(account: User) -> str:
    """Why nobody can challenge this hosted bot now, whatever the terms, as a sentence; empty if
    they can. For pages, before anything is sent."""
    bot = Bot.objects.get(pk=account.pk)
    rules = Rules.of(bot)
    if bot.paused is not None:
        return f"{account} is paused: its program plays nothing at present."
    if rules.are_closed:
        return f"{account} accepts no challenges."
    if not (now := hosting()).on:
        return f"{account} cannot play now. {now.why}"
    if games_of_challenges(account).count() >= rules.most_games:
        return f"{account} plays as many games as its owner lets it. Try again later."
    return ""


def require_accepts(account: User, size: int, *, rated: bool) -> None:
    """Raises CannotChallenge with the reason why a hosted bot does not accept such a game now. The
    caller holds the bot's account."""
    reason = hindrance(account)
    if not reason:
        unfit = Rules.of(Bot.objects.get(pk=account.pk)).refuse(size, rated=rated)
        reason = f"{account} {unfit}." if unfit else ""
    if reason:
        raise CannotChallenge(reason)


def games_of_challenges(account: User) -> GameQuerySet:
    """Its running games that are of no event and not of the ladder."""
    return Game.objects.running().of(account).filter(event_label="")
