"""Bots that stop for a while."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.bot_notices import tell_version
from games.bots.turns import play_next
from games.models import Bot, BotTurn, Game, TurnState
from games.services import downtime, pausing
from games.services.errors import BotRetired, NotYourBot
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.bots.hosting import FakeKind, make_hosted_bot
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def magma(amaia: User) -> User:
    return make_hosted_bot(amaia)


def test_a_paused_bot_has_clocks_that_run(magma: User, amaia: User, unai: User) -> None:
    game = make_game(magma, unai)
    pausing.pause_by_owner(amaia, "magma")
    assert Game.objects.get(pk=game.pk).deadline is not None
    assert BotTurn.objects.get().state == TurnState.DROPPED


def test_a_game_that_begins_meanwhile_has_a_clock(magma: User, amaia: User, unai: User) -> None:
    pausing.pause_by_owner(amaia, "magma")
    assert make_game(magma, unai).deadline is not None


def test_pausing_twice_keeps_the_first_reason(magma: User) -> None:
    assert pausing.pause(magma.bot, "First.")
    assert not pausing.pause(magma.bot, "Second.")
    assert Bot.objects.get().paused_why == "First."


def test_a_bot_that_goes_on_has_a_clean_slate(magma: User, amaia: User) -> None:
    Bot.objects.update(faults_in_a_row=5)
    assert pausing.pause_after_faults(magma.pk)
    account = pausing.resume(amaia, "magma")
    assert (account.bot.paused, account.bot.paused_why) == (None, "")
    assert account.bot.faults_in_a_row == 0


def test_four_faults_pause_nobody(magma: User) -> None:
    Bot.objects.update(faults_in_a_row=4)
    assert not pausing.pause_after_faults(magma.pk)


def test_the_owner_is_told_once_why_it_was_paused(magma: User, amaia: User) -> None:
    Bot.objects.update(faults_in_a_row=5)
    pausing.pause_after_faults(magma.pk)
    pausing.pause_after_faults(magma.pk)
    text = Notice.objects.get(recipient=amaia).text
    assert text.title == "magma was paused"
    assert "5 turns in a row" in text.body


@pytest.mark.parametrize("act", [pausing.pause_by_owner, pausing.resume])
def test_only_the_owner_decides(magma: User, unai: User, act: object) -> None:
    with pytest.raises(NotYourBot):
        act(unai, "magma")  # type: ignore[operator]


def test_a_retired_bot_does_not_come_back(magma: User, amaia: User) -> None:
    User.objects.filter(pk=magma.pk).update(is_active=False)
    with pytest.raises(BotRetired):
        pausing.resume(amaia, "magma")


def test_a_pause_gives_no_new_time(magma: User, amaia: User, unai: User) -> None:
    game = make_game(magma, unai)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        pausing.pause_by_owner(amaia, "magma")
        deadline = Game.objects.get(pk=game.pk).deadline
        clock.shift(timedelta(days=2))
        pausing.resume(amaia, "magma")
        assert Game.objects.get(pk=game.pk).deadline == deadline
        play_next(FakeKind())
    assert game.moves.get().seconds == 2 * 86_400


def test_an_outage_of_the_site_costs_a_resumed_bot_nothing(
    magma: User, amaia: User, unai: User
) -> None:
    game = make_game(magma, unai)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        pausing.pause_by_owner(amaia, "magma")
        pausing.resume(amaia, "magma")
        downtime.beat(timezone.now())
        clock.shift(timedelta(days=60))
        play_next(FakeKind())
    assert game.moves.count() == 1


def test_what_the_owner_paused_stays_so_though_its_faults_had_paused_it(
    magma: User, amaia: User
) -> None:
    pausing.mark_paused(magma.pk, pausing.BY_FAULTS)
    pausing.pause_by_owner(amaia, "magma")
    magma.bot.refresh_from_db()
    assert magma.bot.paused_why == pausing.BY_ITS_OWNER


def test_a_bot_can_be_paused_again_before_its_program_was_asked(
    magma: User, amaia: User, unai: User
) -> None:
    make_game(magma, unai)
    for _ in range(2):
        pausing.pause_by_owner(amaia, "magma")
        assert BotTurn.objects.get().state == TurnState.DROPPED
        pausing.resume(amaia, "magma")
        assert BotTurn.objects.get().state == TurnState.WAITING


def test_of_a_paused_bot_a_new_version_is_not_said_to_play(magma: User, amaia: User) -> None:
    pausing.pause_by_owner(amaia, "magma")
    tell_version(magma.bot.versions.get())
    assert Notice.objects.get().text.body == "magma is paused: it plays when you resume it."
