"""What the sweep costs: `python tests/benchmarks/bench_sweep.py`. Prints figures, asserts none.

100,000 running games on a throwaway SQLite database, of which 1,000 are due; then an outage that
is given back to all the others.
"""

import logging
import os
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from games import services  # noqa: E402
from games.models import Game, Heartbeat  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.games.factories import make_game, make_user, some_moves  # noqa: E402

GAMES = 100_000
DUE = 1_000
PLAYERS = 500


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    fill()
    started, worked = time.perf_counter(), time.process_time()
    flagged = services.keep_time()
    seconds, cpu = time.perf_counter() - started, time.process_time() - worked
    assert flagged == DUE
    print(f"{f'sweep over {GAMES:,} running games with {DUE:,} due':52}{seconds:6.2f} s  goal < 5")
    print(f"{'  of which this process computed':52}{cpu:6.2f} s")
    print(f"{'  for each flagged game':52}{seconds / DUE * 1000:6.2f} ms")
    Heartbeat.objects.update(last=timezone.now() - timedelta(hours=3))
    started = time.perf_counter()
    services.keep_time()
    seconds = time.perf_counter() - started
    print(f"{f'giving 3 hours back to {GAMES - DUE:,} games':52}{seconds:6.2f} s")


def fill() -> None:
    """Games like a played one, their deadlines spread over the last hour and the next two weeks."""
    players = [make_user(f"player-{number}") for number in range(PLAYERS)]
    game = make_game(players[0], players[1], some_moves(20, size=6), size=6)
    game.delete()
    now = timezone.now()
    Game.objects.bulk_create(
        (copy_of(game, players, number, now + deadline(number)) for number in range(GAMES)),
        batch_size=2000,
    )


def deadline(number: int) -> timedelta:
    if number < DUE:
        return timedelta(seconds=-1 - 3600 * number / DUE)
    return timedelta(hours=1) + timedelta(days=14) * (number / GAMES)


def copy_of(game: Game, players: list[User], number: int, deadline: datetime) -> Game:
    first, second = players[number % PLAYERS], players[(number + 1) % PLAYERS]
    return Game(
        size=game.size,
        first=first,
        second=second,
        swapped=False,
        time_control="3d",
        position=game.position,
        ply_count=game.ply_count,
        to_move=second if number % 2 else first,
        turn_started=deadline - timedelta(days=3),
        deadline=deadline,
        rated=True,
    )


if __name__ == "__main__":
    main()
