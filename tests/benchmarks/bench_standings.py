"""Standings of a large event: `python tests/benchmarks/bench_standings.py`. Asserts nothing.

The goal is that a page of 200 players and 11 rounds is made in under 80 ms with at most 8 queries,
of which its tables have a part.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ["SUMENDI_DATA"] = tempfile.mkdtemp(prefix="sumendi-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from sumendi_site.accounts.models import User  # noqa: E402
from tournaments.models import Entry, Pairing, Round, RoundState, State, Tournament  # noqa: E402
from tournaments.services.tables import standings, worked  # noqa: E402
from tournaments.swiss.event import Code, Colour, Event  # noqa: E402
from tournaments.swiss.generator import generate  # noqa: E402

PLAYERS, ROUNDS = 200, 11
TIE_BREAKS = "BH/C1,BH,SB,WIN,DE"
RUNS = 10


def by_score(event: Event) -> list[tuple[int, int | None]]:
    """Neighbours by score, whether they met or not: as good as any pairing to add up results."""
    present = [player for player in event.players if not event.is_absent(player)]
    ranked = sorted(present, key=lambda player: (-event.score(player), player.number))
    numbers: list[int | None] = [player.number for player in ranked]
    if len(numbers) % 2:
        numbers.append(None)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(white, black) for white, black in pairs if white is not None]


def store(event: Event) -> Tournament:
    """The event as rows, without games, which the tables do not look at."""
    users = User.objects.bulk_create(User(username=f"p{p.number}") for p in event.players)
    tournament = Tournament.objects.create(
        slug="bench",
        name="Bench",
        organiser=users[0],
        state=State.RUNNING,
        rounds=event.rounds,
        tie_breaks=TIE_BREAKS,
        first_seat_drawn="w",
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=user, number=p.number, rating=p.rating or 1500)
        for user, p in zip(users, event.players, strict=True)
    )
    by_number = {entry.number: entry for entry in entries}
    for number in range(1, event.finished + 1):
        _store_round(tournament, event, number, by_number)
    return tournament


def _store_round(
    tournament: Tournament, event: Event, number: int, entries: dict[int | None, Entry]
) -> None:
    round_ = Round.objects.create(
        tournament=tournament, number=number, state=RoundState.CLOSED, published=timezone.now()
    )
    boards = []
    for player in event.players:
        result = player.result(number)
        if result.opponent is None and result.code != Code.ALLOCATED_BYE:
            round_.unpaired[str(player.number)] = result.code
        elif result.opponent is None or result.colour is Colour.WHITE:
            theirs = event.by_number[result.opponent].result(number) if result.opponent else None
            boards.append(
                Pairing(
                    round=round_,
                    board=len(boards) + 1,
                    white=entries[player.number],
                    black=entries[result.opponent] if theirs else None,
                    white_code=result.code,
                    black_code=theirs.code if theirs else "",
                )
            )
    Pairing.objects.bulk_create(boards)
    round_.save()


def measure(name: str, work: Callable[[], object], prepare: Callable[[], object]) -> None:
    times, queries = [], 0
    for _ in range(RUNS):
        prepare()
        with CaptureQueriesContext(connection) as captured:
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        queries = len(captured)
    print(f"{name:40} {min(times) * 1000:6.1f} ms, {queries} queries")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    tournament = store(generate(PLAYERS, ROUNDS, seed=1, boards=by_score))

    def next_version() -> None:
        tournament.version += 1

    print(f"{PLAYERS} players, {ROUNDS} rounds, {TIE_BREAKS}")
    measure("standings of a new version", lambda: standings(tournament), next_version)
    measure("standings as they are kept", lambda: standings(tournament), lambda: None)
    measure("sums of a player, new version", lambda: worked(tournament, 7), next_version)
    measure("sums of a player as they are kept", lambda: worked(tournament, 7), lambda: None)


if __name__ == "__main__":
    main()
