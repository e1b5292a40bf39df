"""The first choice of partners in lexicographic order that meets the colour criteria at their best.

One after the other chooses a partner from a pool, the lowest first. A branch is cut when the
refused preferences so far, and those that the rest needs at least, are too many.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .completion import mask_of
from .criteria import Bracket
from .entrants import Strength
from .event import Colour
from .reserve import Reserve

TRIES = 20  # choices a player, on average
REFUSALS = 20  # of those left over, when several are


@dataclass(frozen=True, slots=True)
class Faults:
    """Pairs with one colour refused (C12), and those where the refused one strongly cares (C13)."""

    refused: int = 0
    strongly: int = 0


Bound = Callable[[int, int], Faults]
Accepts = Callable[[int], bool | None]  # None is not known


@dataclass(frozen=True, slots=True)
class _Task:
    """Who chooses, from whom, what the rest costs at least, and who of the pool may be left."""

    choosers: Sequence[int]
    pool: int
    bound: Bound
    barred: int = 0
    leavers: int | None = None
    accepts: Accepts | None = None


class Lexicographic:
    """The members of a bracket by what they want, and the least C12 and C13 of the bracket.

    So many members of it leave as `leaving` says.
    """

    def __init__(self, bracket: Bracket, leaving: int) -> None:
        self.leaving = leaving
        entrants, members = bracket.field.entrants, bracket.members
        self.allowed = bracket.field.allowed
        self.white, self.black = (
            mask_of(x for x in members if entrants[x].preference is colour) for colour in Colour
        )
        self.mild = mask_of(x for x in members if entrants[x].strength is Strength.MILD)
        self.absolute = mask_of(x for x in members if entrants[x].strength is Strength.ABSOLUTE)
        everybody = mask_of(members)
        cares = (everybody & ~self.mild, self.mild)
        self.groups = [c & w for c in cares for w in (self.white, self.black)]
        self.groups.append(everybody & ~self.white & ~self.black)
        self.target = self._least(0, everybody)
        self.spent = Faults()

    def of_anybody(
        self, choosers: Sequence[int], pool: int, barred: int, leavers: int
    ) -> list[int] | None:
        """Partners for the choosers, after whom the rest of the pool pairs among itself.

        Nobody takes one of the `barred`, nor of the last leavers.
        """
        left = leavers if self.leaving else None
        return self._solve(_Task(choosers, pool, self._least, barred, left))

    def across(
        self, choosers: Sequence[int], pool: int, leavers: int, may_leave: Accepts
    ) -> list[int] | None:
        """Partners for the choosers; who of the pool is left over is one of the leavers, and
        `may_leave` must say so of their mask."""
        if not self.leaving:
            return self._solve(_Task(choosers, pool, self._least_across))
        return self._solve(
            _Task(choosers, pool, self._least_across, leavers=leavers, accepts=may_leave)
        )

    def _solve(self, task: _Task) -> list[int] | None:
        """First without looking ahead; once that comes to a dead end, with a reserve."""
        found = _Walk(self, task, None).run()
        if found is None:
            found = _Walk(self, task, Reserve()).run()
        if found is None:
            return None
        self.spent = found[1]
        return found[0]

    def wishes(self, x: int, spent: Faults) -> int:
        """Whom x may meet with the faults that are left to spend."""
        bit, allowed = 1 << x, self.allowed[x]
        same = self.white if self.white & bit else self.black if self.black & bit else 0
        if spent.refused >= self.target.refused:
            return allowed & ~same
        if self.mild & bit:
            return allowed
        if self.absolute & bit:
            allowed &= ~(same & self.absolute)
        if spent.strongly >= self.target.strongly:
            allowed &= ~same | self.mild
        return allowed

    def spend(self, spent: Faults, x: int, partner: int) -> Faults:
        """`partner` is a mask of one."""
        both = 1 << x | partner
        if both & self.white != both and both & self.black != both:
            return spent
        return Faults(spent.refused + 1, spent.strongly + (not both & self.mild))

    def is_affordable(self, spent: Faults, rest: Faults) -> bool:
        return (
            spent.refused + rest.refused <= self.target.refused
            and spent.strongly + rest.strongly <= self.target.strongly
        )

    def _least(self, waiting: int, pool: int) -> Faults:
        """What it costs at least if anybody of the two masks may meet anybody."""
        everybody = waiting | pool
        whites, blacks = (everybody & self.white).bit_count(), (everybody & self.black).bit_count()
        count = everybody.bit_count()
        free = count - whites - blacks + self.leaving
        refused = max(0, (abs(whites - blacks) - free) // 2)
        return self._faults(refused, everybody, whites > blacks)

    def _least_across(self, waiting: int, pool: int) -> Faults:
        """What it costs at least if everybody waiting meets somebody of the pool."""
        size = pool.bit_count()
        whites = (waiting & self.white).bit_count() + (pool & self.white).bit_count() - size
        blacks = (waiting & self.black).bit_count() + (pool & self.black).bit_count() - size
        return self._faults(max(0, whites, blacks), waiting | pool, whites > blacks)

    def _faults(self, refused: int, everybody: int, is_white: bool) -> Faults:
        """All refused but those beside or with a mild preference are refused a strong one."""
        if not refused:
            return Faults()
        mild = everybody & self.mild & (self.white if is_white else self.black)
        return Faults(refused, max(0, refused - mild.bit_count()))


class _Walk:
    """One walk through the choices, depth first."""

    def __init__(self, rules: Lexicographic, task: _Task, reserve: Reserve | None) -> None:
        self.rules, self.task, self.reserve = rules, task, reserve
        self.leavers = task.leavers
        self.tries = TRIES * len(task.choosers)
        self.refusals = 0
        self.waiting = [0] * len(task.choosers)  # the masks of those who choose later
        for i in range(len(task.choosers) - 1, 0, -1):
            self.waiting[i - 1] = self.waiting[i] | 1 << task.choosers[i]
        self.chosen: list[int] = []
        self.states: list[tuple[int, Faults]] = []  # the pool and the faults before a choice
        self.options: list[int] = []

    def run(self) -> tuple[list[int], Faults] | None:
        """The partners in the order of the choosers, and what they cost with all before."""
        if not self.task.choosers:
            return ([], self.rules.spent) if self._accepts(self.task.pool) else None
        self._go_down(self.task.pool, self.rules.spent)
        while self.options and self.tries:
            if self.options[-1]:
                found = self._try_next()
                if found is not None:
                    return found
            elif self.reserve is None:
                return None
            else:
                self._go_back()
        return None

    def _go_down(self, pool: int, spent: Faults) -> None:
        depth = len(self.chosen)
        self.states.append((pool, spent))
        x, waiting = self.task.choosers[depth], self.waiting[depth]
        self.options.append(self._options(x, waiting, pool, spent))

    def _go_back(self) -> None:
        self.states.pop()
        self.options.pop()
        if self.chosen:
            self.chosen.pop()

    def _try_next(self) -> tuple[list[int], Faults] | None:
        """Let the next one choose the first option left; the result if that was the last one."""
        self.tries -= 1
        depth, choosers = len(self.chosen), self.task.choosers
        pool, spent = self.states[-1]
        low = self.options[-1] & -self.options[-1]
        self.options[-1] ^= low
        pool, spent = pool ^ low, self.rules.spend(spent, choosers[depth], low)
        if not self._has_reserve(depth + 1, pool, spent):
            return None
        partner = low.bit_length() - 1
        if depth + 1 < len(choosers):
            self.chosen.append(partner)
            self._go_down(pool, spent)
        elif self._accepts(pool):
            return [*self.chosen, partner], spent
        return None

    def _options(self, x: int, waiting: int, pool: int, spent: Faults) -> int:
        """The partners of x after whom the rest still is affordable."""
        choice = pool & self.rules.wishes(x, spent) & ~self.task.barred
        if self.leavers is not None and (pool & self.leavers).bit_count() <= self.rules.leaving:
            choice &= ~self.leavers
        options = 0
        for group in self.rules.groups:
            some = choice & group
            if some:
                low = some & -some
                after = self.rules.spend(spent, x, low)
                if self.rules.is_affordable(after, self.task.bound(waiting, pool ^ low)):
                    options |= some
        return options

    def _has_reserve(self, depth: int, pool: int, spent: Faults) -> bool:
        if self.reserve is None:
            return True
        waiting = list(self.task.choosers[depth:])
        if self.leavers is not None:
            waiting.extend(range(-self.rules.leaving, 0))

        def wishes(x: int) -> int:
            if x < 0:  # somebody who leaves
                return self.leavers or 0
            return self.rules.wishes(x, spent) & ~self.task.barred

        return self.reserve.suffices(waiting, pool, wishes)

    def _accepts(self, pool: int) -> bool:
        """Whether who remains in the pool may be left over."""
        if self.leavers is None or self.task.accepts is None:
            return True
        if pool & ~self.leavers:
            return False
        verdict = self.task.accepts(pool)
        if verdict:
            return True
        self.refusals += 1
        if self.rules.leaving == 1:
            self.leavers &= ~pool
        elif self.refusals == REFUSALS:
            self.tries = 0
        if verdict is None:
            self.tries = 0
        return False
