"""What the dashboard costs with many games: `python tests/benchmarks/bench_dashboard.py`.

Prints figures, asserts none. Runs on a throwaway SQLite database, without a server in between.
"""

import logging
import os
import statistics
import sys
import time
from datetime import timedelta
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import (  # noqa: E402
    CaptureQueriesContext,
    setup_test_environment,
)
from django.utils import timezone  # noqa: E402

from games.models import Game  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.games.factories import (  # noqa: E402
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_user,
    some_moves,
)

RUNNING, FINISHED, OPPONENTS = 200, 30, 10
REPEATS = 30


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    amaia = make_user("amaia")
    play_much(amaia)
    client = Client()
    client.force_login(amaia)
    first, queries = look_for_the_first_time(client)
    again = statistics.median(seconds(client) for _ in range(REPEATS))
    print(f"dashboard with {Game.objects.running().count()} running games")
    print(f"queries        {queries:6}       goal <= 12")
    print(f"first look     {first * 1000:6.1f} ms")
    print(f"median look    {again * 1000:6.1f} ms    goal < 60")


def play_much(amaia: User) -> None:
    """Half of the running games wait for amaia; each has a position of its own."""
    others = [make_user(f"player-{number}") for number in range(OPPONENTS)]
    for number in range(RUNNING + FINISHED):
        other = others[number % OPPONENTS]
        seats = (amaia, other) if number % 4 < 2 else (other, amaia)
        moves = some_moves(24 + number % 2, size=5 + number % 3, seed=number)
        make = make_game if number < RUNNING else make_finished_game
        make(*seats, moves, size=5 + number % 3)
    for other in others:
        make_challenge(other, amaia)
        make_seek(amaia)
    User.objects.filter(pk=amaia.pk).update(looked_in=timezone.now() - timedelta(days=1))


def look_for_the_first_time(client: Client) -> tuple[float, int]:
    """A new visit, which is also written down: seconds and queries."""
    with CaptureQueriesContext(connection) as queries:
        took = seconds(client)
    return took, len(queries)


def seconds(client: Client) -> float:
    start = time.perf_counter()
    response = client.get("/dashboard/")
    took = time.perf_counter() - start
    assert response.status_code == 200
    return took


if __name__ == "__main__":
    main()
