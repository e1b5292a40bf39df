"""The runner obeys the site: it waits as long as it is asked to, in reason."""

import time

import pytest

from games.bots.client.sumendi.client import Client
from games.bots.client.sumendi.runner.bot import Bot
from games.bots.client.sumendi.runner.play import Runner
from games.bots.client.sumendi.runner.policy import Policy
from tests.games.bots.client.fake_site import TOKEN, offer, on, refusing


class Slept(BaseException):
    """Instead of sleeping."""


@pytest.fixture
def first_pause(fake, sample, monkeypatch):
    """Runs the runner up to its first pause, which it tells in seconds. It has no stream."""

    def sleep(seconds):
        raise Slept(seconds)

    def run():
        with Bot(sample) as bot:
            bot.start()
            runner = Runner(Client(fake.url, TOKEN, patience=0), bot, Policy(), 1)
            monkeypatch.setattr(Runner, "_listen", lambda self: None)
            monkeypatch.setattr(time, "sleep", sleep)
            with pytest.raises(Slept) as caught:
                runner.run()
        return caught.value.args[0]

    return run


@pytest.mark.parametrize(("asked", "waited"), [("200", 200), ("999999999", 3600), ("0", 1)])
@pytest.mark.parametrize("path", ["me", "games"])
def test_it_waits_as_long_as_a_throttle_asks(fake, first_pause, path, asked, waited):
    fake.faults.append(on("GET", path, refusing(429, "throttled", Retry_After=asked)))
    assert first_pause() == waited


def test_it_waits_as_long_as_a_site_that_is_away_asks(fake, first_pause):
    fake.faults.append(on("GET", "games", refusing(503, "", Retry_After="300")))
    assert first_pause() == 300


def test_it_waits_when_the_answer_to_a_challenge_is_throttled(fake, first_pause):
    fake.challenges = {9: offer(9)}
    throttled = refusing(429, "throttled", Retry_After="200")
    fake.faults.append(on("POST", "challenges/9/accept", throttled))
    assert first_pause() == 200


@pytest.mark.parametrize("me", [{}, {"name": "x", "token": None}, {"name": [], "token": {}}])
def test_it_asks_again_who_it_is_when_the_site_tells_no_name(fake, first_pause, me):
    fake.faults.append(on("GET", "me", lambda handler: handler.say(me)))
    assert first_pause() == 1
