from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Bot, BotFault, FaultKind
from games.services import errors, faults
from sumendi_site.accounts.models import User
from tests.games.at_once import at_once
from tests.games.factories import make_bot, make_game, make_user


@pytest.fixture
def basalt(amaia):
    return make_bot(amaia)


@pytest.fixture
def game(basalt, unai):
    """The bot is to place its first volcano."""
    return make_game(basalt, unai)


def kinds(bot):
    return list(BotFault.objects.filter(bot=bot.pk).values_list("kind", flat=True))


def test_an_illegal_move_of_a_bot_is_remembered(game, basalt):
    with pytest.raises(errors.NotALegalMove):
        services.play(game.pk, basalt, 1, "a9")
    fault = BotFault.objects.get()
    assert (fault.bot.account, fault.game, fault.kind) == (basalt, game, FaultKind.ILLEGAL)
    assert fault.detail.startswith("Ply 1, “a9”: ")


@pytest.mark.parametrize("text", ["", "knight to f3", "e5\0\ud800", "e" * 5000])
def test_an_unreadable_move_of_a_bot_is_remembered(game, basalt, text):
    with pytest.raises(errors.BadMoveText):
        services.play(game.pk, basalt, 1, text)
    assert kinds(basalt) == [FaultKind.UNREADABLE]
    assert BotFault.objects.get().detail.isprintable()


def test_a_loss_on_time_of_a_bot_is_remembered(game, basalt):
    game.deadline = timezone.now() - timedelta(seconds=1)
    game.save()
    assert services.flag(game, timezone.now())
    assert kinds(basalt) == [FaultKind.TIMEOUT]


def test_the_win_on_time_of_a_bot_is_no_fault(basalt, unai):
    game = make_game(unai, basalt, deadline=timezone.now() - timedelta(seconds=1))
    assert services.flag(game, timezone.now())
    assert kinds(basalt) == []


def test_moving_out_of_turn_is_no_fault(basalt, unai):
    game = make_game(unai, basalt)
    with pytest.raises(errors.NotYourTurn):
        services.play(game.pk, basalt, 1, "nonsense")
    assert kinds(basalt) == []


@pytest.mark.parametrize("kind", [User.Kind.PERSON, User.Kind.GUEST])
def test_nothing_is_noted_of_people(unai, kind):
    player = make_user("somebody", kind=kind)
    with pytest.raises(errors.BadMoveText):
        services.play(make_game(player, unai).pk, player, 1, "nonsense")
    assert not BotFault.objects.exists()


def test_the_newest_faults_are_kept_and_all_are_counted(monkeypatch, game, basalt):
    monkeypatch.setattr(faults, "KEPT", 3)
    for number in range(5):
        faults.note_fault(basalt, game.pk, FaultKind.ILLEGAL, str(number))
    assert [fault.detail for fault in BotFault.objects.all()] == ["4", "3", "2"]
    assert Bot.objects.get().faults == 5


@pytest.mark.django_db(transaction=True)
def test_faults_in_two_games_at_once_are_both_counted(game, basalt, unai):
    other = make_game(basalt, unai)
    at_once([lambda pk=pk: services.play(pk, basalt, 1, "x") for pk in (game.pk, other.pk)])
    assert Bot.objects.get().faults == len(kinds(basalt)) == 2
