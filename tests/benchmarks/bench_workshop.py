"""What the workshop of a busy bot costs: `python tests/benchmarks/bench_workshop.py`. Prints
figures, asserts none.

30 versions, 600 finished games and 10,000 turns with their runs, on a throwaway SQLite database.
"""

import logging
import os
import random
import sys
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import (  # noqa: E402
    BotRun,
    BotTurn,
    BotVersion,
    Game,
    GameStatus,
    TurnState,
)
from games.rules import Position  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from tests.benchmarks.bench_pages import show  # noqa: E402
from tests.games.bots.hosting import hosting_on, make_version  # noqa: E402
from tests.games.factories import make_bot, make_user  # noqa: E402

VERSIONS, GAMES, TURNS, OPPONENTS = 30, 600, 10_000, 40


def main() -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    amaia = make_user("amaia")
    magma = make_bot(amaia, "magma")
    hosting_on()
    versions = [make_version(magma) for _ in range(VERSIONS)]
    played(magma, versions)
    owner, visitor = Client(), Client()
    owner.force_login(amaia)
    show("workshop, for its owner", owner, "/bots/magma/workshop/")
    show("its news alone", owner, "/bots/magma/workshop/?fragment=1")
    show("workshop, for a visitor", visitor, "/bots/magma/workshop/")
    show("all versions", owner, "/bots/magma/versions/")
    show("turns", owner, "/bots/magma/turns/")


def played(magma: User, versions: list[BotVersion]) -> None:
    """Games that never were, with as many turns in each."""
    chance = random.Random(1)
    others = User.objects.bulk_create(
        User(username=f"player-{number}", password="!") for number in range(OPPONENTS)
    )
    games = Game.objects.bulk_create(
        Game(
            size=5,
            first=magma,
            second=chance.choice(others),
            swapped=chance.random() < 0.5,
            time_control="3d",
            position=str(Position.start(5)),
            status=GameStatus.FINISHED,
            result=chance.choice(["black", "white", "draw"]),
            termination="score",
            finished=timezone.now(),
        )
        for _ in range(GAMES)
    )
    turns = BotTurn.objects.bulk_create(
        BotTurn(
            game=games[number % GAMES],
            ply=1 + number // GAMES,
            seat="first",
            version=versions[(number % GAMES) * VERSIONS // GAMES],
            owner=magma.owner,
            rank=0,
            state=TurnState.DONE,
            move="e5",
            tries=chance.random() < 0.01,
        )
        for number in range(TURNS)
    )
    BotRun.objects.bulk_create(
        BotRun(turn=turn, owner=magma.owner, wall=chance.random(), log="looking around\n" * 20)
        for turn in turns
    )


if __name__ == "__main__":
    main()
