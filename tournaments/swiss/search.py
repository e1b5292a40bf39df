"""A bracket by bounds and search: the first candidate in order that reaches every lower bound.

Nothing can be better than a candidate that meets the least conceivable value of each criterion, so
the first one in the order of candidates is the answer. The search gives up, without an answer, when
the bracket is not of this easy kind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .bracket import Solution
from .completion import bits, perfect_matching
from .criteria import Bracket, leaving_faults, rising_faults
from .entrants import Strength
from .event import Colour

NODES = 20_000
TRIES = 20  # of residents of the next bracket who might be left over

Bound = Callable[[int, int], tuple[int, int]]


def search(bracket: Bracket) -> Solution | None:
    """The pairing of the bracket if it reaches all lower bounds and is found in time."""
    moved, residents = bracket.moved, bracket.residents
    is_odd = len(bracket.members) % 2 == 1
    if len(moved) > len(residents) or (bracket.gives_bye and not is_odd):
        return None
    leavers = _leavers(bracket) if is_odd else 0
    if is_odd and not leavers:
        return None
    if (not is_odd or bracket.gives_bye) and not completes(bracket, ()):
        return None
    return _Search(bracket, leavers).run()


def _leavers(bracket: Bracket) -> int:
    """The residents who may be the only one to leave, with nothing given up or as bye taker."""
    entrants = bracket.field.entrants
    free = [x for x in bracket.residents if not leaving_faults(entrants[x], False)]
    if bracket.gives_bye:
        takers = [x for x in bracket.residents if bracket.field.bye_takers >> x & 1]
        least = min((entrants[x].unplayed for x in takers), default=0)
        free = [x for x in free if x in takers and entrants[x].unplayed == least]
    return mask_of(free)


def mask_of(players: Sequence[int]) -> int:
    mask = 0
    for x in players:
        mask |= 1 << x
    return mask


def completes(bracket: Bracket, leavers: Sequence[int]) -> bool:
    """Whether the leavers and everybody below can be paired."""
    return bracket.field.can_pair(mask_of((*leavers, *bracket.next_group, *bracket.below)))


def places(bracket: Bracket, leavers: Sequence[int]) -> bool:
    """Whether the next bracket can pair all leavers and all residents but at most one (C8), and
    the rest can be completed (C4). No answer is better for C8; False may only mean "not shown"."""
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


class _Search:
    """Depth first through the opponents of moved-down players, then through transpositions.

    Exchanges are not tried: if they are needed, the search fails.
    """

    def __init__(self, bracket: Bracket, leavers: int) -> None:
        entrants, members = bracket.field.entrants, bracket.members
        self.bracket, self.entrants, self.leavers = bracket, entrants, leavers
        self.is_odd = len(members) % 2 == 1
        self.allowed = bracket.field.allowed
        self.white, self.black = (
            mask_of([x for x in members if entrants[x].preference is colour]) for colour in Colour
        )
        self.mild = mask_of([x for x in members if entrants[x].strength is Strength.MILD])
        self.absolute = mask_of([x for x in members if entrants[x].strength is Strength.ABSOLUTE])
        cares = (mask_of(members) & ~self.mild, self.mild)
        self.groups = [c & w for c in cares for w in (self.white, self.black)]
        self.groups.append(mask_of(members) & ~self.white & ~self.black)
        self.nodes = NODES
        self.target = self._least(0, mask_of(members))

    def run(self) -> Solution | None:
        bracket = self.bracket
        rising = [y for y in bracket.residents if rising_faults(self.entrants[y])]
        risen = self._first(
            bracket.moved,
            mask_of(bracket.residents),
            _Spent(),
            self._least,
            lambda pool: True,
            mask_of(rising),
        )
        if risen is None:
            return None
        opponents, spent = risen
        rest = [y for y in bracket.residents if y not in set(opponents)]
        half = len(rest) // 2
        found = self._first(
            rest[:half], mask_of(rest[half:]), spent, self._least_across, self._can_be_left
        )
        if found is None:
            return None
        pairs = list(zip(bracket.moved, opponents, strict=True))
        pairs += zip(rest[:half], found[0], strict=True)
        paired = {x for pair in pairs for x in pair}
        leavers = tuple(x for x in bracket.residents if x not in paired)
        return Solution(tuple(pairs), leavers, leavers)

    def _first(
        self,
        choosers: Sequence[int],
        pool: int,
        spent: "_Spent",
        bound: Bound,
        accept: Callable[[int], bool],
        barred: int = 0,
    ) -> tuple[list[int], "_Spent"] | None:
        """The lexicographically first partners from the pool within the targets, one a chooser."""
        if not choosers:
            return ([], spent) if accept(pool) else None
        waiting = [0] * len(choosers)
        for i in range(len(choosers) - 2, -1, -1):
            waiting[i] = waiting[i + 1] | 1 << choosers[i + 1]
        chosen: list[int] = []
        states = [(pool, spent)]
        options = [self._options(choosers[0], waiting[0], pool & ~barred, pool, spent, bound)]
        while options:
            if not options[-1] or not self.nodes:
                options.pop()
                states.pop()
                if chosen:
                    chosen.pop()
                continue
            self.nodes -= 1
            low = options[-1] & -options[-1]
            options[-1] ^= low
            depth = len(chosen)
            pool, spent = states[-1]
            pool ^= low
            spent = self._spend(spent, choosers[depth], low)
            chosen.append(low.bit_length() - 1)
            if len(chosen) < len(choosers):
                x, rest = choosers[depth + 1], waiting[depth + 1]
                states.append((pool, spent))
                options.append(self._options(x, rest, pool & ~barred, pool, spent, bound))
            elif accept(pool):
                return chosen, spent
            else:
                chosen.pop()
        return None

    def _options(
        self, x: int, waiting: int, choice: int, pool: int, spent: "_Spent", bound: Bound
    ) -> int:
        """The partners of x after whom the lower bounds of the rest stay within the targets."""
        choice &= self.allowed[x]
        bit = 1 << x
        if self.absolute & bit:
            choice &= ~(self.absolute & (self.white if self.white & bit else self.black))
        options = 0
        for group in self.groups:
            some = choice & group
            if some:
                low = some & -some
                after = self._spend(spent, x, low)
                refused, strongly = bound(waiting, pool ^ low)
                if (
                    after.refused + refused <= self.target[0]
                    and after.strongly + strongly <= self.target[1]
                ):
                    options |= some
        if self.is_odd and (pool & self.leavers).bit_count() == 1:
            options &= ~self.leavers
        return options

    def _spend(self, spent: "_Spent", x: int, partner: int) -> "_Spent":
        """`partner` is a mask of one."""
        bit = 1 << x
        both = bit | partner
        if both & self.white != both and both & self.black != both:
            return spent
        return _Spent(spent.refused + 1, spent.strongly + (not both & self.mild))

    def _least(self, waiting: int, pool: int) -> tuple[int, int]:
        """Least totals of C12 and C13 if anybody of the two masks may meet anybody."""
        everybody = waiting | pool
        whites, blacks = (everybody & self.white).bit_count(), (everybody & self.black).bit_count()
        count = everybody.bit_count()
        free = count - whites - blacks + count % 2
        refused = max(0, (abs(whites - blacks) - free) // 2)
        return refused, self._strongly(refused, everybody, whites > blacks)

    def _least_across(self, waiting: int, pool: int) -> tuple[int, int]:
        """Least totals if everybody waiting meets somebody of the pool."""
        size = pool.bit_count()
        whites = (waiting & self.white).bit_count() + (pool & self.white).bit_count() - size
        blacks = (waiting & self.black).bit_count() + (pool & self.black).bit_count() - size
        refused = max(0, whites, blacks)
        return refused, self._strongly(refused, waiting | pool, whites > blacks)

    def _strongly(self, refused: int, everybody: int, is_white: bool) -> int:
        """The refused less those who are refused by a pair with a mild preference."""
        if not refused:
            return 0
        wanting = self.white if is_white else self.black
        return max(0, refused - (everybody & wanting & self.mild).bit_count())

    def _can_be_left(self, pool: int) -> bool:
        """Whether who remains in the pool may leave the bracket."""
        if not self.is_odd:
            return True
        if not pool & self.leavers:
            return False
        if self.bracket.gives_bye or places(self.bracket, list(bits(pool))):
            return True
        self.leavers &= ~pool
        return False


@dataclass(frozen=True, slots=True)
class _Spent:
    """Pairs with one colour refused (C12), and those where the refused one strongly cares (C13)."""

    refused: int = 0
    strongly: int = 0
