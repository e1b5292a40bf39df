"""Direct encounter (FIDE C.07, article 6): the games of tied players against each other."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .scores import Scores
from .values import Encounter, Stage


@dataclass(frozen=True, slots=True)
class _Record:
    """What a player made against the others of a group, in tenths; `best` as in `Stage`."""

    number: int
    score: Fraction
    met: int
    best: Fraction


def direct_encounter(
    scores: Scores, tied: Sequence[int], forfeits_as_games: bool = False
) -> dict[int, tuple[int, Encounter]]:
    """The place of each tied player inside the group, and the looks that led to it.

    Players who stay tied share a place: 1, 2, 2, 4. All places are 0 if the group is not split.
    """
    stages: dict[int, list[Stage]] = {number: [] for number in tied}
    final: list[tuple[int, ...]] = []
    waiting = [tuple(tied)]  # the groups still to look at, the highest last
    while waiting:
        group = waiting.pop()
        tiers = _split(scores, group, forfeits_as_games, stages) if len(group) > 1 else [group]
        if len(tiers) == 1:
            final.append(group)
        else:
            waiting += reversed(tiers)
    return _placed(final, stages)


def _placed(
    tiers: list[tuple[int, ...]], stages: dict[int, list[Stage]]
) -> dict[int, tuple[int, Encounter]]:
    places: dict[int, tuple[int, Encounter]] = {}
    for tier in tiers:
        place = len(places) + 1 if len(tiers) > 1 else 0
        places |= {number: (place, Encounter(tuple(stages[number]))) for number in tier}
    return places


def _split(
    scores: Scores,
    group: tuple[int, ...],
    forfeits_as_games: bool,
    stages: dict[int, list[Stage]],
) -> list[tuple[int, ...]]:
    """The tiers of a group after one look at its games, the highest first."""
    members = set(group)
    records = [_record(scores, number, members, forfeits_as_games) for number in group]
    if all(record.met == len(group) - 1 for record in records):
        tiers = _by_score(records)
    else:
        tiers = _by_certain_lead(records)
    for tier in tiers:
        numbers = tuple(record.number for record in tier)
        for record in tier:
            stages[record.number].append(
                Stage(group, record.score, record.met, record.best, numbers)
            )
    return [tuple(record.number for record in tier) for tier in tiers]


def _record(scores: Scores, number: int, members: set[int], forfeits_as_games: bool) -> _Record:
    """Against an opponent met several times the average counts (6.1.2)."""
    games: dict[int, list[int]] = defaultdict(list)
    counts_forfeits = forfeits_as_games or scores.is_round_robin
    for result, points in zip(scores.results[number], scores.points[number], strict=True):
        opponent = result.opponent
        if opponent in members and (counts_forfeits or result.code.is_played):
            games[opponent].append(points)
    score = sum((Fraction(sum(got), len(got)) for got in games.values()), Fraction())
    missing = len(members) - 1 - len(games)
    return _Record(number, score, len(games), score + missing * scores.win)


def _by_score(records: list[_Record]) -> list[list[_Record]]:
    tiers: dict[Fraction, list[_Record]] = defaultdict(list)
    for record in records:
        tiers[record.score].append(record)
    return [tiers[score] for score in sorted(tiers, reverse=True)]


def _by_certain_lead(records: list[_Record]) -> list[list[_Record]]:
    """Split off who leads whatever the missing games would have brought (6.3), from the top."""
    left = sorted(records, key=lambda record: record.score, reverse=True)
    tiers: list[list[_Record]] = []
    while len(left) > 1 and all(left[0].score > record.best for record in left[1:]):
        tiers.append([left.pop(0)])
    return [*tiers, left]
