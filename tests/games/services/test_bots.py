import uuid
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games import services
from games.house import LEVELS, RANDOM
from games.models import Bot, Game
from games.services import bots, errors
from games.services.house_bots import account_of
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, issue
from sumendi_site.notices.models import Notice
from tests.games.at_once import at_once
from tests.games.factories import (
    PASSWORD,
    make_bot,
    make_challenge,
    make_game,
    make_seek,
    make_user,
)


@pytest.fixture
def basalt(amaia):
    return make_bot(amaia)


def test_a_bot_belongs_to_who_registered_it(amaia):
    account = services.register_bot(amaia, "basalt", " Thinks slowly. ").account
    assert (account.kind, account.owner, account.about) == ("bot", amaia, "Thinks slowly.")


def test_the_same_key_again_gives_the_same_bot(amaia):
    key = uuid.uuid4()
    first = services.register_bot(amaia, "basalt", key=key)
    again = services.register_bot(amaia, "basalt", key=key)
    assert (again.account, first.repeated, again.repeated) == (first.account, False, True)


@pytest.mark.parametrize("name", ["amaia", "AMAIA", "Unai"])
def test_a_bot_gets_no_name_that_somebody_has(amaia, unai, name):
    with pytest.raises(errors.BotNameTaken):
        services.register_bot(amaia, name)


@pytest.mark.parametrize("name", ["", "b", "house-1", "guest-1", "bots", "b t", "bąk", "b\0t"])
def test_a_bot_is_named_by_the_rules_for_everybody(amaia, name):
    with pytest.raises(errors.BadBotName):
        services.register_bot(amaia, name)


@pytest.mark.parametrize("kind", [User.Kind.GUEST, User.Kind.BOT, User.Kind.HOUSE])
def test_only_people_register_bots(db, kind):
    with pytest.raises(errors.SignUpFirst):
        services.register_bot(make_user("somebody", kind=kind), "basalt")


def test_where_mail_goes_out_the_owners_address_must_be_confirmed(settings, amaia):
    settings.MAIL_CONFIGURED = True
    with pytest.raises(errors.SignUpFirst):
        services.register_bot(amaia, "basalt")
    EmailAddress.objects.create(user=amaia, email="amaia@example.org", verified=True)
    assert services.register_bot(amaia, "basalt").account.owner == amaia


def test_a_person_has_ten_bots_and_no_more(amaia):
    for number in range(bots.MOST_BOTS):
        make_bot(amaia, f"basalt-{number}")
    with pytest.raises(errors.TooManyBots) as refused:
        make_bot(amaia, "one-more")
    assert refused.value.retry_after is None


def test_retiring_makes_room_for_another_bot_only_the_next_day(amaia):
    for number in range(bots.MOST_BOTS):
        make_bot(amaia, f"basalt-{number}")
    services.retire_bot(amaia, "basalt-0")
    with pytest.raises(errors.TooManyBots) as refused:
        make_bot(amaia, "one-more")
    assert refused.value.retry_after > 86_000
    Bot.objects.update(created=timezone.now() - timedelta(days=1))
    assert make_bot(amaia, "one-more").is_active


@pytest.mark.django_db(transaction=True)
def test_of_two_bots_registered_at_once_the_eleventh_is_refused(amaia):
    for number in range(bots.MOST_BOTS - 1):
        make_bot(amaia, f"basalt-{number}")
    answers = at_once([lambda name=name: make_bot(amaia, name) for name in ("tuff", "pumice")])
    assert sorted(type(answer).__name__ for answer in answers) == ["TooManyBots", "User"]
    assert User.objects.filter(owner=amaia).count() == bots.MOST_BOTS


@pytest.mark.parametrize("password", ["", "!", PASSWORD])
def test_nobody_signs_in_to_the_pages_as_a_bot(client: Client, basalt, password):
    client.post("/accounts/login/", {"login": "basalt", "password": password})
    assert "_auth_user_id" not in client.session


def test_the_password_of_a_bot_cannot_be_reset(client: Client, basalt, mailoutbox):
    client.post("/accounts/password/reset/", {"email": "basalt"})
    assert not basalt.has_usable_password()
    assert not mailoutbox


def test_a_bot_plays_like_anybody(basalt, unai):
    seek = make_seek(basalt, rated=True)
    game = services.accept(unai, seek.pk)
    assert game.rated
    other = services.accept(basalt, make_challenge(unai, basalt, rated=True).pk)
    assert other.seat_of(basalt)


def test_a_bot_plays_the_house_bots(basalt):
    offer = make_challenge(basalt, account_of(RANDOM))
    assert offer.game.seat_of(basalt)


def test_bots_get_no_notices(amaia, unai, basalt):
    make_challenge(unai, basalt)
    game = make_game(basalt, unai, ["e5"])
    services.play(game.pk, unai, 2, "keep")
    services.say(game.pk, unai, "Kaixo")
    services.resign(game.pk, unai)
    assert not Notice.objects.filter(recipient=basalt).exists()


def test_a_retired_bot_is_closed_with_its_tokens_and_offers(amaia, unai, basalt):
    services.make_bot_token(amaia, "basalt", "mine", 30)
    seek, challenge = make_seek(basalt), make_challenge(unai, basalt)
    services.retire_bot(amaia, "basalt")
    for row in (basalt, seek, challenge):
        row.refresh_from_db()
    assert not basalt.is_active
    assert (seek.status, challenge.status) == ("withdrawn", "declined")
    assert not ApiToken.objects.exists()


def test_the_games_of_a_retired_bot_go_on(amaia, unai, basalt):
    game = make_game(unai, basalt)
    services.retire_bot(amaia, "basalt")
    services.play(game.pk, unai, 1, "e5")
    assert Game.objects.get().is_running


def test_retiring_twice_is_no_error(amaia, basalt):
    services.retire_bot(amaia, "basalt")
    assert not services.retire_bot(amaia, "basalt").is_active


def test_a_retired_bot_gets_no_token(amaia, basalt):
    services.retire_bot(amaia, "basalt")
    with pytest.raises(errors.BotRetired):
        services.make_bot_token(amaia, "basalt", "mine", 30)


ACTIONS = {
    "describe": lambda user, name: services.describe_bot(user, name, "Mine!"),
    "retire": services.retire_bot,
    "make a token": lambda user, name: services.make_bot_token(user, name, "mine", 30),
    "read the tokens": bots.tokens_of,
    "revoke a token": lambda user, name: services.revoke_bot_token(user, name, "0" * 16),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_others_do_nothing_with_a_bot(unai, basalt, action):
    with pytest.raises(errors.NotYourBot):
        ACTIONS[action](unai, "basalt")
    with pytest.raises(errors.NotYourBot):
        ACTIONS[action](basalt, "basalt")


@pytest.mark.parametrize("action", ACTIONS)
def test_people_and_names_of_nobody_are_no_bots(amaia, unai, action):
    for name in ("unai", "nobody", "\0", "x" * 500):
        with pytest.raises(errors.BotNotFound):
            ACTIONS[action](amaia, name)


@pytest.mark.parametrize("action", ACTIONS)
def test_house_bots_belong_to_nobody(amaia, action):
    name = account_of(LEVELS[0]).username
    with pytest.raises(errors.NotYourBot):
        ACTIONS[action](amaia, name)


def test_a_token_of_a_bot_is_for_playing_and_not_for_more_bots(amaia, basalt):
    token, _ = services.make_bot_token(amaia, "basalt", "mine", 30)
    assert (token.user, token.scopes) == (basalt, ["read", "play", "challenge"])


def test_the_token_of_another_bot_is_not_revoked(amaia, basalt):
    token, _ = issue(make_bot(amaia, "tuff"), "mine", [], 30)
    with pytest.raises(errors.NoSuchToken):
        services.revoke_bot_token(amaia, "basalt", token.code)


def test_a_bot_was_seen_when_any_of_its_tokens_was_used(amaia, basalt):
    now = timezone.now()
    assert bots.last_seen(bots.named("basalt")) is None
    for age in (3, 1, 2):
        token, _ = services.make_bot_token(amaia, "basalt", "mine", 30)
        token.note_use(now - timedelta(days=age))
    assert bots.last_seen(bots.named("basalt")) == now - timedelta(days=1)


def test_when_a_bot_was_seen_is_known_after_its_token_is_gone(amaia, basalt):
    now = timezone.now()
    token, _ = services.make_bot_token(amaia, "basalt", "mine", 30)
    token.note_use(now)
    services.revoke_bot_token(amaia, "basalt", token.code)
    assert bots.last_seen(bots.named("basalt")) == now
