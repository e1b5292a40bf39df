"""A partner in reserve for everybody who waits to choose.

While people choose one after the other, the reserve shows at once when a choice would leave
somebody behind without a partner: a matching that is mended along augmenting paths.
"""

from collections.abc import Callable, Iterable

from .completion import bits


class Reserve:
    """The first call starts from nothing, each later one from the matching of the one before."""

    def __init__(self) -> None:
        self.partner: dict[int, int] = {}
        self.owner: dict[int, int] = {}
        self.taken = 0

    def suffices(self, waiting: Iterable[int], pool: int, wishes: Callable[[int], int]) -> bool:
        """Whether all who wait can have partners of the pool that they wish, each another one."""
        before, self.partner, self.owner, self.taken = self.partner, {}, {}, 0
        lacking = []
        for x in waiting:
            y = before.get(x, -1)
            if y >= 0 and (wishes(x) & pool) >> y & 1:
                self._give(x, y)
            else:
                lacking.append(x)
        return all(self._augment(x, pool, wishes) for x in lacking)

    def _give(self, x: int, y: int) -> None:
        self.partner[x], self.owner[y] = y, x
        self.taken |= 1 << y

    def _augment(self, root: int, pool: int, wishes: Callable[[int], int]) -> bool:
        came: dict[int, int] = {}
        queue, unseen = [root], pool
        for x in queue:
            new = wishes(x) & unseen
            free = new & ~self.taken
            if free:
                self._turn_over((free & -free).bit_length() - 1, x, came)
                return True
            unseen &= ~new
            for y in bits(new):
                came[y] = x
                queue.append(self.owner[y])
        return False

    def _turn_over(self, y: int, x: int, came: dict[int, int]) -> None:
        while True:
            old = self.partner.get(x)
            self._give(x, y)
            if old is None:
                return
            y, x = old, came[old]
