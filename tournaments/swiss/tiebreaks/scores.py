"""The scores of an event as its tie-breaks see them (FIDE C.07, articles 14 and 16)."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property

from ..event import Code, Event, Result
from .values import ScoreSum, Term

# 16.1.2: rounds that the player chose not to play, or did not come to.
VOLUNTARY = frozenset((Code.FORFEIT_LOSS, Code.HALF_BYE, Code.ABSENT))
REQUESTED = frozenset((Code.HALF_BYE, Code.ABSENT))


class Scores:
    """The scores after `after` finished rounds, each computed once, by pairing number; in tenths.

    With `is_round_robin` the pairings count as known beforehand (article 15): forfeits are games
    against the scheduled opponent in sums of scores, and a free round brings nothing.
    """

    def __init__(self, event: Event, after: int, is_round_robin: bool = False) -> None:
        self.event = event
        self.after = after
        self.is_round_robin = is_round_robin
        self.win = event.scoring.win
        self.draw = event.scoring.draw
        self.numbers = [player.number for player in event.players]
        self.results: dict[int, list[Result]] = {
            player.number: [player.result(round_) for round_ in range(1, after + 1)]
            for player in event.players
        }
        worth = {code: event.scoring.points(code) for code in Code}
        self.points: dict[int, list[int]] = {
            number: [worth[result.code] for result in results]
            for number, results in self.results.items()
        }
        # Each player's sums are looked at by all opponents, in several codes.
        self.terms: Callable[[bool, bool], dict[int, tuple[Term, ...]]] = cache(self._all_terms)

    @property
    def is_over(self) -> bool:
        return self.after == self.event.rounds

    @cached_property
    def bonus(self) -> dict[int, int]:
        """Bonus points, less penalty points: they count in the player's own score only."""
        return {n: self.event.bonus_points(n, self.after) for n in self.numbers}

    @cached_property
    def own(self) -> dict[int, int]:
        """PTS: the points of each player."""
        return {n: sum(points) + self.bonus[n] for n, points in self.points.items()}

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """ADJ: the score of each player as opponents see it (16.3)."""
        if self.is_round_robin:
            return self.own
        return {n: self._adjusted(n, self.points[n]) for n in self.numbers}

    def _adjusted(self, number: int, points: Sequence[int]) -> int:
        """A bye asked for at the end, with no round after it that was not, is worth a draw."""
        total = sum(points)
        for result, got in zip(reversed(self.results[number]), reversed(points), strict=True):
            if result.code not in VOLUNTARY:
                break
            if result.code in REQUESTED:
                total += self.draw - got
        return total

    @cached_property
    def fore_own(self) -> dict[int, int]:
        """The points of each player if all pairings of the last round had been drawn (8.3)."""
        return {n: sum(self._fore_points(n)) + self.bonus[n] for n in self.numbers}

    @cached_property
    def fore_adjusted(self) -> dict[int, int]:
        return {
            n: sum(self._fore_points(n))
            if self.results[n][-1].code.is_paired
            else self._adjusted(n, self.points[n])
            for n in self.numbers
        }

    def _fore_points(self, number: int) -> list[int]:
        points = self.points[number]
        return [*points[:-1], self.draw] if self.results[number][-1].code.has_opponent else points

    @cached_property
    def games(self) -> dict[int, list[tuple[int, int]]]:
        """The round and the opponent of each game that a player played."""
        return {
            number: [
                (round_, result.opponent)
                for round_, result in enumerate(results, start=1)
                if result.code.is_played and result.opponent is not None
            ]
            for number, results in self.results.items()
        }

    def _all_terms(self, is_fore: bool, forfeits_as_games: bool) -> dict[int, tuple[Term, ...]]:
        """The terms of each player; `is_fore` matters for a whole event only (8.3)."""
        is_fore = is_fore and self.is_over and self.after > 0
        own = self.fore_own if is_fore else self.own
        seen = self.fore_adjusted if is_fore else self.adjusted
        drawn_round = self.after if is_fore else 0
        as_games = forfeits_as_games or self.is_round_robin
        return {n: tuple(self._terms(n, own[n], seen, drawn_round, as_games)) for n in self.numbers}

    def _terms(
        self, number: int, own: int, seen: dict[int, int], drawn_round: int, as_games: bool
    ) -> Iterable[Term]:
        everything_drawn = self.draw * self.after
        rounds = zip(self.results[number], self.points[number], strict=True)
        for round_, (result, points) in enumerate(rounds, start=1):
            code, opponent = result.code, result.opponent
            if opponent is None:
                if self.is_round_robin:
                    continue
                limit = everything_drawn
            elif code.is_played or as_games or round_ == drawn_round:
                yield Term(round_, code, opponent, seen[opponent], points)
                continue
            else:
                limit = seen[opponent]
            is_voluntary = code in VOLUNTARY
            dummy = min(own, limit)
            yield Term(round_, code, opponent, dummy, points, is_voluntary, own, limit)


def cut(terms: tuple[Term, ...], low: int, high: int, is_weighted: bool) -> ScoreSum:
    """Leave out `low` least significant terms, then `high` most significant ones (14.1, 16.5)."""
    if not low and not high:
        return ScoreSum(terms, (), is_weighted)
    whole = ScoreSum(terms, (), is_weighted)
    left = list(terms)
    gone: list[Term] = []
    for _ in range(min(low, len(left))):
        gone.append(_least(left, whole))
        left.remove(gone[-1])
    for _ in range(min(high, len(left))):
        gone.append(max(left, key=lambda term: (term.score, whole.amount(term))))
        left.remove(gone[-1])
    return ScoreSum(terms, tuple(gone), is_weighted)


def _least(terms: list[Term], whole: ScoreSum) -> Term:
    """A voluntarily unplayed round goes first, unless it adds less than the lowest score does."""
    least = min(terms, key=lambda term: (term.score, whole.amount(term)))
    voluntary = [term for term in terms if term.is_voluntary]
    if voluntary:
        first = min(voluntary, key=lambda term: (whole.amount(term), term.score))
        if whole.amount(first) >= whole.amount(least):
            return first
    return least
