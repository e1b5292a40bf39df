"""Invite links, as the inviter, a friend, a guest, a stranger and late comers see them."""

import uuid
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game, Offer
from sumendi_site.accounts.models import User
from tests.games.factories import make_terms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_came_before")]

JSON = {"HTTP_ACCEPT": "application/json"}
UNTIL = "%-d %B, %H:%M"
TERMS = {"size": "5", "seat": "first", "rated": "no", "time_control": "3d"}


@pytest.fixture
def link(amaia):
    return services.invite(amaia, make_terms(size=5))


def page_of(link):
    return reverse("invite", args=[link.invite_code])


def accept(client, link, **headers):
    return client.post(reverse("invite-accept", args=[link.invite_code]), **headers)


def test_a_person_makes_a_link_in_the_lobby(client, amaia):
    client.force_login(amaia)
    answer = client.post(reverse("invite-create"), TERMS | {"key": uuid.uuid4()})
    offer = Offer.objects.get()
    assert answer["Location"] == page_of(offer)
    assert (offer.creator, offer.opponent, offer.size) == (amaia, None, 5)


def test_a_link_for_a_named_player_is_refused(client, amaia, unai):
    client.force_login(amaia)
    terms = TERMS | {"key": uuid.uuid4(), "opponent": "unai"}
    answer = client.post(reverse("invite-create"), terms, **JSON)
    assert answer.json()["error"]["message"].startswith("opponent: A link is for whoever")
    assert not Offer.objects.exists()


def test_a_key_that_made_a_seek_makes_no_link(client, amaia):
    client.force_login(amaia)
    terms = TERMS | {"key": uuid.uuid4()}
    client.post(reverse("seek-create"), terms)
    answer = client.post(reverse("invite-create"), terms, **JSON)
    assert answer.json()["error"]["code"] == "form_sent_before"


def test_the_inviter_finds_the_link_to_copy_in_the_lobby(client, amaia, link):
    client.force_login(amaia)
    page = client.get(reverse("lobby")).content.decode()
    assert f'data-copy="http://testserver{page_of(link)}"' in page


def test_the_inviter_sees_the_link_instead_of_a_button_to_play(client, amaia, link):
    client.force_login(amaia)
    page = client.get(page_of(link)).content.decode()
    assert f'value="http://testserver{page_of(link)}"' in page
    assert reverse("invite-accept", args=[link.invite_code]) not in page


def test_a_visitor_sees_who_invites_to_what(client, link):
    page = client.get(page_of(link)).content.decode()
    assert "amaia invites you to a game" in page
    assert "size 5 · 3 days for each move · casual" in page
    assert ">Play</button>" in page


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("random", "chance decides who places first"),
        ("first", "amaia places first"),
        ("second", "amaia places second"),
    ],
)
def test_the_friend_reads_who_invites_to_which_game(client, amaia, seat, words):
    terms = make_terms(size=7, rated=True, seat=seat, time_control="7d+1d")
    page = client.get(page_of(services.invite(amaia, terms))).content.decode()
    assert "<h1>amaia invites you to a game</h1>" in page
    clock = "7 days at the start, plus 1 day for each move made, never more than 14 days"
    assert f"size 7 · {clock} · rated · {words}" in page


@pytest.mark.parametrize(
    ("rated", "words"),
    [
        (False, "No account needed: press Play and you are in the game as a guest."),
        (True, "This game is rated: sign in or sign up to play it."),
    ],
)
def test_a_visitor_reads_whether_an_account_is_needed(client, amaia, rated, words):
    link = services.invite(amaia, make_terms(rated=rated))
    assert words in client.get(page_of(link)).content.decode()


@pytest.mark.parametrize(
    ("rated", "words"),
    [
        (False, "Your friend can play without an account."),
        (True, "The game is rated, so your friend needs an account."),
    ],
)
def test_the_inviter_reads_until_when_and_for_whom_the_link_works(client, amaia, rated, words):
    link = services.invite(amaia, make_terms(rated=rated, seat="first"))
    client.force_login(amaia)
    page = client.get(page_of(link)).content.decode()
    assert f"It works once, until {link.expires:{UNTIL}}. {words}" in page
    assert "you place first" in page


def test_the_page_comes_back_after_signing_up(client, link):
    page = client.get(page_of(link)).content.decode()
    assert f"{reverse('account_signup')}?next={page_of(link)}" in page


def test_a_visitor_plays_at_once_as_a_guest(client, link):
    answer = accept(client, link)
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert User.objects.get(kind=User.Kind.GUEST) in (game.first, game.second)


def test_a_person_plays_under_the_own_name(client, unai, link):
    client.force_login(unai)
    accept(client, link)
    assert Game.objects.get().seat_of(unai)


def test_a_visitor_signs_in_for_a_rated_game(client, amaia):
    link = services.invite(amaia, make_terms(rated=True))
    page = client.get(page_of(link)).content.decode()
    assert ">Play</button>" not in page
    answer = accept(client, link, **JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "sign_up_first")
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()


def test_whoever_used_the_link_is_led_to_the_game(client, unai, link):
    client.force_login(unai)
    accept(client, link)
    assert client.get(page_of(link))["Location"] == Game.objects.get().get_absolute_url()


def test_a_used_link_says_so(client, unai, link):
    services.accept_invite(unai, link.invite_code)
    answer = client.get(page_of(link))
    assert answer.status_code == 410
    assert "This link has been used already." in answer.content.decode()


def test_a_late_comer_leaves_no_guest_behind(client, unai, link):
    services.accept_invite(unai, link.invite_code)
    assert accept(client, link).status_code == 409
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()


def test_an_expired_link_says_so(client, link):
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        answer = client.get(page_of(link))
    assert "This link has expired." in answer.content.decode()


def test_a_withdrawn_link_says_so(client, amaia, link):
    services.withdraw(amaia, link.pk)
    assert "This invitation was withdrawn." in client.get(page_of(link)).content.decode()


@pytest.mark.parametrize("code", ["nonsense", "x" * 300])
def test_a_link_that_never_was_is_not_found(client, code):
    assert client.get(f"/invite/{code}/").status_code == 404


def test_crawlers_keep_away_from_links(client, link):
    answer = client.get(page_of(link))
    assert answer["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


def test_looking_at_a_link_does_not_use_it(client, link):
    client.get(page_of(link))
    assert client.get(reverse("invite-accept", args=[link.invite_code])).status_code == 405
    assert not Game.objects.exists()


def test_a_guest_cannot_make_a_link(client):
    client.post("/play/bot/", {"bot": "pumice", "size": "5"})
    terms = TERMS | {"key": uuid.uuid4()}
    answer = client.post(reverse("invite-create"), terms, **JSON)
    assert answer.json()["error"]["code"] == "sign_up_first"


def test_a_visitor_signs_in_before_making_a_link(client):
    answer = client.post(reverse("invite-create"), TERMS | {"key": uuid.uuid4()})
    assert answer["Location"].startswith(reverse("account_login"))


def test_following_a_link_needs_the_token_of_the_page(link):
    assert accept(Client(enforce_csrf_checks=True), link).status_code == 403
