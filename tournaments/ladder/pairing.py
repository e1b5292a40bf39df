"""Which programs meet next on the ladder, on which board, and who begins.

The ladder is there to make ratings certain. So it looks for an opponent of the least certain one
first, and takes the nearest rating, against which a result tells most. Two programs play one game
at a time, and change seats from one to the next.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program that can play now. `bot` and `owner` are ids; `rating` is in micro-points,
    `uncertainty` is one standard error of it, in points; `running` are its games on the ladder
    that have not ended, and `sizes` the boards that it plays on."""

    bot: int
    owner: int
    rating: int
    uncertainty: float
    sizes: frozenset[int]
    running: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two bots that counts for how often they may meet. `first` began it."""

    first: int
    second: int
    size: int
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """How many `games` a bot plays at the same time, and how many `meetings` of the same two
    count at most."""

    games: int
    meetings: int


class Seats(StrEnum):
    """Why the one who begins does so."""

    EXCHANGED = "exchanged"
    """The other one has begun more of their games."""
    FEWER = "fewer"
    """The other one has begun more games than not, compared with this one."""
    EVEN = "even"
    """Nothing speaks for either, so it is the one for whom an opponent was sought."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to begin: the `number`th of these two that counts. An opponent was sought for the bot
    `sought_for`."""

    first: Entrant
    second: Entrant
    size: int
    number: int
    sought_for: int
    seats: Seats


def pairings(
    entrants: Iterable[Entrant], meetings: Iterable[Meeting], limits: Limits
) -> list[Pairing]:
    """The games to begin now, those of the least certain first, until no more are possible. The
    order in which entrants and meetings are given changes nothing."""
    order = sorted(entrants, key=lambda one: (-one.uncertainty, one.bot))
    table = _Table(order, meetings, limits)
    made: list[Pairing] = []
    while round_ := table.one_each(order):
        made += round_
    return made


Pair = tuple[int, int]


class _Table:
    """What the games so far, and those that are about to begin, have come to."""

    def __init__(
        self, entrants: Sequence[Entrant], meetings: Iterable[Meeting], limits: Limits
    ) -> None:
        self.limits = limits
        self.running = {one.bot: one.running for one in entrants}
        self.met: Counter[Pair] = Counter()
        self.busy: set[Pair] = set()
        self.began: Counter[Pair] = Counter()
        """By who began against whom."""
        self.surplus: Counter[int] = Counter()
        """How many more games a bot has begun than not."""
        self.on_size: Counter[tuple[int, int]] = Counter()
        self.pair_on_size: Counter[tuple[Pair, int]] = Counter()
        for meeting in meetings:
            self._note(meeting)

    def _note(self, game: Meeting) -> None:
        pair = _pair(game.first, game.second)
        self.met[pair] += 1
        self.began[game.first, game.second] += 1
        self.surplus[game.first] += 1
        self.surplus[game.second] -= 1
        self.pair_on_size[pair, game.size] += 1
        for bot in pair:
            self.on_size[bot, game.size] += 1
        if game.is_running:
            self.busy.add(pair)

    def one_each(self, order: Sequence[Entrant]) -> list[Pairing]:
        """A game for each in this order, where there is one."""
        return [made for one in order if (made := self._game_for(one, order))]

    def _game_for(self, one: Entrant, entrants: Sequence[Entrant]) -> Pairing | None:
        if not self._has_room(one):
            return None
        possible = [other for other in entrants if self._may_meet(one, other)]
        if not possible:
            return None
        return self._begin(one, min(possible, key=lambda other: self._distance(one, other)))

    def _has_room(self, one: Entrant) -> bool:
        return self.running[one.bot] < self.limits.games

    def _may_meet(self, one: Entrant, other: Entrant) -> bool:
        pair = _pair(one.bot, other.bot)
        return (
            one.owner != other.owner
            and self._has_room(other)
            and pair not in self.busy
            and self.met[pair] < self.limits.meetings
            and not one.sizes.isdisjoint(other.sizes)
        )

    def _distance(self, one: Entrant, other: Entrant) -> tuple[int, int, float, int]:
        """The nearest rating; of several, who has been met least, then the least certain."""
        met = self.met[_pair(one.bot, other.bot)]
        return abs(one.rating - other.rating), met, -other.uncertainty, other.bot

    def _begin(self, one: Entrant, other: Entrant) -> Pairing:
        first, second, seats = self._seated(one, other)
        size = self._size(one, other)
        self._note(Meeting(first.bot, second.bot, size, is_running=True))
        for entrant in (first, second):
            self.running[entrant.bot] += 1
        number = self.met[_pair(one.bot, other.bot)]
        return Pairing(first, second, size, number, one.bot, seats)

    def _seated(self, one: Entrant, other: Entrant) -> tuple[Entrant, Entrant, Seats]:
        """Who begins: by the games of these two, else by all games of both."""
        by_pair = self.began[one.bot, other.bot] - self.began[other.bot, one.bot]
        by_all = self.surplus[one.bot] - self.surplus[other.bot]
        seats = Seats.EXCHANGED if by_pair else Seats.FEWER if by_all else Seats.EVEN
        first, second = (other, one) if (by_pair or by_all) > 0 else (one, other)
        return first, second, seats

    def _size(self, one: Entrant, other: Entrant) -> int:
        """By turns: the board that these two have met on least, then both of them, then the
        smallest."""
        pair = _pair(one.bot, other.bot)

        def played(size: int) -> tuple[int, int, int]:
            by_both = self.on_size[one.bot, size] + self.on_size[other.bot, size]
            return self.pair_on_size[pair, size], by_both, size

        return min(one.sizes & other.sizes, key=played)


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
