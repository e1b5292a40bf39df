"""`replay`: asking a bot at home what the site asked it."""

import json
import re

import pytest

from games.bots.client.sumendi.runner.bot import TOKEN_VARIABLE
from games.bots.client.sumendi.runner.replay import ask
from games.bots.protocol import Question
from games.rules import Position
from tests.games.bots.client.fake_site import TOKEN
from tests.games.bots.client.running import run


@pytest.fixture
def replay(pyz, fake):
    """Replays turn 7, in which the bot was asked this."""

    def replayed(file, *options, **asked):
        question = Question(
            game="9",
            size=5,
            position=str(Position.start(5)),
            moves=[],
            you=None,
            choose_side=False,
            budget_ms=10_000,
        )
        line = json.loads(question.line()) | asked
        fake.turn = {"id": 7, "ply": 1, "move": "e5", "question": json.dumps(line)}
        site = ("--bot", "rubble", "--url", fake.url, "--token", TOKEN)
        return run(pyz, "replay", "7", str(file), *site, *options)

    return replayed


def test_the_bot_is_asked_the_same_and_its_answer_told(replay, write_bot):
    file = write_bot("""
        from sumendi import Position
        def choose(position, clock):
            print("thinking about", position, "for", clock.seconds)
            assert isinstance(position, Position)
            return "d4"
        """)
    done = replay(file)
    assert done.returncode == 0, done.stderr
    assert "thinking about 5/6/7/8/9/8/7/6/5 b for 10.0" in done.stdout + done.stderr
    assert '"move": "d4"' in done.stdout
    assert re.search(r"It took \d+\.\d", done.stdout)
    assert "On the site it played e5." in done.stdout


def test_what_it_remembered_is_handed_to_it(replay, write_bot):
    file = write_bot("""
        memory = None
        def choose(position, clock):
            return memory["plan"]
        """)
    assert '"move": "c3"' in replay(file, memory={"plan": "c3"}).stdout


def test_its_traceback_is_shown(replay, write_bot):
    file = write_bot("def choose(position, clock):\n    return {}['d4']\n")
    done = replay(file)
    assert done.returncode == 1
    assert "KeyError: 'd4'" in done.stderr
    assert "It ended with status 1." in done.stdout


def test_an_illegal_move_is_told_with_its_reason(replay, write_bot):
    done = replay(write_bot("def choose(position, clock):\n    return 'a9'\n"))
    assert done.returncode == 1
    assert "'a9' is no legal move: " in done.stdout


def test_a_program_that_reads_the_lines_itself_is_replayed_too(replay, write_bot):
    file = write_bot("""
        import json
        told = json.loads(input())
        print("size", told["size"])
        print(json.dumps({"move": "d4"}))
        """)
    done = replay(file)
    assert done.returncode == 0, done.stderr
    assert "size 5\n" in done.stdout


def test_a_choice_of_side_is_replayed(replay, write_bot):
    file = write_bot("def choose(position, clock):\n    return 'd4'\n")
    done = replay(file, choose_side=True, position=str(Position.start(5).play("e5")))
    assert done.returncode == 0, done.stderr
    assert '"move": "swap"' in done.stdout


def test_a_program_that_does_not_end_is_stopped(replay, write_bot):
    file = write_bot("import time\ndef choose(position, clock):\n    time.sleep(60)\n")
    done = replay(file, "--limit", "0.5")
    assert done.returncode == 1
    assert "It was stopped: the time was over." in done.stdout


def test_a_folder_is_replayed_with_its_modules(replay, tmp_path):
    (tmp_path / "main.py").write_text("from engine import choose\n")
    (tmp_path / "engine.py").write_text("def choose(position, clock):\n    return 'd4'\n")
    for bot in (tmp_path, tmp_path / "main.py"):
        done = replay(bot)
        assert '"move": "d4"' in done.stdout, done.stderr


def test_what_is_no_program_is_told(replay, tmp_path):
    done = replay(tmp_path / "nothing.txt")
    assert done.returncode == 1
    assert "neither a Python file nor a folder with main.py" in done.stderr


def test_the_program_is_not_told_the_token(write_bot, monkeypatch):
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    file = write_bot("import json, os\nprint(json.dumps(dict(os.environ)))\n")
    output = ask(file, "{}", 10).output
    assert "PYTHONPATH" in output
    assert TOKEN not in output
