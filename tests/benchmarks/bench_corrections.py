"""What the ledger costs: `python tests/benchmarks/bench_corrections.py`. Prints figures, asserts
none.

10,001 games of 500 players on a throwaway database: each rated as it finishes, then the
first of them previewed and annulled, so that all later ones are rated again.
"""

import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection, transaction  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from games import services as games  # noqa: E402
from games.models import ResultEvent  # noqa: E402
from ratings.models import LedgerEntry  # noqa: E402
from ratings.services import contradictions, follow, preview  # noqa: E402
from tests.games.factories import make_user  # noqa: E402
from tests.ratings.finished import finish_many  # noqa: E402

GAMES = 10_001
PLAYERS = 500


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    with transaction.atomic():
        finish_many([make_user(f"player-{number}") for number in range(PLAYERS)], GAMES)
    moderator = make_user("moderator", is_staff=True)
    show(f"rating {GAMES:,} games, a transaction each", lambda: follow(GAMES))
    show("  the same again, with nothing to do", follow)
    game = ResultEvent.objects.get(number=1).game_id
    show(f"preview of a change with {GAMES - 1:,} later games", lambda: preview(game, None))
    games.annul(game, moderator, "A benchmark.")
    show(f"revision of {GAMES:,} games", follow, "goal < 2")
    assert LedgerEntry.objects.count() == 2 * GAMES
    show("rebuilding and comparing all", lambda: list(contradictions()))


def show(what: str, act: Callable[[], object], goal: str = "") -> None:
    started, worked = time.perf_counter(), time.process_time()
    act()
    seconds, cpu = time.perf_counter() - started, time.process_time() - worked
    print(f"{what:52}{seconds:6.2f} s{cpu:8.2f} s computed  {goal}")


if __name__ == "__main__":
    main()
