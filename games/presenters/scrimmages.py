"""Scrimmages: the bouts of two versions that somebody asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from games.models import Bout, BoutStatus, Scrimmage

from . import bouts
from .bot_results import Points


@dataclass(frozen=True)
class BoutRow:
    """A bout in the list of its scrimmage; `outcome` is that of the version that is called mine."""

    bout: Bout
    begins: bool
    outcome: str
    how: str

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
    def called_off(self) -> int:
        return sum(row.bout.status == BoutStatus.CALLED_OFF for row in self.rows)

    @property
    def points(self) -> Points:
        """Of the version that is called mine."""
        points = Points()
        for row in self.rows:
            if row.bout.result:
                points.add(row.bout.result, is_black=_is_black(row), games=1)
        return points

    @property
    def tally(self) -> str:
        """The points of both: `2½ to 1½`."""
        points = self.points
        return f"{_half(2 * points.won + points.drawn)} to {_half(2 * points.lost + points.drawn)}"


def with_bouts(scrimmages: "QuerySet[Scrimmage]") -> "QuerySet[Scrimmage]":
    versions = (f"{side}__bot__account__owner" for side in ("mine", "theirs"))
    packages = ("mine__package", "theirs__package")
    rows = Prefetch("bouts", Bout.objects.order_by("number"))
    return scrimmages.select_related("asker", *versions).defer(*packages).prefetch_related(rows)


def cards_of(scrimmages: Iterable[Scrimmage]) -> list[ScrimmageCard]:
    return [card_of(scrimmage) for scrimmage in scrimmages]


def card_of(scrimmage: Scrimmage) -> ScrimmageCard:
    """Of one from `with_bouts`."""
    return ScrimmageCard(scrimmage, [_row(scrimmage, bout) for bout in scrimmage.bouts.all()])


def _row(scrimmage: Scrimmage, bout: Bout) -> BoutRow:
    _seat(scrimmage, bout)
    begins = _begins(scrimmage, bout)
    row = BoutRow(bout, begins, "", bouts.ending(bout))
    return BoutRow(bout, begins, _outcome(row), row.how)


def _seat(scrimmage: Scrimmage, bout: Bout) -> None:
    """Give the bout its versions, which were read with the scrimmage."""
    versions = {scrimmage.mine_id: scrimmage.mine, scrimmage.theirs_id: scrimmage.theirs}
    bout.first = versions.get(bout.first_id) if bout.first_id else None
    bout.second = versions.get(bout.second_id) if bout.second_id else None


def _begins(scrimmage: Scrimmage, bout: Bout) -> bool:
    """Whether my version places first; against itself the odd bouts are the ones it begins."""
    if scrimmage.mine_id == scrimmage.theirs_id:
        return bout.number % 2 == 1
    return bout.first_id == scrimmage.mine_id


def _is_black(row: BoutRow) -> bool:
    return row.bout.side_of("first" if row.begins else "second") == "black"


def _outcome(row: BoutRow) -> str:
    if not row.bout.result:
        return ""
    if row.bout.result == "draw":
        return "draw"
    return "won" if (row.bout.result == "black") == _is_black(row) else "lost"


def _half(half_points: int) -> str:
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)
