"""The choice of a bracket's pairs as it is worded: all candidates in order, each one judged."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from tournaments.swiss.bracket import Solution
from tournaments.swiss.checker import quality
from tournaments.swiss.completion import mask_of
from tournaments.swiss.criteria import Bracket

Pairs = tuple[tuple[int, int], ...]


def by_trying_all(bracket: Bracket) -> Solution:
    """The first of the best candidates; only for small brackets."""
    best: Pairs | None = None
    for pairs in candidates(bracket):
        if is_legal(bracket, pairs) and (best is None or is_better(bracket, pairs, best)):
            best = pairs
    if best is None:
        raise AssertionError("No candidate is legal.")
    paired = {x for pair in best for x in pair}
    leavers = tuple(x for x in bracket.members if x not in paired)
    return Solution(tuple(sorted(best)), leavers, leavers)


def is_better(bracket: Bracket, pairs: Pairs, best: Pairs) -> bool:
    """By the first criterion that tells them apart; later ones are not looked at."""
    values = zip(quality(bracket, pairs), quality(bracket, best), strict=True)
    return next(((one < other) for (_, one), (_, other) in values if one != other), False)  # type: ignore[operator]


def is_legal(bracket: Bracket, pairs: Pairs) -> bool:
    field = bracket.field
    paired = {x for pair in pairs for x in pair}
    rest = mask_of(x for x in bracket.everybody if x not in paired)
    return all(field.allowed[x] >> y & 1 for x, y in pairs) and field.can_pair(rest)


def candidates(bracket: Bracket) -> Iterator[Pairs]:
    """All sets of pairs; of those with as many pairs, those of section 8 come in its order."""
    for count in range(len(bracket.members) // 2, -1, -1):
        for moved in range(min(len(bracket.moved), count), -1, -1):
            for chosen in combinations(bracket.moved, moved):
                yield from _of_moved(bracket, chosen, count - moved)


def _of_moved(bracket: Bracket, moved: tuple[int, ...], rest: int) -> Iterator[Pairs]:
    for opponents in permutations(bracket.residents, len(moved)):
        risen = tuple(zip(moved, opponents, strict=True))
        remainder = [x for x in bracket.residents if x not in opponents]
        if 2 * rest <= len(remainder):
            for others in of_remainder(remainder, rest):
                yield risen + others


def of_remainder(players: Sequence[int], pairs: int) -> Iterator[Pairs]:
    """Exchanges by their size, then by the difference of the sums, then by who is exchanged."""
    place = {x: i for i, x in enumerate(players, start=1)}
    upper, lower = players[:pairs], players[pairs:]
    for size in range(pairs + 1):
        exchanges = sorted(
            (
                (out, into)
                for out in combinations(upper, size)
                for into in combinations(lower, size)
            ),
            key=lambda e: (
                sum(place[x] for x in e[1]) - sum(place[x] for x in e[0]),
                [-x for x in reversed(e[0])],
                e[1],
            ),
        )
        for out, into in exchanges:
            first = sorted(set(upper) - set(out) | set(into))
            second = sorted(set(lower) - set(into) | set(out))
            for partners in permutations(second, pairs):
                yield tuple((min(pair), max(pair)) for pair in zip(first, partners, strict=True))
