"""Rows of the ledger for tests, told by what matters to the page under test."""

from itertools import count
from typing import Any

from django.utils import timezone

from games.models import Game
from ratings.models import LedgerEntry
from ratings.numbers import POINT
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.ratings.finished import finish

_places = count(1)


def make_entry(game: Game, **fields: Any) -> LedgerEntry:
    """What `game` did: 1500 for both before, the first player won at K 40."""
    values: dict[str, Any] = {
        "sequence": next(_places),
        "game": game,
        "finished": game.finished,
        "size": game.size,
        "half_points": 2,
        "rated": True,
    }
    for side, player, change in (("first", game.first, 20), ("second", game.second, -20)):
        values |= {
            side: player,
            f"{side}_before": 1500 * POINT,
            f"{side}_games": 0,
            f"{side}_k": 40,
            f"{side}_expected": 500_000,
            f"{side}_change": change * POINT,
            f"{side}_after": (1500 + change) * POINT,
            f"{side}_variance_before": 350.0**2,
            f"{side}_variance_after": 340.0**2,
        }
    return LedgerEntry.objects.create(**values | fields)


def make_established(username: str, opponents: list[User], **fields: Any) -> User:
    """A player whom nothing keeps from a leaderboard, with a rated game against each opponent."""
    values = {
        "rating": 1700 * POINT,
        "rated_games": 20,
        "rating_variance": 100.0**2,
        "last_rated_at": timezone.now(),
    }
    player = make_user(username, **values | fields)
    for number, opponent in enumerate(opponents):
        seats = (player, opponent) if number % 2 else (opponent, player)
        make_entry(finish(*seats, finished=timezone.now()))
    return player
