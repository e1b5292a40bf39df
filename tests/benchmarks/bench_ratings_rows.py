"""What it takes to write the ledger's rows, apart from rating the games:
`python tests/benchmarks/bench_ratings_rows.py [GAMES]`. Prints figures, asserts none.

The games are those of `bench_ratings`, stored on a throwaway database, rated in memory, and then
written in one transaction, as a revision of them all is.
"""

import logging
import os
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection, transaction  # noqa: E402

from games.models import Game, GameStatus  # noqa: E402
from ratings.facts import GameFacts  # noqa: E402
from ratings.models import LedgerEntry  # noqa: E402
from ratings.replay import replay  # noqa: E402
from ratings.services.rows import insert_rows  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.benchmarks.bench_ratings import PLAYERS, make_games  # noqa: E402

GAMES, A_MILLION, AT_ONCE = 100_000, 1_000_000, 5000


def main(games: int) -> None:
    logging.disable(logging.WARNING)
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    entries = list(replay(make_stored_games(games)))
    begun, busy = time.perf_counter(), time.process_time()
    with transaction.atomic():
        insert_rows(entries, revision=0)
    taken, busy = time.perf_counter() - begun, time.process_time() - busy
    assert LedgerEntry.objects.count() == games
    print(f"{games:,} rows of {PLAYERS:,} players, one transaction, {connection.vendor}")
    print(
        f"written in {taken:.2f} s, of the processor {busy:.2f} s {games / taken:12,.0f} a second"
    )
    if games != A_MILLION:
        print(f"a million at this rate, not measured: {taken * A_MILLION / games:.0f} s")


def make_stored_games(number: int) -> Iterator[GameFacts]:
    """The games of the other benchmark, with accounts and games that the rows can point to."""
    players = range(1, min(PLAYERS, number) + 1)
    User.objects.bulk_create([User(pk=pk, username=f"player-{pk}") for pk in players], 500)
    facts = make_games(number)
    while some := list(islice(facts, AT_ONCE)):
        Game.objects.bulk_create(map(game_of, some), 500)
        yield from some


def game_of(facts: GameFacts) -> Game:
    return Game(
        pk=facts.game,
        first_id=facts.first.player,
        second_id=facts.second.player,
        size=facts.size,
        rated=True,
        swapped=False,
        time_control="3d",
        status=GameStatus.FINISHED,
        ply_count=facts.plies,
        termination=facts.termination,
        finished=facts.finished,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
