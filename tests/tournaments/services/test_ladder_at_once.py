"""Several beats at once: real threads and processes, each with transactions of its own."""

from collections import Counter

import pytest

from games.models import BotTurn, Game
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.games.bots.hosting import hosting_on
from tests.tournaments.bots import make_ladder_bot
from tournaments.models import LadderGame
from tournaments.services import ladder
from tournaments.services.ladder import beginning

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def make_bots():
    hosting_on()
    for name in ("basalt", "pumice", "obsidian"):
        make_ladder_bot(name)


def test_beats_at_once_begin_no_game_twice():
    make_bots()
    begun = at_once([ladder.pair] * 4)
    pairs = Counter(
        frozenset(two) for two in LadderGame.objects.values_list("game__first", "game__second")
    )
    assert sum(begun) == Game.objects.count() == 3
    assert set(pairs.values()) == {1}


def pair_and_be_killed():
    begin = beginning._begin

    def begin_and_be_killed(pairing, playing):
        begin(pairing, playing)
        die()

    beginning._begin = begin_and_be_killed
    ladder.pair()


def test_a_worker_that_is_killed_while_it_pairs_loses_and_doubles_nothing():
    make_bots()
    in_a_process_that_dies(pair_and_be_killed)
    assert not Game.objects.exists()
    assert ladder.pair() == LadderGame.objects.count() == BotTurn.objects.count() == 3
