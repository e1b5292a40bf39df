"""A bracket by bounds and search: the first candidate in order that reaches every lower bound.

Nothing can be better than a candidate that meets the least conceivable value of each criterion, so
the first one in the order of candidates is the answer. The search gives up, without an answer, when
the bracket is not of this easy kind.
"""

from collections.abc import Sequence

from .bracket import Solution
from .completion import bits, mask_of, perfect_matching
from .criteria import Bracket, rising_faults
from .entrants import Float
from .lexicographic import Lexicographic

TRIES = 20  # of residents of the next bracket who might be left over


def search(bracket: Bracket) -> Solution | None:
    """The pairing of the bracket if it reaches all lower bounds and is found in time."""
    moved, residents = bracket.moved, bracket.residents
    is_odd, gives_bye = len(bracket.members) % 2 == 1, bracket.gives_bye
    if len(moved) > len(residents) or (gives_bye and not is_odd):
        return None
    leavers = _leavers(bracket) if is_odd else 0
    if is_odd and not leavers:
        return None
    if (not is_odd or gives_bye) and not completes(bracket, ()):
        return None
    return _first_candidate(bracket, leavers)


def _first_candidate(bracket: Bracket, leavers: int) -> Solution | None:
    """Moved-down players first, then the transpositions of the rest.

    Exchanges are not tried: if the first choice for the moved-down players needs one, they would
    come before the next choice.
    """
    entrants, residents = bracket.field.entrants, bracket.residents
    chooser = Lexicographic(bracket)
    rising = mask_of([y for y in residents if rising_faults(entrants[y])])
    risen = chooser.of_anybody(bracket.moved, mask_of(residents), rising, leavers)
    if risen is None:
        return None
    rest = [y for y in residents if y not in set(risen)]
    half, gives_bye = len(rest) // 2, bracket.gives_bye

    def may_leave(pool: int) -> bool:
        return gives_bye or places(bracket, list(bits(pool)))

    found = chooser.across(rest[:half], mask_of(rest[half:]), leavers, may_leave)
    if found is None:
        return None
    pairs = (*zip(bracket.moved, risen, strict=True), *zip(rest[:half], found, strict=True))
    paired = {x for pair in pairs for x in pair}
    left = tuple(x for x in residents if x not in paired)
    return Solution(pairs, left, left)


def _leavers(bracket: Bracket) -> int:
    """The residents who give up least as the only one to leave: first C9, then C14 and C16."""
    entrants = bracket.field.entrants
    able, gives_bye = bracket.residents, bracket.gives_bye
    if gives_bye:
        able = tuple(x for x in able if bracket.field.bye_takers >> x & 1)

    def cost(x: int) -> tuple[int, bool, bool]:
        entrant = entrants[x]
        unplayed = entrant.unplayed if gives_bye else 0
        return unplayed, entrant.floated(Float.DOWN, 1), entrant.floated(Float.DOWN, 2)

    costs = {x: cost(x) for x in able}
    least = min(costs.values(), default=None)
    return mask_of(x for x in able if costs[x] == least)


def completes(bracket: Bracket, leavers: Sequence[int]) -> bool:
    """Whether the leavers and everybody below can be paired."""
    return bracket.field.can_pair(mask_of((*leavers, *bracket.next_group, *bracket.below)))


def places(bracket: Bracket, leavers: Sequence[int]) -> bool:
    """Whether the leavers cannot do better for C8 and C4 holds; False may mean "not shown".

    Then the next bracket pairs all of them and all residents but at most one, and the rest can be
    completed.
    """
    if not leavers:
        return completes(bracket, ())
    if len(leavers) > len(bracket.next_group):
        return False
    allowed, down = list(bracket.field.allowed), mask_of(leavers)
    for x in leavers:
        allowed[x] &= ~down
    following, below = mask_of(bracket.next_group), mask_of(bracket.below)
    if (len(leavers) + len(bracket.next_group)) % 2 == 0:
        paired = perfect_matching(allowed, down | following)
        return paired is not None and bracket.field.can_pair(below)
    for left in bracket.next_group[: -TRIES - 1 : -1]:
        others = (down | following) & ~(1 << left)
        if bracket.field.can_pair(below | 1 << left) and perfect_matching(allowed, others):
            return True
    return False
