"""From the top bracket down to the last: who is in a bracket, and which method pairs it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from .bracket import Solution, Window, solve
from .completion import mask_of
from .criteria import Bracket
from .entrants import Field
from .search import completes, places, search

Method = Callable[[Bracket], Solution]


def settle_bye(field: Field) -> Field | None:
    """C5: the field with the bye for the lowest possible score; None if no complete pairing exists.

    The bye is for those unbarred players of that score, from now on for nobody else.
    """
    everybody = (1 << field.bye) - 1
    if field.bye % 2 == 0:
        return field if field.can_pair(everybody) else None
    for group in reversed(score_groups(field, range(field.bye))):
        takers = field.bye_takers & mask_of(group)
        if takers:
            settled = field.with_bye_takers(takers)
            if settled.can_pair(everybody):
                return settled
    return None


def score_groups(field: Field, players: Sequence[int]) -> list[tuple[int, ...]]:
    by_score = groupby(players, key=lambda x: field.entrants[x].score)
    return [tuple(group) for _, group in by_score]


def bracket_of(field: Field, moved: tuple[int, ...], unpaired: Sequence[int]) -> Bracket | None:
    """The bracket of the highest score group not yet paired, with those left over from above."""
    groups = score_groups(field, unpaired)
    if not groups:
        return None
    below = tuple(x for group in groups[2:] for x in group)
    return Bracket(field, moved, groups[0], groups[1] if len(groups) > 1 else (), below)


def following(bracket: Bracket, leavers: tuple[int, ...]) -> Bracket | None:
    """The bracket after this one."""
    return bracket_of(bracket.field, leavers, bracket.next_group + bracket.below)


def brackets(field: Field, method: Method) -> Iterator[tuple[Bracket, Solution]]:
    """Each bracket, from the top, and how it was paired; a complete pairing must exist."""
    bracket = bracket_of(field, (), range(field.bye))
    while bracket is not None:
        solution = method(bracket)
        yield bracket, solution
        bracket = following(bracket, solution.leavers)


def plainly(bracket: Bracket) -> Solution:
    """The plain method: one look at everybody."""
    solution = solve(bracket, Window.EVERYBODY)
    if solution is None:
        raise AssertionError("A bracket was left that cannot be completed.")
    return solution


def by_the_bracket(bracket: Bracket) -> Solution | None:
    """A look at the bracket alone, if those who leave it lose nothing below."""
    if bracket.gives_bye and len(bracket.members) % 2 == 0:
        return None
    solution = solve(bracket, Window.BRACKET)
    if solution is None:
        return None
    is_proven = completes(bracket, ()) if bracket.gives_bye else places(bracket, solution.leavers)
    return solution if is_proven else None


def by_the_next(bracket: Bracket) -> Solution | None:
    """A look at the bracket and the next score group, if the rest can be completed."""
    if bracket.gives_bye or not bracket.below:
        return None
    solution = solve(bracket, Window.NEXT)
    if solution is None:
        return None
    is_proven = bracket.field.can_pair(mask_of((*solution.over, *bracket.below)))
    return solution if is_proven else None


TIERS: tuple[Callable[[Bracket], Solution | None], ...] = (
    search,
    by_the_bracket,
    by_the_next,
    plainly,
)


def by_tiers(bracket: Bracket) -> Solution:
    """The first of four methods that is sure of its answer; all of them are exact."""
    found = (tier(bracket) for tier in TIERS)
    return next(solution for solution in found if solution is not None)
