"""The ratings of a pool as a replay of its finished games, in the order of finishing."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from . import elo, uncertainty
from .facts import GameFacts, Reason, Seat
from .numbers import (
    LEAST_PLIES,
    PAIR_DAYS,
    PAIR_LIMIT_BOT,
    PAIR_LIMIT_PEOPLE,
    START,
    START_VARIANCE,
)

# The first ply is the first player's, the second (the choice of a side) the second player's.
PLIES_OF_BOTH = 2

PAIR_TIME = timedelta(days=PAIR_DAYS)
LONGEST_LIMIT = max(PAIR_LIMIT_BOT, PAIR_LIMIT_PEOPLE)

# Ends that are no result of play, unless an adjudication was proved. `bot_fault` is the site's own
# fault in a game of a bot; a bot's fault ends its game with `fault`, a loss like any other.
UNRATED_ENDS = {
    "cancelled": Reason.CANCELLED,
    "bye": Reason.BYE,
    "forfeit": Reason.FORFEIT,
    "adjudication": Reason.ADJUDICATED,
    "bot_fault": Reason.BOT_FAULT,
}


@dataclass(slots=True)
class Standing:
    """A player's rating and peak (micro-points), rated games, variance (square points) as of the
    last rated game, and the instant at which that finished."""

    rating: int = START
    games: int = 0
    peak: int | None = None
    variance: float = START_VARIANCE
    last_rated: datetime | None = None


# Entries are not frozen: that would take ten times as long, and a replay makes millions.
@dataclass(slots=True)
class Side:
    """What a game did to one player. `change` is what the rating really moved by, so the floor
    may have cut it; `variance_before` is without the growth since `last_rated_before`. A game
    that is not rated has K and expected score 0 and leaves everything as it was."""

    before: int
    games: int
    peak: int | None
    k: int
    expected: int
    change: int
    after: int
    peak_after: int | None
    variance_before: float
    variance_after: float
    last_rated_before: datetime | None


@dataclass(slots=True)
class Entry:
    """A row of the ledger; `reason` says why a game was not rated."""

    facts: GameFacts
    rated: bool
    reason: Reason | None
    first: Side
    second: Side


@dataclass(slots=True)
class Pool:
    """The players' standings, and what the rules need to remember of rated games.

    Who is not among the `standings` is new, and begins with the rating in `starts`, most with the
    usual one. `recent` holds, by the two players' ids (the lower
    first), when their rated games finished, in order; only the newest matter, as many as the
    limit counts. `time_losses` holds when the clock ran out in a player's newest rated time loss.
    """

    standings: dict[int, Standing] = field(default_factory=dict)
    recent: dict[tuple[int, int], MutableSequence[datetime]] = field(default_factory=dict)
    time_losses: dict[int, datetime] = field(default_factory=dict)
    starts: Mapping[int, int] = field(default_factory=dict)

    def rate(self, facts: GameFacts) -> Entry:
        """Rate the next game, or say why not, and remember what it changed. A game whose facts
        raise an error changes nothing."""
        reason = self.reason(facts)
        if reason or facts.half_points is None:
            return self.unrated(facts, reason or Reason.CANCELLED)
        first, second = self.standing(facts.first), self.standing(facts.second)
        variances = (
            uncertainty.grown(first.variance, first.last_rated, facts.finished),
            uncertainty.grown(second.variance, second.last_rated, facts.finished),
        )
        sides = (
            _rated_side(first, second, facts.first.is_bot, facts.half_points, variances),
            _rated_side(second, first, facts.second.is_bot, 2 - facts.half_points, variances[::-1]),
        )
        self._remember(facts)
        _move(first, sides[0], facts.finished)
        _move(second, sides[1], facts.finished)
        return Entry(facts, True, None, *sides)

    def reason(self, facts: GameFacts) -> Reason | None:
        """Why the next game would not be rated; None if it would."""
        return _reason_of_its_own(facts) or self._reason_of_the_past(facts)

    def unrated(self, facts: GameFacts, reason: Reason) -> Entry:
        """An entry that changes nothing."""
        first, second = self.standing(facts.first), self.standing(facts.second)
        return Entry(facts, False, reason, _unrated_side(first), _unrated_side(second))

    def standing(self, seat: Seat) -> Standing:
        """The standing of a player; one not heard of yet joins the pool as new."""
        standing = self.standings.get(seat.player)
        if standing is None:
            start = self.starts.get(seat.player, START)
            standing = self.standings[seat.player] = Standing(start)
        return standing

    def _reason_of_the_past(self, facts: GameFacts) -> Reason | None:
        if self._continues_a_series(facts):
            return Reason.SERIES
        with_bot = facts.first.is_bot or facts.second.is_bot
        if facts.is_event and not with_bot:
            return None
        spent = spent_until(self.recent.get(_pair(facts), ()), with_bot=with_bot)
        return Reason.PAIR if spent is not None and facts.finished <= spent else None

    def _continues_a_series(self, facts: GameFacts) -> bool:
        """Whether the loser's clock ran out once before, in a rated game, and no ply of the
        loser's own hand came between."""
        if facts.timed_out is None:
            return False
        last_loss = self.time_losses.get(facts.timed_out)
        if last_loss is None:
            return False
        return facts.last_ply_before is None or facts.last_ply_before <= last_loss

    def _remember(self, facts: GameFacts) -> None:
        recent = self.recent.setdefault(_pair(facts), [])
        recent.insert(bisect(recent, facts.finished), facts.finished)
        del recent[:-LONGEST_LIMIT]
        if facts.timed_out is not None and facts.ran_out is not None:
            self.time_losses[facts.timed_out] = facts.ran_out


def replay(games: Iterable[GameFacts], pool: Pool | None = None) -> Iterator[Entry]:
    """Rate games, given in the order of their sequence, into `pool` or a new one."""
    pool = Pool() if pool is None else pool
    return map(pool.rate, games)


def pair_limit(*, with_bot: bool) -> int:
    """How many games of the same two within `PAIR_TIME` are rated."""
    return PAIR_LIMIT_BOT if with_bot else PAIR_LIMIT_PEOPLE


def spent_until(recent: Sequence[datetime], *, with_bot: bool) -> datetime | None:
    """Until when a game of two players would end as one too many for them, whose rated games
    finished at these instants, in order; None when there were not enough."""
    limit = pair_limit(with_bot=with_bot)
    return recent[-limit] + PAIR_TIME if len(recent) >= limit else None


def _pair(facts: GameFacts) -> tuple[int, int]:
    first, second = facts.first.player, facts.second.player
    return (first, second) if first < second else (second, first)


def _reason_of_its_own(facts: GameFacts) -> Reason | None:
    if facts.is_annulled:
        return Reason.ANNULLED
    if not facts.agreed_rated:
        return Reason.CASUAL
    if facts.termination in UNRATED_ENDS and not facts.is_proved:
        return UNRATED_ENDS[facts.termination]
    if facts.half_points is None:
        return Reason.CANCELLED
    if facts.plies < PLIES_OF_BOTH:
        return Reason.FORFEIT
    if facts.plies < LEAST_PLIES:
        return Reason.SHORT
    return Reason.OWNER if facts.first.owner == facts.second.owner else None


def _rated_side(
    own: Standing, other: Standing, is_bot: bool, half_points: int, variances: tuple[float, float]
) -> Side:
    """What the game does to `own`; `variances` are those of the two just before it."""
    k = elo.k_factor(own.games, own.peak, is_bot)
    expected = elo.expected(own.rating, other.rating)
    after = elo.after(own.rating, elo.change(k, half_points, expected))
    return Side(
        before=own.rating,
        games=own.games,
        peak=own.peak,
        k=k,
        expected=expected,
        change=after - own.rating,
        after=after,
        peak_after=elo.peak_after(own.peak, own.games + 1, after),
        variance_before=own.variance,
        variance_after=uncertainty.updated(*variances, k, expected),
        last_rated_before=own.last_rated,
    )


def _unrated_side(own: Standing) -> Side:
    return Side(
        before=own.rating,
        games=own.games,
        peak=own.peak,
        k=0,
        expected=0,
        change=0,
        after=own.rating,
        peak_after=own.peak,
        variance_before=own.variance,
        variance_after=own.variance,
        last_rated_before=own.last_rated,
    )


def _move(standing: Standing, side: Side, finished: datetime) -> None:
    standing.rating = side.after
    standing.games = side.games + 1
    standing.peak = side.peak_after
    standing.variance = side.variance_after
    standing.last_rated = finished
