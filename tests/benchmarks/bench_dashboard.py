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
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from games import services  # noqa: E402
from games.models import Game, Move  # noqa: E402
from games.rules import Position  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.games.factories import (  # noqa: E402
    in_hours,
    make_challenge,
    make_game,
    make_seek,
    make_user,
    some_moves,
)

RUNNING, FINISHED, OPPONENTS = 200, 30, 10
REPEATS = 30


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    amaia = make_user("amaia")
    play_much(amaia)
    # Without the instruments that Django's test environment puts into templates.
    client = Client(SERVER_NAME="localhost")
    client.force_login(amaia)
    first, queries = look_for_the_first_time(client)
    times, works = zip(*(look(client) for _ in range(REPEATS)), strict=True)
    print(f"dashboard with {Game.objects.running().count()} running games")
    print(f"queries        {queries:6}       goal <= 12")
    print(f"first look     {first * 1000:6.1f} ms")
    print(f"median look    {statistics.median(times) * 1000:6.1f} ms    goal < 60")
    print(f"its processor  {statistics.median(works) * 1000:6.1f} ms")


def play_much(amaia: User) -> None:
    """Half of the running games wait for amaia; each has a position of its own."""
    others = [make_user(f"player-{number}") for number in range(OPPONENTS)]
    for number in range(RUNNING + FINISHED):
        other = others[number % OPPONENTS]
        game = advanced_game(amaia, other, number)
        if number >= RUNNING:
            services.resign(game.pk, other)
    for other in others:
        make_challenge(other, amaia)
        make_seek(amaia)
    User.objects.filter(pk=amaia.pk).update(looked_in=timezone.now() - timedelta(days=1))


def advanced_game(amaia: User, other: User, number: int) -> Game:
    """A game in the middle, written as rows: playing so many would take minutes."""
    size = 5 + number % 3
    moves = some_moves(24, size=size, seed=number)
    position = Position.start(size)
    for move in moves:
        position = position.play(move) if move != "keep" else position
    to_move = amaia if number % 2 else other
    game = make_game(
        amaia,
        other,
        size=size,
        position=str(position),
        ply_count=len(moves),
        swapped=False,
        to_move=to_move,
        deadline=in_hours(1 + number),
    )
    Move.objects.bulk_create(
        Move(game=game, ply=ply, player=other, text=move) for ply, move in enumerate(moves, 1)
    )
    return game


def look_for_the_first_time(client: Client) -> tuple[float, int]:
    """A new visit, which is also written down: seconds and queries."""
    with CaptureQueriesContext(connection) as queries:
        took, _ = look(client)
    return took, len(queries)


def look(client: Client) -> tuple[float, float]:
    """Seconds that passed, and seconds of work, which other programs do not lengthen."""
    start, work = time.perf_counter(), time.process_time()
    response = client.get("/dashboard/")
    took = time.perf_counter() - start, time.process_time() - work
    assert response.status_code == 200
    return took


if __name__ == "__main__":
    main()
