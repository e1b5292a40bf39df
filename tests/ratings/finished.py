"""Finished games for the tests of the ledger, without the plies that nobody asks for here."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from games.models import Game, GameStatus, Result, Termination
from games.rules import Position
from games.services.results import append_result
from sumendi_site.accounts.models import User

DAY_ONE = datetime(2026, 1, 1, tzinfo=UTC)


@transaction.atomic
def finish(first: User, second: User, result: str = Result.BLACK, **fields: Any) -> Game:
    """A rated game that the first player, who is Black, has won; `fields` say otherwise."""
    ran_out = fields.pop("ran_out", None)
    game = Game.objects.create(
        **{
            "first": first,
            "second": second,
            "size": 5,
            "rated": True,
            "swapped": False,
            "time_control": "3d",
            "status": GameStatus.FINISHED,
            "position": str(Position.start(5)),
            "ply_count": 12,
            "result": result,
            "termination": Termination.TIMEOUT if ran_out else Termination.RESIGNATION,
            "finished": ran_out or DAY_ONE,
            **fields,
        }
    )
    append_result(game, ran_out=ran_out)
    return game


def finish_many(players: list[User], count: int) -> None:
    """Games in turn between neighbours at growing distances, one an hour, with all results."""
    results = (Result.BLACK, Result.WHITE, Result.BLACK, Result.DRAW, Result.WHITE)
    for number in range(count):
        first = players[number % len(players)]
        second = players[(number + 1 + number // len(players) % (len(players) - 1)) % len(players)]
        result = results[number % len(results)]
        at = DAY_ONE + timedelta(hours=number)
        if number % 11 == 0 and result != Result.DRAW:
            finish(first, second, result, ran_out=at)
        else:
            how = Termination.AGREEMENT if result == Result.DRAW else Termination.RESIGNATION
            finish(first, second, result, finished=at, termination=how)
