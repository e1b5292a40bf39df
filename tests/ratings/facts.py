"""Finished games, told by what matters to a test."""

from datetime import UTC, datetime, timedelta
from typing import Any

from ratings.facts import GameFacts, Seat

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


def days(number: float) -> datetime:
    """So many days after the first noon."""
    return NOON + timedelta(days=number)


def person(number: int) -> Seat:
    return Seat(number, number, is_bot=False)


def bot(number: int, owner: int) -> Seat:
    return Seat(number, owner, is_bot=True)


def make_facts(
    sequence: int = 1, first: Seat | int = 1, second: Seat | int = 2, **other: Any
) -> GameFacts:
    """A rated game that the first player won after forty plies; a number is a person's."""
    values: dict[str, Any] = {
        "game": sequence,
        "finished": NOON + timedelta(seconds=sequence),
        "size": 6,
        "first": person(first) if isinstance(first, int) else first,
        "second": person(second) if isinstance(second, int) else second,
        "half_points": 2,
        "agreed_rated": True,
        "is_event": False,
        "termination": "score",
        "plies": 40,
    }
    return GameFacts(sequence=sequence, **values | other)


def make_time_loss(
    sequence: int, loser: int, winner: Seat | int, ran_out: datetime, **other: Any
) -> GameFacts:
    """A game that `loser` (the first player) lost when the clock ran out."""
    return make_facts(
        sequence,
        loser,
        winner,
        **{
            "half_points": 0,
            "termination": "timeout",
            "timed_out": loser,
            "ran_out": ran_out,
            "finished": ran_out,
        }
        | other,
    )
