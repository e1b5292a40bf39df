from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Game, Offer
from games.services import errors
from sumendi_site.accounts.models import User
from tests.games.factories import make_terms, make_user


@pytest.fixture
def link(amaia):
    return services.invite(amaia, make_terms(size=5, seat="first"))


@pytest.fixture
def guest(db):
    return make_user("guest-123abc", kind=User.Kind.GUEST)


def test_a_friend_who_follows_the_link_gets_the_game(amaia, unai, link):
    game = services.accept_invite(unai, link.invite_code)
    assert (game.first, game.second, game.size) == (amaia, unai, 5)


def test_a_guest_can_follow_a_link_to_a_casual_game(guest, link):
    assert services.accept_invite(guest, link.invite_code).second == guest


def test_a_guest_cannot_follow_a_link_to_a_rated_game(amaia, guest):
    link = services.invite(amaia, make_terms(rated=True))
    with pytest.raises(errors.SignUpFirst):
        services.accept_invite(guest, link.invite_code)
    assert not Game.objects.exists()


def test_a_link_is_used_once(unai, stranger, link):
    services.accept_invite(unai, link.invite_code)
    with pytest.raises(errors.OfferGone):
        services.accept_invite(stranger, link.invite_code)
    assert Game.objects.count() == 1


def test_whoever_used_the_link_gets_the_same_game_again(unai, link):
    game = services.accept_invite(unai, link.invite_code)
    assert services.accept_invite(unai, link.invite_code) == game


def test_nobody_follows_an_own_link(amaia, link):
    with pytest.raises(errors.OwnOffer):
        services.accept_invite(amaia, link.invite_code)


@pytest.mark.parametrize("code", ["", "x", "0" * 400])
def test_a_link_that_never_was_leads_to_no_game(unai, code):
    services.open_seek(unai, make_terms())
    with pytest.raises(errors.OfferGone):
        services.accept_invite(unai, code)


def test_a_link_is_over_after_14_days(unai, link):
    later = timezone.now() + timedelta(days=14, seconds=1)
    with time_machine.travel(later), pytest.raises(errors.OfferGone):
        services.accept_invite(unai, link.invite_code)


def test_a_withdrawn_link_leads_to_no_game(amaia, unai, link):
    services.withdraw(amaia, link.pk)
    with pytest.raises(errors.OfferGone):
        services.accept_invite(unai, link.invite_code)


def test_a_link_is_no_seek(link):
    assert not Offer.objects.seeks()


@pytest.mark.parametrize("answer", [services.accept, services.decline])
def test_nobody_answers_a_link_by_the_number_of_its_offer(unai, link, answer):
    with pytest.raises(errors.NotYourOffer):
        answer(unai, link.pk)


def test_a_blocked_friend_cannot_follow_the_link(amaia, unai, link):
    services.block(amaia, unai)
    with pytest.raises(errors.Blocked):
        services.accept_invite(unai, link.invite_code)


def test_the_same_key_makes_one_link(amaia, link):
    assert services.invite(amaia, make_terms(), link.key) == link


def test_a_guest_makes_no_links(guest):
    with pytest.raises(errors.SignUpFirst):
        services.invite(guest, make_terms())
