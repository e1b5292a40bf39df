"""Turns in the real sandboxes, with the library as programs find it."""

import io
import zipfile

import pytest

from games.bots.sandbox import Kind
from games.bots.turns import play_next
from games.models import BotRun, BotTurn, RunFault, TurnState
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import make_hosted_bot, make_version
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db

ENGINE = b"""
from sumendi import Position
def best(position: Position): return position.first_move("c3")
"""
MAIN = b"""
from engine import best
memory = []
def choose(position, clock):
    print("I have", clock.seconds, "s")
    memory.append(position.size)
    return best(position)
"""


def packed(**files: bytes) -> bytes:
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.py", text)
    return package.getvalue()


def test_a_package_plays_with_the_rules_and_its_own_modules(
    kind: Kind, amaia: User, unai: User
) -> None:
    account = make_hosted_bot(amaia)
    make_version(account, packed(main=MAIN, engine=ENGINE), file_name="bot.zip")
    make_game(account, unai)
    play_next(kind)
    turn = BotTurn.objects.get()
    assert (turn.state, turn.move, turn.memory) == (TurnState.DONE, "c3", "[5]")
    assert turn.runs.get().log == "I have 10.0 s"


def test_a_program_that_talks_json_itself_plays(kind: Kind, amaia: User, unai: User) -> None:
    source = b'import json; told = json.loads(input()); print(json.dumps({"move": "a1"}))'
    game = make_game(make_hosted_bot(amaia, source=source), unai)
    play_next(kind)
    assert game.moves.get().text == "a1"


def test_an_error_is_in_the_log_of_both_tries(kind: Kind, amaia: User, unai: User) -> None:
    make_game(make_hosted_bot(amaia, source=b"def choose(position, clock): return wrong"), unai)
    play_next(kind)
    runs = BotRun.objects.all()
    assert [run.fault for run in runs] == [RunFault.CRASH] * 2
    assert all(run.log.endswith("NameError: name 'wrong' is not defined") for run in runs)
