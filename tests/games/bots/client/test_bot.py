"""A bot's process: what it forks, and what it writes, disturb nothing."""

from contextlib import suppress
from pathlib import Path

import pytest

from games.bots.client.sumendi.runner.bot import Bot, BotError
from games.bots.client.sumendi.runner.question import Ask, Question, Reply, Wrong
from tests.games.bots.client.running import run, running_bot
from tests.stack.site import until

START = Question(Ask.MOVE, "5/6/7/8/9/8/7/6/5 b")
FIND_PIPE = """
import os

def write(data):
    for name in os.listdir("/proc/self/fd"):
        try:
            path = os.readlink(f"/proc/self/fd/{name}")
            if int(name) > 2 and path.startswith("pipe:"):
                os.write(int(name), data)
        except OSError:
            pass

"""


def choosing(*lines):
    return "def choose(position, clock):\n" + "".join(f"    {line}\n" for line in lines)


def is_alive(pid):
    with suppress(OSError):
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_bot_that_forks_in_each_move_plays_on(pyz, write_bot):
    fork = "import os; os.fork()"
    file = write_bot(choosing(fork, "return position.first_move(position.placements()[0])"))
    done = run(pyz, "check", str(file), "--games", "1")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_bot_that_forks_while_it_is_loaded_plays(write_bot):
    file = write_bot("import os\nos.fork()\n" + choosing("return 'e5'"))
    with Bot(file) as bot:
        assert [bot.ask(START, 5), bot.ask(START, 5)] == ["e5", "e5"]


FORKING = "import os, time\nchild = os.fork()\nif not child: time.sleep(60)\nprint(child)\n"


@pytest.fixture
def forking(write_bot, tmp_path):
    """A bot with a fork that sleeps, and how to find that fork."""
    pid_file = tmp_path / "pid"
    source = FORKING.replace("print(child)", f"open({str(pid_file)!r}, 'w').write(f'{{child}} ')")

    def fork():
        until(lambda: pid_file.exists() and pid_file.read_text().endswith(" "))
        return int(pid_file.read_text())

    return lambda choose: write_bot(source + choose), fork


def test_what_a_bot_forked_ends_with_it(forking):
    write, fork = forking
    with Bot(write(choosing("return 'e5'"))) as bot:
        bot.ask(START, 5)
        assert is_alive(fork())
    until(lambda: not is_alive(fork()))


def test_the_end_of_a_bot_is_seen_while_its_fork_lives(forking):
    write, fork = forking
    with Bot(write(choosing("os._exit(4)"))) as bot:
        with pytest.raises(BotError, match="Its exit status was 4") as caught:
            bot.ask(START, 20)
        assert caught.value.wrong is Wrong.GONE
        until(lambda: not is_alive(fork()))


def test_what_a_bot_forked_ends_with_a_runner_that_is_killed(pyz, fake, forking, tmp_path):
    write, fork = forking
    bot = write(choosing("return 'e5'"))
    with running_bot(pyz, bot, fake.url, "0" * 64, log=tmp_path / "log") as running:
        pid = fork()
        running.process.kill()
        until(lambda: not is_alive(pid))


def test_a_reply_to_another_question_is_dropped(write_bot):
    stale = Reply("a1", number=7).line().encode() + b"\n"
    file = write_bot(FIND_PIPE + choosing(f"write({stale!r})", "return 'e5'"))
    with Bot(file) as bot:
        assert [bot.ask(START, 5), bot.ask(START, 5)] == ["e5", "e5"]


@pytest.mark.parametrize(
    "data",
    [b"[]\n", b"\xff\n", b"{}\n", b"null\n", b"[" * 100_000 + b"\n", b'{"move": 1, "wrong": 0}\n'],
)
def test_odd_bytes_among_the_replies_are_the_bot_s_fault(write_bot, data):
    file = write_bot(FIND_PIPE + choosing(f"write({data!r})", "return 'e5'"))
    with Bot(file) as bot, pytest.raises(BotError) as caught:
        bot.ask(START, 5)
    assert caught.value.wrong is Wrong.GARBLED


def test_a_reply_without_end_is_cut(write_bot):
    file = write_bot(FIND_PIPE + choosing("while True: write(b'x' * 65536)"))
    with Bot(file) as bot, pytest.raises(BotError, match="wrote where only its answers go"):
        bot.ask(START, 20)


def test_a_text_that_cannot_be_printed_is_told_all_the_same(pyz, write_bot):
    done = run(pyz, "check", str(write_bot(choosing("raise ValueError('\\ud800')"))))
    assert done.returncode == 1
    assert "\\ud800" in done.stdout
    assert "UnicodeEncodeError" not in done.stdout + done.stderr
