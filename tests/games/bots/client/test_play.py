"""The runner on a site that fails in all the ways it can, and with bots that do."""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.games.bots.client.fake_site import TOKEN, be_slow, hang_up, offer, on, refusing
from tests.games.bots.client.running import run, running_bot
from tests.stack.site import until


@pytest.fixture
def play(pyz, fake, tmp_path):
    """Starts the runner with a bot against the fake site. Its token is in no output, ever."""

    @contextmanager
    def start(bot, *options):
        log = tmp_path / "log"
        with running_bot(pyz, bot, fake.url, TOKEN, *options, log=log) as running:
            yield running
        assert TOKEN not in running.output()

    return start


def is_over(*games):
    return lambda: all(game.is_over for game in games)


def goes_on(game):
    """Some more moves were made than a single one that was lucky."""
    return lambda: len(game.moves) >= 6


@pytest.mark.parametrize("bot_is_second", [False, True])
def test_it_plays_a_game_to_its_end(play, fake, sample, bot_is_second):
    game = fake.add_game(1, bot_is_second=bot_is_second)
    with play(sample):
        until(is_over(game))
    assert len(game.moves) > 20


def test_it_plays_many_games_in_turn(play, fake, sample):
    games = [fake.add_game(number) for number in range(1, 7)]
    with play(sample):
        until(lambda: all(len(game.moves) > 8 for game in games))
    moves = [ask.path for ask in fake.asked if ask.path.endswith("/moves")]
    assert len(set(moves[:6])) == 6
    assert len(set(moves[6:12])) == 6


def test_a_game_that_begins_later_is_played(play, fake, sample):
    with play(sample) as running:
        running.says("Playing as rubble")
        until(lambda: fake.open_streams)
        game = fake.add_game(1)
        until(is_over(game))


def test_a_restart_of_the_site_in_mid_game_costs_nothing(play, fake, sample):
    game = fake.add_game(1)

    def stop_in_mid_game(handler):
        if handler.asked.method != "POST" or len(game.moves) < 4:
            return False
        handler.fake.stop()
        hang_up(handler)
        return True

    fake.faults.append(stop_in_mid_game)
    with play(sample) as running:
        running.says("No answer")
        fake.start()
        until(is_over(game))


@pytest.mark.parametrize(
    "fault",
    [
        refusing(429, "throttled", Retry_After="1"),
        refusing(503, "clocks_behind"),
        refusing(500, "server_error"),
        refusing(409, "wrong_ply"),
        hang_up,
        be_slow(0.5),
        lambda handler: handler.say(["what?"]),
    ],
)
def test_a_move_that_goes_wrong_on_its_way_is_made_all_the_same(play, fake, sample, fault):
    game = fake.add_game(1)
    fake.faults.append(on("POST", "games/1/moves", fault))
    with play(sample):
        until(goes_on(game))


def test_an_event_that_never_came_is_made_up_for_after_a_reconnect(play, fake, sample):
    def forget(handler):
        """A game begins untold, and the stream breaks."""
        handler.begin_stream()
        handler.write_line({"type": "hello", "since": 0})
        handler.fake.add_game(1)
        handler.fake.events.clear()
        handler.close_connection = True

    fake.faults.append(on("GET", "stream", forget))
    with play(sample):
        until(lambda: 1 in fake.games and goes_on(fake.games[1])())


@pytest.mark.parametrize(
    "body",
    [
        "return 'a1:b1-c1'",
        "raise KeyError('oops')",
        "return None",
        "import time; time.sleep(60)",
        "import os; os._exit(1)",
    ],
)
def test_a_bot_that_fails_twice_leaves_that_game_and_plays_the_others(play, fake, write_bot, body):
    bad, good = fake.add_game(1, size=6), fake.add_game(2, size=5)
    bot = write_bot(
        f"""
        def choose(position, clock):
            if position.size == 6:
                {body}
            return position.first_move(position.placements()[-1])
        """
    )
    with play(bot, "--limit", "1") as running:
        running.says("Game 1: left alone at ply 1, because the bot gives no move")
        until(goes_on(good))
        assert len(re.findall("ERROR Game 1, ply 1,", running.output())) == 2
    assert not bad.moves


BROKEN = """
    def choose(position, clock):
        raise KeyError("oops")
    """


def test_a_broken_bot_begins_nothing_new(play, fake, write_bot):
    fake.add_game(1)
    with play(write_bot(BROKEN), "--seek", "5,3d,rated") as running:
        running.says("left alone")
        until(lambda: not any(seek["status"] == "open" for seek in fake.seeks.values()))
        fake.challenges[7] = offer(7)
        fake.tell("challenge", offer=7)
        asked = len(fake.asked)
        until(lambda: len(fake.asked) > asked)
    assert fake.challenges[7]["status"] == "open"


def test_a_game_that_a_broken_bot_has_hardly_begun_is_called_off(play, fake, write_bot):
    game = fake.add_game(1)
    with play(write_bot(BROKEN)) as running:
        running.says("Game 1: called off")
    assert game.is_called_off


def test_the_token_of_a_person_is_refused(play, fake, sample):
    fake.kind = "person"
    game = fake.add_game(1)
    with play(sample) as running:
        assert running.process.wait(30) == 1
        assert "/bots/new/" in running.output()
    assert not game.moves


def test_a_bot_that_fails_once_is_asked_again(play, fake, write_bot):
    game = fake.add_game(1)
    bot = write_bot(
        """
        failures = [1]

        def choose(position, clock):
            if failures:
                failures.pop()
                raise ValueError("only once")
            return position.first_move(position.placements()[0])
        """
    )
    with play(bot) as running:
        until(goes_on(game))
        assert "ValueError: only once" in running.output()


def test_the_bot_is_told_its_clock_but_not_the_token(play, fake, write_bot):
    game = fake.add_game(1)
    bot = write_bot(
        """
        import os, sys

        def choose(position, clock):
            print(f"told {clock.seconds > 1e9} {clock.increment} {clock.deadline.isoformat()}")
            print("env", os.environ.get("SUMENDI_TOKEN"), "FEDCBA" in str(sys.argv).upper())
            return position.first_move(position.placements()[0])
        """
    )
    with play(bot) as running:
        until(goes_on(game))
        running.says("told True 0 2099-01-01T00:00:00")
        running.says("env None False")


def test_challenges_are_answered_by_the_policy(play, fake, sample):
    fake.challenges = {8: offer(8, rated=True), 9: offer(9, rated=False)}
    with play(sample, "--accept", "casual") as running:
        running.says("Declined the challenge of amaia")
        running.says("Game 9: accepted the challenge of amaia")
        until(lambda: 9 in fake.games and goes_on(fake.games[9])())
    assert {number: one["status"] for number, one in fake.challenges.items()} == {
        8: "declined",
        9: "accepted",
    }


def test_a_challenge_for_which_there_is_no_room_is_left_open(play, fake, write_bot):
    fake.add_game(1)
    fake.challenges = {9: offer(9)}
    with play(
        write_bot("def choose(position, clock):\n    return None\n"), "--games", "1"
    ) as running:
        running.says("left alone")
    assert fake.challenges[9]["status"] == "open"


def test_a_challenge_that_came_later_is_answered_at_once(play, fake, sample):
    with play(sample) as running:
        running.says("Playing as rubble")
        until(lambda: fake.open_streams)
        fake.challenges = {9: offer(9)}
        fake.tell("challenge")
        until(lambda: 9 in fake.games and goes_on(fake.games[9])())


def test_a_seek_is_made_once_and_withdrawn_at_the_end(play, fake, sample):
    with play(sample, "--seek", "5,3d,rated") as running:
        running.says("Looking for a game: 5,3d,rated")
        fake.tell("challenge")
        until(lambda: len(fake.requests("GET", "me")) > 2)
        assert running.interrupt() == 0
    assert [seek["status"] for seek in fake.seeks.values()] == ["withdrawn"]
    assert fake.requests("POST", "seeks")[0].body == {
        "size": 5,
        "time_control": "3d",
        "rated": True,
        "seat": "random",
    }


def test_a_seek_that_an_earlier_run_left_is_kept(play, fake, sample):
    fake.seeks = {4: offer(4, creator="rubble")}
    with play(sample, "--seek", "5,3d,rated") as running:
        running.says("Playing as")
        until(lambda: fake.requests("GET", "seeks") and fake.open_streams)
    assert not fake.requests("POST", "seeks")


def test_ctrl_c_ends_it_cleanly(play, fake, sample):
    with play(sample) as running:
        running.says("Playing as rubble")
        until(lambda: fake.open_streams)
        assert running.interrupt() == 0
        assert "Stopped. The games go on" in running.output()
        assert "Traceback" not in running.output()


def test_it_waits_for_a_site_that_is_not_there_yet(play, fake, sample):
    game = fake.add_game(1)
    fake.stop()
    with play(sample) as running:
        running.says("Asking again")
        fake.start()
        until(goes_on(game))


@pytest.mark.parametrize(
    ("status", "code"), [(401, "bad_token"), (401, "signed_out"), (403, "banned")]
)
def test_a_token_that_is_refused_ends_it(play, fake, sample, status, code):
    fake.faults.append(on("GET", "me", refusing(status, code)))
    with play(sample) as running:
        assert running.process.wait(20) == 1
        assert f"Refused: {code}" in running.output()


def test_a_token_that_is_revoked_meanwhile_ends_it(play, fake, sample):
    with play(sample) as running:
        running.says("Playing as")
        until(lambda: fake.open_streams)
        fake.faults.append(on("GET", "games", refusing(401, "bad_token")))
        fake.tell("challenge")
        assert running.process.wait(20) == 1


def test_a_token_without_the_scopes_is_told_which(play, fake, sample):
    fake.scopes = ["read"]
    with play(sample) as running:
        assert running.process.wait(20) == 1
        assert "lacks the scope challenge, play" in running.output()


def test_a_bot_that_cannot_be_loaded_is_told_before_anything_is_asked(play, fake, write_bot):
    with play(write_bot("import nothing_like_this")) as running:
        assert running.process.wait(20) == 1
        assert "ModuleNotFoundError" in running.output()
    assert not fake.asked


def test_it_needs_a_token(pyz, sample):
    done = run(pyz, "play", str(sample))
    assert done.returncode == 1
    assert "set SUMENDI_TOKEN" in done.stderr


@pytest.mark.parametrize("typo", [("--tokn", TOKEN), (f"--tokn={TOKEN}",), ("--games", TOKEN)])
def test_a_mistyped_option_does_not_show_the_token(pyz, sample, typo):
    done = run(pyz, "play", str(sample), *typo)
    assert done.returncode == 2
    assert TOKEN not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ("--seek", "9,3d,rated"),
        ("--seek", "5,3x,rated"),
        ("--seek", "5,3d"),
        ("--accept", "everything"),
        ("--accept", "none,rated"),
        ("--games", "0"),
        ("--limit", "-1"),
        ("--limit", "nan"),
    ],
)
def test_a_wrong_option_is_explained(pyz, sample, wrong):
    done = run(pyz, "play", str(sample), *wrong)
    assert done.returncode == 2
    assert f"argument {wrong[0]}: " in done.stderr


def test_a_move_that_only_the_site_finds_illegal_is_not_sent_for_ever(play, fake, sample):
    fake.add_game(1)
    fake.faults += [on("POST", "games/1/moves", refusing(400, "illegal_move"))] * 3
    with play(sample) as running:
        running.says("Game 1: left alone at ply 1, because the site refuses")
        fake.tell("yourTurn", game=1)
        good = fake.add_game(2)
        until(goes_on(good))
    assert len(fake.requests("POST", "games/1/moves")) == 1


def test_a_refused_seek_does_not_hold_up_the_games(play, fake, sample):
    game = fake.add_game(1)
    fake.faults.append(on("POST", "seeks", refusing(429, "too_many_offers", Retry_After="3600")))
    with play(sample, "--seek", "5,3d,rated") as running:
        running.says("No seek for 3600 s")
        until(goes_on(game))
    assert len(fake.requests("POST", "seeks")) == 1


def test_the_bot_ends_with_a_runner_that_is_killed(play, fake, write_bot, tmp_path):
    fake.add_game(1)
    pid_file = tmp_path / "pid"
    bot = write_bot(
        f"""
        import os, pathlib, time

        def choose(position, clock):
            pathlib.Path({str(pid_file)!r}).write_text(f"{{os.getpid()}}\\n")
            time.sleep(600)
        """
    )
    with play(bot) as running:
        until(lambda: pid_file.exists() and pid_file.read_text().endswith("\n"))
        running.process.kill()
        status = Path("/proc", pid_file.read_text().strip())
        until(lambda: not status.exists())
