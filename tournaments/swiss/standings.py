"""The standings of an event by a list of tie-breaks (FIDE C.07, article 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import groupby

from .event import Event, verify
from .tiebreaks.codes import ROUND_ROBIN_LIST, SWISS_LIST, Name, TieBreak, parse_list
from .tiebreaks.compute import values
from .tiebreaks.encounter import direct_encounter
from .tiebreaks.ratings import Ratings
from .tiebreaks.scores import Scores
from .tiebreaks.values import Encounter, Value


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line: the rank, shared by those whom no tie-break parts, and a value a code."""

    rank: int
    number: int
    values: tuple[Value, ...]


def standings(
    event: Event,
    tie_breaks: str | Sequence[TieBreak] | None = None,
    *,
    after: int | None = None,
    is_round_robin: bool = False,
) -> list[Standing]:
    """The lines of all players, the first first; equal ranks in order of pairing numbers.

    `tie_breaks` is a text like "BH/C1,SB" or a list as `parse_list` makes it; without one the
    usual list counts. `after` is the round after which the players stood so, by default the last
    finished one. Raises `UnknownTieBreak` for a code that is not used in such an event, and
    `BrokenEvent` if the event contradicts itself.
    """
    verify(event)
    if after is None:
        after = event.finished
    if not 0 <= after <= event.finished:
        raise ValueError(f"Round {after} is not finished; {event.finished} rounds are.")
    if tie_breaks is None:
        tie_breaks = ROUND_ROBIN_LIST if is_round_robin else SWISS_LIST
    elif isinstance(tie_breaks, str):
        tie_breaks = parse_list(tie_breaks)
    scores = Scores(event, after, is_round_robin)
    ratings = cache(partial(Ratings, scores))
    groups = [sorted(scores.numbers)]
    columns: list[dict[int, Value]] = []
    for tie_break in tie_breaks:
        if tie_break.name is Name.DIRECT_ENCOUNTER:
            columns.append(_encounters(scores, tie_break, groups))
        else:
            columns.append(values(scores, tie_break, ratings))
        groups = [part for group in groups for part in _parted(group, columns[-1], tie_break)]
    return [
        Standing(rank, number, tuple(column[number] for column in columns))
        for rank, group in _ranked(groups)
        for number in group
    ]


def _encounters(scores: Scores, tie_break: TieBreak, groups: list[list[int]]) -> dict[int, Value]:
    column: dict[int, Value] = {}
    for group in groups:
        if len(group) == 1:
            column[group[0]] = Value(tie_break, Fraction(0), Encounter())
            continue
        places = direct_encounter(scores, group, tie_break.forfeits_as_games)
        for number, (place, worked) in places.items():
            column[number] = Value(tie_break, Fraction(place), worked)
    return column


def _parted(group: list[int], column: dict[int, Value], tie_break: TieBreak) -> list[list[int]]:
    """A tied group in order of the value; no value comes last."""
    if len(group) == 1:
        return [group]
    sign = 1 if tie_break.lower_is_better else -1

    def key(number: int) -> tuple[bool, Fraction]:
        amount = column[number].amount
        return amount is None, Fraction(0) if amount is None else sign * amount

    return [list(equal) for _, equal in groupby(sorted(group, key=key), key=key)]


def _ranked(groups: list[list[int]]) -> list[tuple[int, list[int]]]:
    ranks, rank = [], 1
    for group in groups:
        ranks.append((rank, group))
        rank += len(group)
    return ranks
