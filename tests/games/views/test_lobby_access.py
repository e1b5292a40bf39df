"""Who may do what with an offer, and in which form the answer comes."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Offer
from games.models.offer import OfferStatus
from tests.games.factories import make_challenge, make_seek, make_user

pytestmark = pytest.mark.django_db

ACTIONS = ("accept", "decline", "withdraw")
JSON = {"HTTP_ACCEPT": "application/json"}
TERMS = {"size": "6", "seat": "random", "rated": "no", "time_control": "3d"}


@pytest.fixture
def people():
    return {name: make_user(name) for name in ("amaia", "unai", "leire")}


def address(action, offer):
    return reverse(f"offer-{action}", args=[offer.pk])


@pytest.mark.parametrize(
    ("who", "action", "status"),
    [
        ("amaia", "accept", 409),
        ("amaia", "decline", 409),
        ("amaia", "withdraw", 200),
        ("unai", "accept", 200),
        ("unai", "decline", 200),
        ("unai", "withdraw", 403),
        ("leire", "accept", 403),
        ("leire", "decline", 403),
        ("leire", "withdraw", 403),
    ],
)
def test_a_challenge_is_answered_by_its_two_players_alone(client, people, who, action, status):
    challenge = make_challenge(people["amaia"], people["unai"])
    client.force_login(people[who])
    assert client.post(address(action, challenge), **JSON).status_code == status
    challenge.refresh_from_db()
    assert (challenge.status == OfferStatus.OPEN) == (status != 200)


@pytest.mark.parametrize(
    ("who", "action", "status"),
    [
        ("amaia", "accept", 409),
        ("amaia", "withdraw", 200),
        ("unai", "accept", 200),
        ("unai", "decline", 403),
        ("unai", "withdraw", 403),
    ],
)
def test_a_seek_is_for_everybody_but_its_creator(client, people, who, action, status):
    seek = make_seek(people["amaia"])
    client.force_login(people[who])
    assert client.post(address(action, seek), **JSON).status_code == status


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_is_sent_to_sign_in_and_changes_nothing(client, people, action):
    challenge = make_challenge(people["amaia"], people["unai"])
    answer = client.post(address(action, challenge))
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('lobby')}"
    challenge.refresh_from_db()
    assert challenge.status == OfferStatus.OPEN


@pytest.mark.parametrize("name", ["seek-create", "challenge-create"])
def test_a_stranger_cannot_offer_a_game(client, people, name):
    url = reverse(name, args=["unai"] if name == "challenge-create" else [])
    assert client.post(url, TERMS | {"key": uuid.uuid4()}).status_code == 302
    assert not Offer.objects.exists()


def test_a_signed_out_program_is_told_so(client, people):
    answer = client.post(address("accept", make_seek(people["amaia"])), **JSON)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "signed_out"


@pytest.mark.parametrize(
    "referer",
    [
        "http://elsewhere.test/trap",
        "http://testserver//elsewhere.test/trap",
        "http://testserver///elsewhere.test/trap",
        "http://testserver/\\elsewhere.test/trap",
    ],
)
def test_a_foreign_referer_is_not_followed_after_the_sign_in(client, people, referer):
    seek = make_seek(people["amaia"])
    answer = client.post(address("accept", seek), HTTP_REFERER=referer)
    assert answer["Location"].endswith(f"?next={reverse('lobby')}")


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("number", [0, 999_999, 10**40])
def test_an_offer_that_never_was_is_gone(client, people, action, number):
    client.force_login(people["amaia"])
    answer = client.post(reverse(f"offer-{action}", args=[number]), **JSON)
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "offer_gone"


@pytest.mark.parametrize("action", ACTIONS)
def test_looking_at_an_action_does_nothing(client, people, action):
    client.force_login(people["unai"])
    assert client.get(address(action, make_seek(people["amaia"]))).status_code == 405


def test_a_program_gets_the_offer_and_the_game_as_json(client, people):
    client.force_login(people["amaia"])
    url = reverse("seek-create")
    made = client.post(url, TERMS | {"key": uuid.uuid4()}, **JSON).json()
    client.force_login(people["unai"])
    accepted = client.post(reverse("offer-accept", args=[made["offer"]]), **JSON).json()
    assert accepted["url"] == reverse("game", args=[accepted["game"]])


def test_a_program_is_told_which_field_is_wrong(client, people):
    client.force_login(people["amaia"])
    terms = TERMS | {"key": uuid.uuid4(), "size": "9"}
    answer = client.post(reverse("seek-create"), terms, **JSON)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert (error["code"], error["message"]) == (
        "bad_terms",
        "size: The board's size is 5, 6 or 7.",
    )


def test_an_action_needs_the_token_of_the_page(people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["unai"])
    assert client.post(address("accept", make_seek(people["amaia"]))).status_code == 403


@pytest.mark.parametrize("headers", [{}, JSON])
def test_one_challenge_too_many_says_when_to_try_again(client, people, monkeypatch, headers):
    monkeypatch.setattr("games.services.offers.MOST_CHALLENGES_A_DAY_TO_ONE", 1)
    make_challenge(people["amaia"], people["unai"])
    client.force_login(people["amaia"])
    terms = {**TERMS, "key": str(uuid.uuid4())}
    answer = client.post(reverse("challenge-create", args=["unai"]), terms, **headers)
    assert answer.status_code == 429
    assert 86_000 < int(answer["Retry-After"]) <= 86_400
