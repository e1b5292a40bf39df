"""Which programs of this site played a game, and how one of them failed in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.models import BotRun, BotTurn, Game, Termination, TurnState
from games.models.turn import RunFault
from sumendi_site.accounts.models import User


@dataclass(frozen=True)
class Failure:
    """The turn that ended a game; `what` in a word or two."""

    turn: int
    ply: int
    loser: User
    what: str


@dataclass(frozen=True)
class Programs:
    """`versions` are those that played in a seat, in their order, `by_ply` the one of each ply."""

    versions: Mapping[str, list[int]] = field(default_factory=dict)
    by_ply: Mapping[int, int] = field(default_factory=dict)
    failure: Failure | None = None

    def in_words(self, seat: str) -> str:
        """`version 3`, `versions 3 and 4`; empty for who is no program of this site."""
        *some, last = [str(number) for number in self.versions.get(seat, [])] or [""]
        return f"versions {', '.join(some)} and {last}" if some else last and f"version {last}"


def programs_of(game: Game) -> Programs:
    """Of a game with its players; no query where no bot plays."""
    if User.Kind.BOT not in (game.first.kind, game.second.kind):
        return Programs()
    turns = BotTurn.objects.filter(game=game).exclude(state=TurnState.DROPPED).order_by("ply")
    versions: dict[str, list[int]] = {}
    by_ply: dict[int, int] = {}
    failure = None
    for turn in turns.select_related("version").only("ply", "seat", "state", "version__number"):
        number = by_ply[turn.ply] = turn.version.number
        played = versions.setdefault(turn.seat, [])
        if number not in played:
            played.append(number)
        if game.termination == Termination.FAULT and turn.state == TurnState.FAILED:
            failure = _failure(game, turn)
    return Programs(versions, by_ply, failure)


def _failure(game: Game, turn: BotTurn) -> Failure:
    loser = game.first if turn.seat == "first" else game.second
    runs = BotRun.objects.filter(turn=turn).exclude(fault__in=("", RunFault.INFRASTRUCTURE))
    newest = runs.order_by("-id").first()
    what = newest.get_fault_display() if newest else "a fault"
    return Failure(turn.pk, turn.ply, loser, what)
