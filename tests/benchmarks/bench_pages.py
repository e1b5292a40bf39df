"""What pages cost: `python tests/benchmarks/bench_pages.py`. Prints figures, asserts none.

Runs on a throwaway SQLite database, without a server in between.
"""

import logging
import os
import statistics
import sys
import time
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

from tests.games.factories import make_game, make_user, some_moves  # noqa: E402
from tests.games.views.transfer import busiest_game, compressed, transferred  # noqa: E402

REPEATS = 30


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    amaia, unai = make_user("amaia"), make_user("unai")
    busiest = busiest_game(amaia, unai)
    for seed in range(10):
        make_game(amaia, unai, some_moves(20, seed=seed))
    client = Client()
    client.force_login(unai)
    for name, url in (
        ("game page, busiest of size 7", busiest.get_absolute_url()),
        ("dashboard, 11 games", "/dashboard/"),
        ("lobby", "/play/"),
        ("home", "/"),
    ):
        show(name, client, url)
    total = sum(transferred(client.get(busiest.get_absolute_url()).content.decode()).values())
    print(
        f"{'game page with its styles and scripts, compressed':52}{total / 1000:6.1f} KB  goal < 60"
    )


def show(name: str, client: Client, url: str) -> None:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        response = client.get(url)
        times.append(time.perf_counter() - start)
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
    figures = f"{statistics.median(times) * 1000:6.1f} ms {len(queries):3} queries"
    print(f"{name:52}{figures} {compressed(response.content) / 1000:6.1f} KB compressed")


if __name__ == "__main__":
    main()
