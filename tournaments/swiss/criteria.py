"""The quality criteria C6-C21 of a bracket as exact weights of a matching.

Each edge of the graph of players has a list of fields, compared one after the other; packed into
one integer, each field has a unit larger than all that the later fields can add up to.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .entrants import Entrant, Field, Float, Strength


class Criterion(StrEnum):
    """The criteria of FIDE C.04.3, by their official numbers."""

    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    C10 = "C10"
    C11 = "C11"
    C12 = "C12"
    C13 = "C13"
    C14 = "C14"
    C15 = "C15"
    C16 = "C16"
    C17 = "C17"
    C18 = "C18"
    C19 = "C19"
    C20 = "C20"
    C21 = "C21"


COLOUR_CRITERIA = (Criterion.C10, Criterion.C11, Criterion.C12, Criterion.C13)
COUNTED = (*COLOUR_CRITERIA, Criterion.C14, Criterion.C15, Criterion.C16, Criterion.C17)
LISTED = (Criterion.C18, Criterion.C19, Criterion.C20, Criterion.C21)  # by score differences
RISING_CRITERIA = (Criterion.C15, Criterion.C17, Criterion.C19, Criterion.C21)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket and what is below it, as indices in rank order.

    `moved` are the players left over from above, `residents` the score group, `next_group` the
    score group below and `below` the groups after it.
    """

    field: Field
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    next_group: tuple[int, ...]
    below: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return self.moved + self.residents

    @property
    def score(self) -> int:
        return self.field.entrants[self.residents[0]].score

    @property
    def gives_bye(self) -> bool:
        """Whether the bye taker is in this bracket already."""
        is_odd = len(self.everybody) % 2 == 1
        return is_odd and any(self.field.bye_takers >> i & 1 for i in self.members)

    @property
    def everybody(self) -> tuple[int, ...]:
        return self.members + self.next_group + self.below


def colour_faults(x: Entrant, y: Entrant) -> tuple[Criterion, ...]:
    """Which of C10-C13 a pair gives up, by the test of pairs."""
    if x.preference is None or x.preference is not y.preference:
        return ()
    faults = []
    if abs(x.difference) > 1 and abs(y.difference) > 1:
        faults.append(Criterion.C10)
    both_absolute = x.strength is y.strength is Strength.ABSOLUTE
    if both_absolute and _third_equal_colour(x, y):
        faults.append(Criterion.C11)
    faults.append(Criterion.C12)
    if min(x.strength, y.strength) >= Strength.STRONG and not both_absolute:
        faults.append(Criterion.C13)
    return tuple(faults)


def _third_equal_colour(x: Entrant, y: Entrant) -> bool:
    if abs(x.difference) == abs(y.difference):
        return x.repeated is not None and y.repeated is not None
    refused = x if abs(x.difference) < abs(y.difference) else y
    return refused.repeated is not None


def leaving_faults(entrant: Entrant, is_moved: bool) -> tuple[Criterion, ...]:
    """Which of C14, C16, C18, C20 a player gives up who leaves the bracket unpaired."""
    again = (Criterion.C18, Criterion.C20) if is_moved else (Criterion.C14, Criterion.C16)
    return tuple(
        criterion
        for criterion, ago in zip(again, (1, 2), strict=True)
        if entrant.floated(Float.DOWN, ago)
    )


def rising_faults(resident: Entrant) -> tuple[Criterion, ...]:
    """Which of C15, C17, C19, C21 a resident gives up who meets a moved-down player."""
    faults: tuple[Criterion, ...] = ()
    if resident.floated(Float.UP, 1):
        faults += (Criterion.C15, Criterion.C19)
    if resident.floated(Float.UP, 2):
        faults += (Criterion.C17, Criterion.C21)
    return faults


class Weights:
    """The weight of an edge by C6-C21, for one bracket.

    Criteria that speak of score differences (C7, C18-C21) have one field a score. C8 has fields
    only if `looks_below`, C9 only if `counts_unplayed`.
    """

    def __init__(self, bracket: Bracket, looks_below: bool, counts_unplayed: bool = False) -> None:
        entrants = bracket.field.entrants
        members = len(bracket.members)
        self.entrants = entrants
        moved_scores = Counter(entrants[i].score for i in bracket.moved)
        member_scores = Counter(entrants[i].score for i in bracket.members)
        most_unplayed = max((e.unplayed for e in entrants), default=0)
        caps: list[tuple[Hashable, int]] = [("pairs", members)]
        caps += [(("moved", s), moved_scores[s]) for s in moved_scores]
        if looks_below:
            caps += [("next", members + len(bracket.next_group))]
            caps += [(("next", s), member_scores[s]) for s in member_scores]
        if counts_unplayed:
            caps += [("unplayed", most_unplayed)]
        caps += [(c, members) for c in COUNTED]
        for criterion in LISTED:
            caps += [((criterion, s), moved_scores[s]) for s in moved_scores]
        self.units = units(caps)
        self.looks_below, self.counts_unplayed = looks_below, counts_unplayed
        self.moved, self.moved_scores = frozenset(bracket.moved), tuple(moved_scores)
        self._faults: dict[tuple[Hashable, Hashable], int] = {}
        self.kinds = {i: _colour_kind(entrants[i]) for i in bracket.members}
        self.leaves = {i: self._leave(i) for i in bracket.members}
        self.rising = {i: self._rise(i) for i in bracket.residents}
        self.firsts = {i: self._first(i) for i in bracket.members}

    def inside(self, x: int, y: int) -> int:
        """A pair of the bracket, x the higher ranked."""
        key = self.kinds[x], self.kinds[y]
        faults = self._faults.get(key)
        if faults is None:
            found = colour_faults(self.entrants[x], self.entrants[y])
            faults = self._faults[key] = -sum(self.units[c] for c in found)
        weight = self.firsts[x] + faults
        if x in self.moved:
            weight -= self.rising[y][self.entrants[x].score]
        return weight

    def below(self, x: int) -> int:
        """What a pair of the next bracket adds, x the higher ranked."""
        if not self.looks_below:
            return 0
        own = self.units[("next", self.entrants[x].score)] if x in self.kinds else 0
        return self.units["next"] + own

    def bye(self, x: int) -> int:
        own = -self.units["unplayed"] * self.entrants[x].unplayed if self.counts_unplayed else 0
        return own + self.leaves.get(x, 0)

    def _first(self, x: int) -> int:
        if x in self.moved:
            return self.units["pairs"] + self.units[("moved", self.entrants[x].score)]
        return self.units["pairs"]

    def _leave(self, x: int) -> int:
        entrant, is_moved = self.entrants[x], x in self.moved
        return -sum(
            self.units[(fault, entrant.score) if is_moved else fault]
            for fault in leaving_faults(entrant, is_moved)
        )

    def _rise(self, y: int) -> dict[int, int]:
        faults = rising_faults(self.entrants[y])
        return {
            s: sum(self.units[(fault, s) if fault in LISTED else fault] for fault in faults)
            for s in self.moved_scores
        }


def units(caps: Sequence[tuple[Hashable, int]]) -> dict[Hashable, int]:
    """The unit of each field, given the largest absolute total it can reach, first field first."""
    found: dict[Hashable, int] = {}
    unit = 1
    for name, cap in reversed(caps):
        found[name] = unit
        unit *= cap + 1
    return found


def _colour_kind(entrant: Entrant) -> Hashable:
    return entrant.preference, entrant.strength, abs(entrant.difference), entrant.repeated
