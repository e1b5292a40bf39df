import pytest

from games import services
from games.models import Game, Offer
from tests.api.clients import Caller, code_of
from tests.games.factories import make_seek, make_terms

pytestmark = pytest.mark.django_db

TERMS = {"size": 5, "rated": False, "time_control": "7d+1d"}
KEY = {"Idempotency_Key": "my-first-link"}


@pytest.fixture
def link(amaia):
    return services.invite(amaia, make_terms())


def test_a_link_is_made(amaia):
    answer = Caller(amaia).post("invites", TERMS)
    assert answer.status_code == 201
    code = Offer.objects.get().invite_code
    assert answer.json()["code"] == code
    assert answer.json()["url"] == f"http://localhost:8000/invite/{code}/"


def test_the_same_key_makes_one_link(amaia):
    caller = Caller(amaia)
    answers = [caller.post("invites", TERMS, **KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()


def test_a_key_is_not_good_for_other_terms(amaia):
    caller = Caller(amaia)
    caller.post("invites", TERMS, **KEY)
    answer = caller.post("invites", TERMS | {"rated": True}, **KEY)
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


def test_whoever_has_the_code_reads_the_invite(link):
    answer = Caller().get(f"invites/{link.invite_code}")
    assert (answer.status_code, answer.json()["creator"]["name"]) == (200, "amaia")


def test_a_code_that_leads_nowhere_is_not_found(amaia, unai):
    make_seek(amaia)
    for answer in (Caller().get("invites/nothing"), Caller(unai).post("invites/nothing/accept")):
        assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_a_friend_accepts(unai, link):
    answer = Caller(unai).post(f"invites/{link.invite_code}/accept")
    assert answer.json()["id"] == Game.objects.get().pk


def test_the_second_who_follows_a_link_comes_too_late(unai, stranger, link):
    Caller(unai).post(f"invites/{link.invite_code}/accept")
    answer = Caller(stranger).post(f"invites/{link.invite_code}/accept")
    assert code_of(answer) == "offer_gone"


def test_ones_own_link_is_for_a_friend(amaia, link):
    assert code_of(Caller(amaia).post(f"invites/{link.invite_code}/accept")) == "own_offer"


def test_the_list_has_ones_own_links_alone(amaia, unai, link):
    make_seek(amaia)
    mine = Caller(amaia).get("invites").json()["results"]
    assert [invite["code"] for invite in mine] == [link.invite_code]
    assert Caller(unai).get("invites").json()["results"] == []


def test_a_link_is_withdrawn_by_who_made_it(amaia, unai, link):
    path = f"invites/{link.invite_code}"
    assert code_of(Caller(unai).delete(path)) == "not_your_offer"
    assert Caller(amaia).delete(path).status_code == 204
    assert code_of(Caller(unai).post(f"{path}/accept")) == "offer_gone"


def test_the_number_of_an_invite_opens_nothing(amaia, unai, link):
    for path in (f"seeks/{link.pk}", f"challenges/{link.pk}"):
        assert Caller(amaia).get(path).status_code == 404
        assert Caller(unai).post(f"{path}/accept").status_code == 404
