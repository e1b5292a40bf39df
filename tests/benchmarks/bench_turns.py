"""How fast turns of uploaded bots are played: `python tests/benchmarks/bench_turns.py [SECONDS]`.
Prints figures, asserts none.

The whole site runs as `manage.py up` starts it, with its one runner of two threads, on its own
SQLite and broker unless the environment names others. Bots that answer at once play each other:
first one game alone, then 12 at once. All times are read from the rows of turns and runs. Last, a
claim among thousands of turns that wait.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.processes import processor_time
from tests.stack.site import running_site

SECONDS = 30
MANY = 12
WAITING = 3000
ALONE = 40
PATIENCE = 120.0
SOURCE = b"""
def choose(position, clock):
    return position.first_move(position.placements()[0])
"""


def main(seconds: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder) / "site", SUMENDI_DEMO="0") as site,
    ):
        print(site.shell("from tests.benchmarks.bench_turns import *; alone()"))
        runner = site.child("bots.runner")
        before = processor_time(runner)
        print(site.shell(f"from tests.benchmarks.bench_turns import *; together({seconds})"))
        print(f"{'  the runner computed':44}{processor_time(runner) - before:8.1f} s")
        print(site.shell("from tests.benchmarks.bench_turns import *; among_thousands()"))


def alone() -> None:
    """In the shell of the running site: one turn after the other."""
    from games.models import BotTurn, TurnState

    begin_games(1)
    done = BotTurn.objects.filter(state=TurnState.DONE)
    give_up = time.monotonic() + PATIENCE
    while done.count() < ALONE:
        assert time.monotonic() < give_up, "the turns were not played"
        begin_games(0 if BotTurn.objects.exclude(state=TurnState.DONE).exists() else 1)
        time.sleep(0.1)
    turns = list(done.prefetch_related("runs")[:ALONE])
    whole = [1000 * (turn.finished - turn.claimed).total_seconds() for turn in turns]
    sandbox = [1000 * turn.runs.all()[0].wall for turn in turns]
    cpu = [1000 * turn.runs.all()[0].cpu for turn in turns]
    waited = [1000 * (turn.claimed - turn.created).total_seconds() for turn in turns]
    show("from the claim to the stored move", whole, "goal < 150")
    show("  of which in the sandbox", sandbox, "goal < 60")
    show("  and without it", [a - b for a, b in zip(whole, sandbox, strict=True)])
    show("  the program computed", cpu)
    show("until it was claimed", waited)
    print(f"{'load of the machine':44}{os.getloadavg()[0]:8.1f}")


def show(what: str, values: list[float], goal: str = "") -> None:
    print(f"{what:44}{statistics.median(values):8.1f} ms median {max(values):8.1f} most  {goal}")


def together(seconds: int) -> None:
    """In the shell of the running site: as many turns as the runner can play."""
    from games.models import BotTurn, TurnState

    begin_games(MANY)
    time.sleep(2)
    done = BotTurn.objects.filter(state=TurnState.DONE)
    before, began = done.count(), time.monotonic()
    while time.monotonic() < began + seconds:
        time.sleep(1)
        waiting = BotTurn.objects.filter(state=TurnState.WAITING).count()
        begin_games(max(0, MANY - waiting - 2))
    turns = done.count() - before
    rate = turns / (time.monotonic() - began)
    print(f"{f'turns a second of {MANY} games at once':44}{rate:8.1f}    goal 12")
    cpu = sum(done.order_by("-finished").values_list("runs__cpu", flat=True)[:turns])
    print(f"{'  the programs computed':44}{cpu:8.1f} s in {seconds} s")


def begin_games(count: int) -> None:
    from sumendi_site.accounts.models import User
    from tests.games.bots.hosting import make_hosted_bot
    from tests.games.factories import make_game, make_user

    number = User.objects.count()
    for n in range(number, number + count):
        first, second = (
            make_hosted_bot(make_user(f"owner-{n}{seat}"), f"bot-{n}{seat}", SOURCE)
            for seat in "ab"
        )
        make_game(first, second, size=5, time_control="2m+2s")


def among_thousands() -> None:
    """In the shell of the running site, whose runner finds nothing to do: all of it happens in a
    transaction that is rolled back."""
    from django.db import transaction
    from django.utils import timezone

    from games.bots.turns import queue
    from games.models import BotTurn, BotVersion, Bout

    with transaction.atomic():
        versions = list(BotVersion.objects.select_related("bot__account")[:20])
        bouts = Bout.objects.bulk_create(
            Bout(check_of=versions[0], number=100 + n, size=5, position="") for n in range(WAITING)
        )
        BotTurn.objects.bulk_create(
            BotTurn(
                bout=bout,
                ply=1,
                seat="first",
                version=versions[n % len(versions)],
                owner_id=versions[n % len(versions)].bot.account.owner_id,
                rank=n % 4,
            )
            for n, bout in enumerate(bouts)
        )
        times = []
        for _ in range(15):
            began = time.process_time()
            assert queue.claim(timezone.now())
            times.append(1000 * (time.process_time() - began))
        transaction.set_rollback(True)
    show(f"a claim among {WAITING} turns that wait, computed", times)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
