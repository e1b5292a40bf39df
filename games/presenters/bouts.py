"""Games between versions of bots, as their pages show them: checks and scrimmages."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString

from games.endings import margin
from games.models import BotVersion, Bout, BoutStatus, Move, Result, Termination
from games.rules import Position
from games.rules.plies import in_words
from sumendi_site.accounts.models import User

from . import moves, scores
from .bot_turns import TurnRow, row_of
from .lists import Reader, picture
from .stepping import Stepping

RANDOM = "the random player"


@dataclass(frozen=True)
class Seat:
    """A side of a bout; `version` is None for the random player."""

    name: str
    side: str
    version: BotVersion | None
    is_to_move: bool
    is_winner: bool

    @property
    def account(self) -> User | None:
        return self.version.bot.account if self.version else None


def name_of(version: BotVersion | None) -> str:
    """`basalt v3`."""
    return f"{version.bot.account} v{version.number}" if version else RANDOM


def ending(bout: Bout) -> str:
    """How a bout stands or ended, in a sentence."""
    if bout.is_running:
        ply = in_words(bout.ply).capitalize()
        return f"{ply} is being played." if bout.moves else "It has not begun yet."
    if bout.status == BoutStatus.CALLED_OFF:
        return "Called off."
    if bout.result == Result.DRAW:
        return "A draw: no height decides between the sides."
    side = str(bout.result)
    if bout.termination == Termination.FAULT:
        loser = "white" if side == "black" else "black"
        return f"{side.capitalize()} wins: {name_of(bout.version_in(bout.seat_on(loser)))} failed."
    return f"{side.capitalize()} wins at {margin(bout.current.score())}."


class BoutTable(Stepping):
    """A bout as `reader` sees it, with the position after ply `shown` on the board; the newest when
    it is None."""

    def __init__(self, bout: Bout, reader: Reader, shown: int | None = None) -> None:
        self.bout = bout
        self.reader = reader
        self.moves = [Move(ply=ply, text=text) for ply, text in enumerate(bout.moves, start=1)]
        self.newest = len(self.moves)
        self.step_to(shown)

    @property
    def title(self) -> str:
        return f"{name_of(self.bout.first)} against {name_of(self.bout.second)}"

    @property
    def status(self) -> str:
        return ending(self.bout)

    @property
    def players(self) -> list[Seat]:
        """White above, Black below, as at a game."""
        return [self._seat("white"), self._seat("black")]

    def _seat(self, side: str) -> Seat:
        bout = self.bout
        seat = bout.seat_on(side)
        version = bout.version_in(seat)
        return Seat(
            name=name_of(version),
            side=side,
            version=version,
            is_to_move=bout.is_running and bout.seat_to_move == seat,
            is_winner=bout.result == side,
        )

    @cached_property
    def position(self) -> Position:
        return moves.position_after(self.bout, self.moves, self.shown)

    @property
    def board(self) -> SafeString:
        last = moves.last_placement(self.moves, self.shown)
        return picture(str(self.position), last, self.reader)

    @property
    def score_rows(self) -> list[scores.ScoreRow]:
        return scores.rows(self.position)

    @property
    def log(self) -> TurnRow | None:
        """The turn that the position shows, or the one that ended the bout by a fault: for the
        owner of the program that played it. Of a bout with its turns."""
        fails = self.is_newest and self.bout.termination == Termination.FAULT
        ply = self.newest + 1 if fails else self.shown
        for turn in self.bout.turns.all():
            version = self.bout.version_in(turn.seat)
            if turn.ply == ply and version and version.bot.account.owner_id == self.reader.pk:
                turn.version = version
                return row_of(turn)
        return None

    @property
    def move_rows(self) -> list[moves.Row]:
        return moves.rows(self.moves, self.shown)

    @property
    def shows_detail(self) -> bool:
        """Whether the reader may read how a program failed."""
        versions = (self.bout.first, self.bout.second)
        owners = {version.bot.account.owner_id for version in versions if version}
        return self.reader.pk in owners

    @property
    def shown_move(self) -> str:
        return moves.where(self.move_rows)
