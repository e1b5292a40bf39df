import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games import services
from games.consistency import contradictions
from games.house import LEVELS, RANDOM
from games.models import Game, Move
from games.services import ending, errors
from games.services.guests import STAYS
from games.services.house_bots import account_of
from sumendi_site.accounts.models import User
from tests.games.factories import (
    PASSWORD,
    make_challenge,
    make_game,
    make_seek,
    make_terms,
    make_user,
)

LONG_AGO = timezone.now() - STAYS - timedelta(hours=1)


@pytest.fixture
def guest(db):
    return make_user("guest-123abc", kind=User.Kind.GUEST, date_joined=LONG_AGO)


def long_ago(game):
    Move.objects.filter(game=game).update(made=LONG_AGO)


def test_a_guest_offers_no_seeks(guest):
    with pytest.raises(errors.SignUpFirst):
        make_seek(guest)


def test_a_guest_challenges_nobody_but_house_bots(guest, amaia):
    with pytest.raises(errors.SignUpFirst):
        make_challenge(guest, amaia)
    assert make_challenge(guest, account_of(RANDOM)).game is not None


def test_a_guest_plays_no_rated_games(guest):
    with pytest.raises(errors.SignUpFirst):
        make_challenge(guest, account_of(RANDOM), rated=True)


def test_a_guest_accepts_no_seeks(guest, amaia):
    with pytest.raises(errors.SignUpFirst):
        services.accept(guest, make_seek(amaia).pk)
    assert not Game.objects.exists()


def test_a_guest_may_play_a_friend_again(guest, amaia):
    link = services.invite(amaia, make_terms())
    game = services.accept_invite(guest, link.invite_code)
    services.resign(game.pk, guest)
    rematch = services.rematch(game.pk, amaia)
    assert services.rematch(game.pk, guest).game is not None
    rematch.refresh_from_db()
    assert rematch.status == "accepted"


def test_a_guest_who_never_played_is_deleted_after_30_days(guest):
    assert services.prune_guests() == 1
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_of_29_days_stays(guest):
    assert services.prune_guests(now=LONG_AGO + timedelta(days=29)) == 0


def test_a_guest_with_a_recent_ply_stays(guest, amaia):
    make_game(guest, amaia, ["e5"])
    assert services.prune_guests() == 0


def test_a_ply_that_was_prepared_beforehand_does_not_bring_a_guest_back(guest, amaia):
    game = make_game(guest, amaia, ["e5", "swap"])
    Move.objects.filter(game=game).update(by_condition=True)
    assert services.prune_guests() == 1


def test_a_running_game_of_a_guest_who_left_is_resigned(guest, amaia):
    game = make_game(guest, amaia, ["e5", "swap"])
    long_ago(game)
    services.prune_guests()
    game.refresh_from_db()
    assert (game.termination, game.winner) == ("resignation", amaia)


def test_a_guest_who_waits_for_a_friend_stays(guest, amaia):
    game = make_game(guest, amaia, ["e5"])
    long_ago(game)
    assert services.prune_guests() == 0
    game.refresh_from_db()
    assert game.is_running


def test_a_guest_who_waits_for_a_house_bot_does_not_stay_for_it(guest):
    long_ago(make_game(guest, account_of(RANDOM), ["e5"]))
    assert services.prune_guests() == 1


def test_a_guest_who_comes_back_meanwhile_stays(guest, amaia, monkeypatch):
    long_ago(make_game(guest, amaia, ["e5", "swap"]))

    def begin_another(game_id, player):
        services.play_house_bot(player, RANDOM, 5)
        return services.resign(game_id, player)

    monkeypatch.setattr(ending, "resign", begin_another)
    assert services.prune_guests() == 0
    guest.refresh_from_db()
    assert guest.is_active


def test_a_guests_games_end_each_in_its_own_transaction(guest, amaia, monkeypatch):
    games = [make_game(guest, amaia, ["e5", "swap"]) for _ in range(2)]
    for game in games:
        long_ago(game)

    def fail_on_the_second(game_id, player):
        if game_id == games[1].pk:
            raise RuntimeError
        return services.resign(game_id, player)

    monkeypatch.setattr(ending, "resign", fail_on_the_second)
    services.prune_guests()
    running = Game.objects.running()
    assert list(running) == [games[1]]


def test_a_game_that_had_hardly_begun_is_cancelled(guest, amaia):
    game = make_game(guest, amaia)
    services.prune_guests()
    game.refresh_from_db()
    assert (game.termination, game.winner) == ("cancelled", None)


@pytest.mark.parametrize("moves", [[], ["e5"]])
def test_a_guest_who_hardly_began_with_a_house_bot_is_deleted_with_the_game(guest, moves):
    long_ago(make_game(guest, account_of(RANDOM), moves))
    assert services.prune_guests() == 1
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not Game.objects.exists()


@pytest.mark.parametrize("end", [services.cancel, services.resign])
def test_a_guest_who_ended_games_before_they_began_is_deleted_with_them(guest, end):
    for bot in (RANDOM, LEVELS[0]):
        end(make_game(guest, account_of(bot)).pk, guest)
    services.prune_guests()
    assert not User.objects.filter(pk=guest.pk).exists()
    assert list(contradictions()) == []


def test_a_tournaments_game_has_a_result_however_early_it_ends(guest):
    game = make_game(guest, account_of(RANDOM), event_label="Spring Open")
    services.resign(game.pk, guest)
    assert game.result_events.count() == 1


def test_a_guest_whose_first_clock_ran_out_is_deleted_with_the_game(guest):
    make_game(guest, account_of(RANDOM), deadline=LONG_AGO)
    assert services.flag_overdue() == 1
    services.prune_guests()
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_played_a_house_bot_keeps_that_game_and_no_other(guest):
    played = make_game(guest, account_of(RANDOM), ["e5", "keep", "a1"])
    long_ago(played)
    services.resign(played.pk, guest)
    services.cancel(make_game(guest, account_of(LEVELS[0])).pk, guest)
    services.prune_guests()
    assert list(Game.objects.all()) == [played]


def test_a_guest_with_games_stays_as_a_name_that_nobody_can_use(guest, amaia):
    game = make_game(guest, amaia, ["e5", "swap"])
    long_ago(game)
    assert services.prune_guests() == 1
    guest.refresh_from_db()
    assert (guest.is_active, guest.username) == (False, "guest-123abc")
    assert services.prune_guests() == 0


def test_the_name_of_a_sign_up_that_was_never_confirmed_is_free_again(guest, amaia):
    User.objects.filter(pk=guest.pk).update(username="nora", email="nora@example.org")
    long_ago(make_game(guest, amaia, ["e5", "swap"]))
    services.prune_guests()
    guest.refresh_from_db()
    assert re.fullmatch("guest-[0-9a-f]{6}", guest.username)


def test_the_address_of_a_sign_up_that_was_never_confirmed_is_free_again(guest, amaia):
    User.objects.filter(pk=guest.pk).update(email="nora@example.org")
    EmailAddress.objects.create(user=guest, email="nora@example.org", primary=True)
    long_ago(make_game(guest, amaia, ["e5", "swap"]))
    services.prune_guests()
    guest.refresh_from_db()
    assert (guest.email, EmailAddress.objects.count()) == ("", 0)


def test_a_guest_who_has_signed_up_stays_until_the_link_has_ended(guest, client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.force_login(guest)
    form = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    assert User.objects.get(pk=guest.pk).is_unconfirmed
    assert services.prune_guests() == 0
    assert services.prune_guests(now=timezone.now() + STAYS + timedelta(hours=1)) == 1


def test_history_is_whole_after_guests_have_left(guest, amaia):
    long_ago(make_game(guest, amaia, ["e5", "swap"]))
    services.prune_guests()
    assert list(contradictions()) == []


def test_people_are_never_pruned(db):
    make_user("amaia", date_joined=LONG_AGO)
    assert services.prune_guests() == 0


def test_one_bad_guest_does_not_stop_the_others(guest, monkeypatch, caplog):
    other = make_user("guest-456def", kind=User.Kind.GUEST, date_joined=LONG_AGO)
    delete = User.delete

    def fail_for_the_first(self):
        if self == guest:
            raise RuntimeError
        return delete(self)

    monkeypatch.setattr(User, "delete", fail_for_the_first)
    assert services.prune_guests() == 1
    assert not User.objects.filter(pk=other.pk).exists()
