"""What the archive costs: `python tests/benchmarks/bench_archive.py`. Prints figures, asserts none.

50,000 games of size 6 on a throwaway database, without a server in between: SQLite, or that of
`DATABASE_URL`, as `python -m tests.stack python tests/benchmarks/bench_archive.py` gives one. 400
games are played at random, each to its end, out of a small book of openings, as people have one;
the others are copies of these under the symmetries of the board, so that below the openings a
position is that of 125 games, which is more than random games would give, and a move leads nowhere
else as often as it would for people.
"""

import logging
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from copy import copy
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection, transaction  # noqa: E402
from django.db.models import Model  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import ArchiveCursor, ArchivedPosition, Game, Move, ResultEvent  # noqa: E402
from games.rules import Move as RulesMove  # noqa: E402
from games.rules import Position  # noqa: E402
from games.rules.symmetry import symmetries  # noqa: E402
from games.services import archive  # noqa: E402
from games.services.archive.following import archive as archive_game  # noqa: E402
from games.services.archive.indexing import rows_of  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.rules.strategies import random_move  # noqa: E402

GAMES = 50_000
WRITTEN = 2_000
"""So many are written row by row; the database copies them."""
PLAYED = 400
PLAYERS = 200
SIZE = 6
REPEATS = 15
BOOK = 4
"""Placements that come out of the book, the first of a few moves being the most frequent."""


def main() -> None:
    print("Goal: a search and the explorer's page under 100 ms; an export in constant memory")
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    source = random.Random(2026)
    played = [play(source) for _ in range(PLAYED)]
    fill(played, source)
    # PostgreSQL answers from an index alone only what was vacuumed, as it does by itself in time.
    postgresql = connection.vendor == "postgresql"
    connection.cursor().execute("VACUUM ANALYZE" if postgresql else "ANALYZE")
    rows = ArchivedPosition.objects.count()
    print(f"{GAMES:,} games with {rows:,} archived positions")
    if connection.vendor == "sqlite":
        print(f"the database has {database_size() / 1e6:,.0f} MB, the archive {share():.0%} of it")
    lines = sorted((line for line, _ in played), key=len)
    for depth in (0, 1, 2, 4, 8, 30):
        show_position(depth, [str(move) for move in lines[0][:depth]])
    show_filters()
    known.clear()
    show_following()
    show_export()


def play(source: random.Random) -> tuple[list[RulesMove], str]:
    """The placements of a game from the book on, and its result."""
    position, line = Position.start(SIZE), list[RulesMove]()
    while not position.is_over:
        if len(line) < BOOK:
            few = random.Random(str(position))
            choices = [random_move(position, few) for _ in range(6 + 6 * len(line))]
            move = choices[min(int(source.expovariate(0.5)), len(choices) - 1)]
        else:
            move = random_move(position, source)
        line.append(move)
        position = position.play(move)
    return line, str(position.score().result)


def fill(played: list[tuple[list[RulesMove], str]], source: random.Random) -> None:
    """Games, plies, results and archived positions, as services would have written them."""
    now = timezone.now()
    User.objects.bulk_create(User(username=f"player-{number}") for number in range(PLAYERS))
    players = list(User.objects.order_by("pk"))
    kinds, board = symmetries(), Position.start(SIZE).board
    ends = [last_of(line) for line, _ in played]
    for start in range(0, WRITTEN, 1000):
        games, texts = list[Game](), list[list[str]]()
        for number in range(start, start + 1000):
            line, result = played[number % PLAYED]
            first, second = source.sample(players, 2)
            kind = kinds[number // PLAYED % len(kinds)]
            moves = [str(kind.move(board, move)) for move in line]
            texts.append([moves[0], source.choice(["swap", "keep"]), *moves[1:]])
            games.append(
                Game(
                    size=SIZE,
                    rated=source.random() < 0.7,
                    first=first,
                    second=second,
                    swapped=texts[-1][1] == "swap",
                    time_control="3d",
                    status="finished",
                    position=str(kind.position(ends[number % PLAYED])),
                    ply_count=len(texts[-1]),
                    result=result,
                    termination="score",
                    finished=now - timedelta(days=source.randrange(900)),
                )
            )
        write(games, texts, source)
    for copies in range(1, GAMES // WRITTEN):
        for model in (Game, ResultEvent, Move, ArchivedPosition):
            copy_rows(model, copies * WRITTEN)
    ArchiveCursor.objects.update(last=GAMES)


def copy_rows(model: type[Model], shift: int) -> None:
    """Copy the rows of the games that were written; games and events get numbers so much higher."""
    fields = [field for field in model._meta.local_fields if field.column != "id" or model is Game]
    columns = [connection.ops.quote_name(field.column) for field in fields]
    numbers = ("id", "game_id", "number")
    values = [
        f"{name} + {shift}" if field.column in numbers else name
        for field, name in zip(fields, columns, strict=True)
    ]
    table = connection.ops.quote_name(model._meta.db_table)
    of_game = "id" if model is Game else "game_id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) "  # noqa: S608  # names of columns alone
            f"SELECT {', '.join(values)} FROM {table} WHERE {of_game} <= {WRITTEN}"
        )


def last_of(line: list[RulesMove]) -> Position:
    position = Position.start(SIZE)
    for move in line:
        position = position.play(move)
    return position


@transaction.atomic
def write(games: list[Game], texts: list[list[str]], source: random.Random) -> None:
    Game.objects.bulk_create(games)
    number = games[0].pk
    events = [
        ResultEvent(
            number=number + place,
            game=game,
            result=game.result,
            termination=game.termination,
            black=game.black,
            white=game.white,
            ply_count=game.ply_count,
            first_is_bot=source.random() < 0.2,
            second_is_bot=source.random() < 0.2,
        )
        for place, game in enumerate(games)
    ]
    ResultEvent.objects.bulk_create(events)
    plies = (
        Move(game=game, ply=ply, player=game.first, text=text)
        for game, moves in zip(games, texts, strict=True)
        for ply, text in enumerate(moves, start=1)
    )
    Move.objects.bulk_create(plies, batch_size=5000)
    rows = (
        row
        for event, moves in zip(events, texts, strict=True)
        for row in rows_like(event, moves, source.randrange(1200, 2200))
    )
    ArchivedPosition.objects.bulk_create(rows, batch_size=5000)
    ArchiveCursor.objects.update_or_create(pk=1, defaults={"last": events[-1].number})


def rows_like(event: ResultEvent, moves: list[str], rating: int) -> Iterator[ArchivedPosition]:
    """The rows of a game: copies of those of the first one with the same plies, for the time."""
    same = known.setdefault(" ".join(moves), [])
    if not same:
        same += rows_of(event, moves)
    for row in same:
        twin = copy(row)
        twin.game_id, twin.rating, twin.rated = event.game_id, rating, event.game.rated
        twin.bots, twin.finished = event.first_is_bot + event.second_is_bot, event.game.finished
        twin.year = twin.finished.year
        yield twin


known: dict[str, list[ArchivedPosition]] = {}


def show_position(depth: int, moves: list[str]) -> None:
    position = Position.start(SIZE)
    for move in moves:
        position = position.play(move)
    found = archive.games_with(position)
    name = f"{depth} placements, {found.count():,} games"
    show(f"{name}: search", lambda: list(found[:20]))
    show("  the explorer", lambda: archive.explore(position))
    client, query = Client(), {"position": str(position)}
    show("  the page", lambda: client.get("/archive/", query))
    show("  the last page of its games", lambda: client.get("/archive/", query | {"page": 10**6}))


def show_filters() -> None:
    client = Client()
    query = {"size": SIZE, "rated": "on", "rating": 1500, "between": "people", "since": 2024}
    show("the empty board, all filters: the page", lambda: client.get("/archive/", query))


def show_following() -> None:
    """What a game that finishes costs: its rows are written anew."""
    events = list(ResultEvent.objects.select_related("game").order_by("number")[:20])
    busy = time.process_time()
    for event in events:
        with transaction.atomic():
            archive_game(event)
    busy = (time.process_time() - busy) / len(events) * 1000
    print(f"{'archiving a finished game':48}{busy:7.1f} ms of the processor")


def show_export() -> None:
    games = Game.objects.all()
    for name, limit in (("a tenth of the games", GAMES // 10), ("all games", GAMES)):
        some = games.filter(pk__lte=games.order_by("pk")[limit - 1].pk)
        before, started, size = peak(), time.perf_counter(), 0
        for piece in archive.one_behind_the_other(some):
            size += len(piece)
        print(
            f"records of {name}: {size / 1e6:,.1f} MB in {time.perf_counter() - started:,.1f} s, "
            f"{peak() - before:,.1f} MB more memory at most"
        )
    before, started = peak(), time.perf_counter()
    archive.make_export()
    made = archive.newest_export()
    assert made is not None
    print(
        f"the file of {made.games:,} rated games: {made.size / 1e6:,.1f} MB in "
        f"{time.perf_counter() - started:,.1f} s, {peak() - before:,.1f} MB more memory at most"
    )
    before, started = peak(), time.perf_counter()
    size = sum(len(part) for part in archive.parts_of(made))
    print(
        f"sent: {size / 1e6:,.1f} MB in {time.perf_counter() - started:,.1f} s, "
        f"{peak() - before:,.1f} MB more memory at most"
    )


def peak() -> float:
    """The most memory that this process has ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def database_size() -> int:
    return _pragma("page_count") * _pragma("page_size")


def share() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT SUM(pgsize) FROM dbstat WHERE name LIKE '%archived%'")
        return float(cursor.fetchone()[0] or 0) / database_size()


def _pragma(name: str) -> int:
    with connection.cursor() as cursor:
        return int(cursor.execute(f"PRAGMA {name}").fetchone()[0])


def show(name: str, act: Callable[[], Any]) -> None:
    times = []
    with CaptureQueriesContext(connection) as queries:
        act()
        number = len(queries)
    busy = time.process_time()
    for _ in range(REPEATS):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    busy = (time.process_time() - busy) / REPEATS * 1000
    middle = statistics.median(times) * 1000
    print(f"{name:48}{middle:7.1f} ms, of the processor{busy:6.1f} ms, {number} queries")


if __name__ == "__main__":
    main()
