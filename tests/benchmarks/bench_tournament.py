"""What a large event costs: `python tests/benchmarks/bench_tournament.py [players]`.

Prints figures, asserts none. Runs on a throwaway SQLite file, without a server in between.
Each round is paired, its games begin and its players are told; then all games end at once. At the
end its standings are looked at.
"""

import logging
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402
from django.db.models import F  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402

from games.models import Game  # noqa: E402
from sumendi_site.notices.models import Notice  # noqa: E402
from tests.tournaments.factories import (  # noqa: E402
    close,
    end_board,
    make_entries,
    make_tournament,
    start,
)
from tournaments.models import Tournament  # noqa: E402
from tournaments.services import pairing, publishing  # noqa: E402
from tournaments.services.events import event_of  # noqa: E402

ROUNDS = 11


def main(players: int) -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    tournament = make_tournament(rounds=ROUNDS, most_entries=players)
    make_entries(tournament, players)
    tournament = start(tournament)
    print(f"{players} players        goal of a round with 200: < 3 s in all")
    for number in range(1, ROUNDS + 1):
        play(tournament, number)
    event, _, queries = measured(lambda: event_of(tournament))
    print(f"the event as the engine takes it: {event * 1000:.0f} ms, {queries} queries")
    print(f"{Game.objects.count()} games, {Notice.objects.filter(kind='round').count()} notices")
    look_at_standings(tournament)


def play(tournament: Tournament, number: int) -> None:
    slug = tournament.slug
    paired, work, _ = measured(lambda: pairing.pair(None, slug))
    published, more_work, queries = measured(lambda: publishing.publish(None, slug, number))
    print(
        f"round {number}: paired in {paired:.2f} s, begun and told in {published:.2f} s; "
        f"of the processor {work + more_work:.2f} s; {queries} queries"
    )
    round_ = tournament.all_rounds.get(number=number)
    for board in round_.pairings.exclude(game=None).select_related("game__first", "game__second"):
        end_board(board)
    close(round_)


def look_at_standings(tournament: Tournament) -> None:
    """As a reader who is not signed in; the first look compiles the templates."""
    print(f"the page of the standings after {ROUNDS} rounds        goal: 8 queries, cached < 80 ms")
    reader = Client()
    look = partial(reader.get, tournament.get_absolute_url())
    for what in ("first look", "not computed", "computed", "not computed", "computed"):
        if what == "not computed":
            Tournament.objects.update(version=F("version") + 1)
        took, work, queries = measured(look)
        figures = f"{took * 1000:.0f} ms, of the processor {work * 1000:.0f} ms"
        print(f"{what:>14}: {figures}; {queries} queries")


def measured(act: Callable[[], object]) -> tuple[float, float, int]:
    """Seconds that passed, seconds of work, and queries."""
    with CaptureQueriesContext(connection) as queries:
        begin, work = time.perf_counter(), time.process_time()
        act()
        return time.perf_counter() - begin, time.process_time() - work, len(queries)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
