"""A bracket by bounds and search: the first candidate in order that reaches every lower bound.

Nothing can be better than a candidate that meets the least conceivable value of each criterion, so
the first one in the order of candidates is the answer. The search gives up, without an answer, when
the bracket is not of this easy kind.
"""

from collections.abc import Sequence

from .bracket import Solution
from .completion import bits, deficiency, mask_of, perfect_matching
from .criteria import Bracket, rising_faults
from .entrants import Float
from .lexicographic import Lexicographic

TRIES = 20  # of residents of the next bracket who might be left over


def search(bracket: Bracket) -> Solution | None:
    """The pairing of the bracket if it reaches all lower bounds and is found in time."""
    is_odd, gives_bye = len(bracket.members) % 2, bracket.gives_bye
    if gives_bye:
        return _with_leavers(bracket, 1) if is_odd and completes(bracket, ()) else None
    if not is_odd and completes(bracket, ()):
        return _with_leavers(bracket, 0)
    found = _with_leavers(bracket, 1) if is_odd else None
    # It is hard work to tell that one is not enough, so that comes last.
    return found or _with_leavers(bracket, _needed_below(bracket), at_least=2)


def _needed_below(bracket: Bracket) -> int:
    """How many must leave so that all below, and the bye, can be paired."""
    field, below = bracket.field, mask_of((*bracket.next_group, *bracket.below))
    if len(bracket.everybody) % 2:
        below |= 1 << field.bye
    return deficiency(field.allowed, below)


def _with_leavers(bracket: Bracket, leaving: int, at_least: int = 0) -> Solution | None:
    """The pairing of the bracket if so many, the least number that may, leave it."""
    if leaving < at_least or len(bracket.moved) + leaving > len(bracket.residents):
        return None
    leavers = _leavers(bracket) if leaving else 0
    if leavers.bit_count() < leaving:
        return None
    return _first_candidate(bracket, leaving, leavers)


def _first_candidate(bracket: Bracket, leaving: int, leavers: int) -> Solution | None:
    """Moved-down players first, then the transpositions of the rest.

    Exchanges are not tried: if the first choice for the moved-down players needs one, they would
    come before the next choice.
    """
    entrants, residents = bracket.field.entrants, bracket.residents
    chooser = Lexicographic(bracket, leaving)
    rising = mask_of([y for y in residents if rising_faults(entrants[y])])
    risen = chooser.of_anybody(bracket.moved, mask_of(residents), rising, leavers)
    if risen is None:
        return None
    rest = [y for y in residents if y not in set(risen)]
    half, gives_bye = (len(rest) - leaving) // 2, bracket.gives_bye

    def may_leave(pool: int) -> bool | None:
        return gives_bye or places(bracket, list(bits(pool)))

    found = chooser.across(rest[:half], mask_of(rest[half:]), leavers, may_leave)
    if found is None:
        return None
    pairs = (*zip(bracket.moved, risen, strict=True), *zip(rest[:half], found, strict=True))
    paired = {x for pair in pairs for x in pair}
    left = tuple(x for x in residents if x not in paired)
    return Solution(pairs, left, left)


def _leavers(bracket: Bracket) -> int:
    """The residents who give up least when they leave: first C9, then C14 and C16."""
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


def places(bracket: Bracket, leavers: Sequence[int]) -> bool | None:
    """Whether the leavers cannot do better for C8 and C4 holds; None if that is hard to say.

    If so the next bracket pairs all of them and all residents but at most one, and the rest can be
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
    return None if len(bracket.next_group) > TRIES else False
