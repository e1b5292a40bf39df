"""What a leaderboard costs: `python tests/benchmarks/bench_leaderboard.py`. Prints figures,
asserts none.

100,000 players, of whom a third are provisional, with six opponents each, on a throwaway database
(SQLite, or that of `DATABASE_URL`), without a server in between. The rows of the ledger hold what
a leaderboard counts; they all name one game, told apart by their revision.
"""

import itertools
import logging
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.rules import SIZES  # noqa: E402
from ratings.models import LedgerEntry, Listing  # noqa: E402
from ratings.numbers import POINT  # noqa: E402
from ratings.presenters.standings import Board, standings  # noqa: E402
from ratings.services.listings import recount  # noqa: E402
from ratings.views.leaderboard import A_PAGE  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.games.factories import make_finished_game, make_user  # noqa: E402

PLAYERS = 100_000
DISTANCES = (1, 2, 3)
REPEATS = 20


def main() -> None:
    print("Goal: each page under 50 ms, with at most 4 queries")
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    now = timezone.now()
    with transaction.atomic():
        User.objects.bulk_create(players(now), batch_size=5000)
        LedgerEntry.objects.bulk_create(entries(now), batch_size=5000)
    started = time.perf_counter()
    with transaction.atomic():
        recount(list(User.objects.all()))
    print(f"the rows of all leaderboards, counted in {time.perf_counter() - started:.1f} s")
    connection.cursor().execute("ANALYZE")
    for board, size in itertools.product(Board, (None, *SIZES)):
        show_board(board, size, now)


def show_board(board: Board, size: int | None, now: datetime) -> None:
    players = standings(board, size, now)
    number = players.count()
    name = f"{board}, {f'size {size}' if size else 'any board'}, {number:,} players"
    query = {"show": board.value} | ({"size": str(size)} if size else {})
    show(f"{name}: page 1", query)
    for page in dict.fromkeys((100, -(-number // A_PAGE))):
        if 1 < page <= -(-number // A_PAGE):
            place = (page - 1) * A_PAGE
            show(f"  page {page}", mark(query, "below", players[place - 1]))
            show("  the page above it", mark(query, "above", players[place]))


def mark(query: dict[str, str], side: str, row: Listing) -> dict[str, str]:
    """The query of the page beside this row, as the page before it has it."""
    points, rest = divmod(row.rating, POINT)
    return query | {side: f"{points}.{rest:06}-{row.player.username}"}


def players(now: datetime) -> Iterator[User]:
    source = random.Random(2026)
    for number in range(PLAYERS):
        yield User(
            username=f"player-{number}",
            kind=User.Kind.BOT if number % 10 == 0 else User.Kind.PERSON,
            rating=round(source.gauss(1500, 250) * POINT),
            rated_games=source.randrange(10, 100) if number % 3 else source.randrange(20),
            rating_variance=source.uniform(50, 160) ** 2,
            last_rated_at=now - timedelta(days=source.uniform(0, 120)),
        )


def entries(now: datetime) -> Iterator[LedgerEntry]:
    game = make_finished_game(make_user("amaia"), make_user("unai"))
    ids = list(User.objects.filter(username__startswith="player-").values_list("pk", flat=True))
    for place in range(len(ids) * len(DISTANCES)):
        first = place // len(DISTANCES)
        second = (first + DISTANCES[place % len(DISTANCES)]) % len(ids)
        numbers = {"before": 0, "games": 0, "k": 20, "expected": 0, "change": 0, "after": 0}
        numbers |= {"variance_before": 0, "variance_after": 0}
        yield LedgerEntry(
            sequence=place,
            revision=place,
            game=game,
            finished=now,
            size=7 if place % 997 == 0 else 5 + place % 2,
            half_points=2,
            rated=True,
            first_id=ids[first],
            second_id=ids[second],
            **{f"first_{name}": value for name, value in numbers.items()},
            **{f"second_{name}": value for name, value in numbers.items()},
        )


def show(name: str, query: dict[str, str]) -> None:
    client = Client()
    times = []
    with CaptureQueriesContext(connection) as queries:
        response = client.get("/ratings/", query)
        number = len(queries)
    assert response.context["rows"]
    busy = time.process_time()
    for _ in range(REPEATS):
        start = time.perf_counter()
        client.get("/ratings/", query)
        times.append(time.perf_counter() - start)
    busy = (time.process_time() - busy) / REPEATS * 1000
    middle = statistics.median(times) * 1000
    print(f"{name:44}{middle:7.1f} ms, of the processor{busy:6.1f} ms, {number} queries")


if __name__ == "__main__":
    main()
