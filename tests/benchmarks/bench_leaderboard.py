"""What a leaderboard costs: `python tests/benchmarks/bench_leaderboard.py`. Prints figures,
asserts none.

100,000 players, of whom a third are provisional, with six opponents each, on a throwaway SQLite
database, without a server in between. The rows of the ledger hold what a leaderboard reads; they
all name one game, told apart by their revision.
"""

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
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from ratings.models import LedgerEntry  # noqa: E402
from ratings.numbers import POINT  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.games.factories import make_finished_game, make_user  # noqa: E402

PLAYERS = 100_000
DISTANCES = (1, 2, 3)
REPEATS = 20


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    now = timezone.now()
    with transaction.atomic():
        User.objects.bulk_create(players(now), batch_size=5000)
        LedgerEntry.objects.bulk_create(entries(now), batch_size=5000)
    connection.cursor().execute("ANALYZE")
    for name, query in (
        ("leaderboard, first page", ""),
        ("people, first page", "?show=people"),
        ("bots, first page", "?show=bots"),
        ("who has played on size 5", "?size=5"),
        ("who has played on size 7, which is rare", "?size=7"),
        ("page 100", "?page=100"),
    ):
        show(name, f"/ratings/{query}")


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
            size=7 if place % 3000 == 0 else 5 + place % 2,
            half_points=2,
            rated=True,
            first_id=ids[first],
            second_id=ids[second],
            **{f"first_{name}": value for name, value in numbers.items()},
            **{f"second_{name}": value for name, value in numbers.items()},
        )


def show(name: str, url: str) -> None:
    client = Client()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        response = client.get(url)
        times.append(time.perf_counter() - start)
        assert response.status_code == 200
    first, middle = times[0], statistics.median(times)
    print(f"{name:44}{middle * 1000:8.1f} ms  (first {first * 1000:.0f})  goal < 50")


if __name__ == "__main__":
    main()
