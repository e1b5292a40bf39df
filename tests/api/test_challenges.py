import pytest

from games import services
from games.house import RANDOM
from games.models import Game, Offer
from games.services.offers import MOST_CHALLENGES_A_DAY_TO_ONE
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.api.clients import Caller, code_of
from tests.games.factories import make_bot, make_challenge, make_seek, make_user

pytestmark = pytest.mark.django_db

TERMS = {"opponent": "unai", "size": 5, "rated": False, "time_control": "3d"}
KEY = {"Idempotency_Key": "my-first-challenge"}


@pytest.fixture
def challenge(amaia, unai):
    return make_challenge(amaia, unai)


def test_a_challenge_goes_to_the_player_who_is_named(amaia, unai):
    answer = Caller(amaia).post("challenges", TERMS | {"opponent": "UNAI"})
    assert answer.status_code == 201
    assert answer.json()["opponent"]["name"] == "unai"
    assert Notice.objects.filter(recipient=unai).exists()


@pytest.mark.parametrize("name", ["nobody", "", "x" * 100])
def test_a_name_that_nobody_has_is_named_as_the_error(amaia, name):
    answer = Caller(amaia).post("challenges", TERMS | {"opponent": name})
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    assert "opponent" in answer.json()["errors"]


def test_one_cannot_challenge_oneself(amaia):
    answer = Caller(amaia).post("challenges", TERMS | {"opponent": "amaia"})
    assert code_of(answer) == "cannot_challenge"


def test_a_guest_cannot_be_challenged(amaia):
    make_user("unai", kind=User.Kind.GUEST)
    assert code_of(Caller(amaia).post("challenges", TERMS)) == "cannot_challenge"


def test_a_closed_account_cannot_be_challenged(amaia):
    make_user("unai", is_active=False)
    assert code_of(Caller(amaia).post("challenges", TERMS)) == "cannot_challenge"


def test_blocked_players_do_not_challenge_each_other(amaia, unai):
    services.block(unai, amaia)
    answer = Caller(amaia).post("challenges", TERMS)
    assert (answer.status_code, code_of(answer)) == (403, "blocked")
    assert "unai has blocked you" in answer.json()["detail"]


def test_who_pesters_others_is_told_when_to_try_again(amaia, unai):
    for _ in range(MOST_CHALLENGES_A_DAY_TO_ONE):
        services.decline(unai, make_challenge(amaia, unai).pk)
    answer = Caller(amaia).post("challenges", TERMS)
    assert (answer.status_code, code_of(answer)) == (429, "too_many_offers")
    assert int(answer["Retry-After"]) > 80_000


def test_a_house_bot_accepts_at_once_also_the_first_time(amaia):
    answer = Caller(amaia).post("challenges", TERMS | {"opponent": RANDOM.username})
    assert (answer.status_code, answer.json()["status"]) == (201, "accepted")
    assert answer.json()["game"] == Game.objects.get().pk


def test_the_same_key_challenges_once(amaia, unai):
    caller = Caller(amaia)
    answers = [caller.post("challenges", TERMS, **KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()


def test_the_same_key_gives_the_challenge_also_after_a_block(amaia, unai):
    caller = Caller(amaia)
    caller.post("challenges", TERMS, **KEY)
    services.block(unai, amaia)
    again = caller.post("challenges", TERMS, **KEY)
    assert (again.status_code, again.json()["status"]) == (200, "declined")


def test_a_key_is_not_good_for_another_opponent(amaia, unai, stranger):
    caller = Caller(amaia)
    caller.post("challenges", TERMS, **KEY)
    again = caller.post("challenges", TERMS | {"opponent": "stranger"}, **KEY)
    assert (again.status_code, code_of(again)) == (422, "idempotency_key_reused")


def test_both_players_list_it_and_nobody_else(amaia, unai, stranger, challenge):
    make_seek(amaia)
    listed = {
        player.username: [
            offer["id"] for offer in Caller(player).get("challenges").json()["results"]
        ]
        for player in (amaia, unai, stranger)
    }
    assert listed == {"amaia": [challenge.pk], "unai": [challenge.pk], "stranger": []}


def test_the_list_has_open_challenges_alone(amaia, unai, challenge):
    services.decline(unai, challenge.pk)
    assert Caller(amaia).get("challenges").json()["results"] == []


def test_both_players_read_it(amaia, unai, challenge):
    for player in (amaia, unai):
        assert Caller(player).get(f"challenges/{challenge.pk}").json()["id"] == challenge.pk


def test_others_do_not_learn_that_it_exists(stranger, challenge):
    caller, path = Caller(stranger), f"challenges/{challenge.pk}"
    answers = [
        caller.get(path),
        caller.delete(path),
        caller.post(f"{path}/accept"),
        caller.post(f"{path}/decline"),
    ]
    assert {(answer.status_code, code_of(answer)) for answer in answers} == {(404, "not_found")}


def test_a_challenge_is_read_with_its_scope_alone(challenge):
    assert code_of(Caller().get(f"challenges/{challenge.pk}")) == "signed_out"
    assert code_of(Caller().get("challenges")) == "signed_out"


def test_a_seek_is_no_challenge(amaia):
    assert Caller(amaia).get(f"challenges/{make_seek(amaia).pk}").status_code == 404


@pytest.mark.parametrize("number", [0, 2**63, 10**30])
def test_a_number_that_no_challenge_has_is_not_found(amaia, number):
    assert Caller(amaia).get(f"challenges/{number}").status_code == 404


def test_accepting_begins_the_game(amaia, unai, challenge):
    answer = Caller(unai).post(f"challenges/{challenge.pk}/accept")
    assert answer.json()["id"] == Game.objects.get().pk
    read = Caller(amaia).get(f"challenges/{challenge.pk}").json()
    assert (read["status"], read["game"]) == ("accepted", answer.json()["id"])


def test_declining_says_so(unai, challenge):
    answer = Caller(unai).post(f"challenges/{challenge.pk}/decline")
    assert (answer.status_code, answer.json()["status"]) == (200, "declined")


def test_a_declined_challenge_is_gone(unai, challenge):
    caller = Caller(unai)
    caller.post(f"challenges/{challenge.pk}/decline")
    assert code_of(caller.post(f"challenges/{challenge.pk}/accept")) == "offer_gone"


def test_ones_own_challenge_is_withdrawn_and_not_answered(amaia, challenge):
    caller = Caller(amaia)
    for answer in ("accept", "decline"):
        assert code_of(caller.post(f"challenges/{challenge.pk}/{answer}")) == "own_offer"
    assert caller.delete(f"challenges/{challenge.pk}").status_code == 204
    assert Offer.objects.get().status == "withdrawn"


def test_a_challenge_from_others_is_declined_and_not_withdrawn(unai, challenge):
    assert code_of(Caller(unai).delete(f"challenges/{challenge.pk}")) == "not_your_offer"


def test_a_bot_whose_owner_has_left_cannot_be_challenged(amaia, unai):
    make_bot(amaia, "basalt")
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    answer = Caller(unai).post("challenges", TERMS | {"opponent": "basalt"})
    assert (answer.status_code, code_of(answer)) == (409, "cannot_challenge")
    assert "owner" in answer.json()["detail"]
