"""Scrimmages: the bouts of two versions that somebody asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.models import Bout, BoutStatus, Scrimmage
from games.services.scrimmages import seat_of_mine, winner

from . import bouts
from .bot_results import Points


@dataclass(frozen=True)
class BoutRow:
    """A bout in the list of its scrimmage; `begins` and `is_black` are the version's that is called
    mine."""

    bout: Bout
    begins: bool

    @property
    def is_black(self) -> bool:
        return self.bout.side_of("first" if self.begins else "second") == "black"

    @property
    def outcome(self) -> str:
        """Of my version: won, lost or draw; empty while there is none."""
        seat = winner(self.bout)
        if seat is None:
            return str(self.bout.result)
        return "won" if seat == seat_of_mine(self.bout) else "lost"

    @property
    def how(self) -> str:
        return bouts.ending(self.bout)

    @property
    def plies(self) -> int:
        return len(self.bout.moves)


@dataclass(frozen=True)
class ScrimmageCard:
    scrimmage: Scrimmage
    rows: Sequence[BoutRow]

    @property
    def mine(self) -> str:
        return bouts.name_of(self.scrimmage.mine)

    @property
    def theirs(self) -> str:
        return bouts.name_of(self.scrimmage.theirs)

    @property
    def running(self) -> int:
        return sum(row.bout.is_running for row in self.rows)

    @property
    def settled(self) -> int:
        return len(self.rows) - self.running

    @property
    def called_off(self) -> int:
        return sum(row.bout.status == BoutStatus.CALLED_OFF for row in self.rows)

    @property
    def points(self) -> Points:
        """Of the version that is called mine."""
        points = Points()
        for row in self.rows:
            if row.bout.result:
                points.add(row.bout.result, row.is_black, 1)
        return points

    @property
    def tally(self) -> str:
        """The points of both: `2½ to 1½`."""
        points = self.points
        return f"{_half(2 * points.won + points.drawn)} to {_half(2 * points.lost + points.drawn)}"


def cards_of(scrimmages: Iterable[Scrimmage]) -> list[ScrimmageCard]:
    return [card_of(scrimmage) for scrimmage in scrimmages]


def card_of(scrimmage: Scrimmage) -> ScrimmageCard:
    """Of one with its versions and bouts."""
    return ScrimmageCard(scrimmage, [_row(scrimmage, bout) for bout in scrimmage.bouts.all()])


def _row(scrimmage: Scrimmage, bout: Bout) -> BoutRow:
    begins = seat_of_mine(bout) == "first"
    # They were read with the scrimmage.
    seats = (scrimmage.mine, scrimmage.theirs)
    bout.first, bout.second = seats if begins else seats[::-1]
    return BoutRow(bout, begins)


def _half(half_points: int) -> str:
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)
