import pytest

from games import services
from sumendi_site.accounts.models import Block
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_challenge

pytestmark = pytest.mark.django_db


def test_a_player_is_blocked_by_name(amaia, unai):
    answer = Caller(amaia).put("me/blocks/UNAI")
    assert (answer.status_code, answer.json()["blocked"]) == (200, True)
    assert answer.json()["player"]["name"] == "unai"
    assert Block.objects.get().blocked == unai


def test_blocking_again_is_no_error(amaia, unai):
    caller = Caller(amaia)
    assert [caller.put("me/blocks/unai").status_code for _ in range(2)] == [200, 200]


def test_blocking_closes_open_challenges(amaia, unai):
    challenge = make_challenge(unai, amaia)
    Caller(amaia).put("me/blocks/unai")
    challenge.refresh_from_db()
    assert challenge.status == "declined"


def test_a_block_is_taken_back(amaia, unai):
    services.block(amaia, unai)
    caller = Caller(amaia)
    assert [caller.delete("me/blocks/unai").status_code for _ in range(2)] == [204, 204]
    assert caller.get("me/blocks/unai").json()["blocked"] is False


def test_the_blocked_player_is_not_told_of_it_here(amaia, unai):
    services.block(amaia, unai)
    assert Caller(unai).get("me/blocks/amaia").json()["blocked"] is False
    assert Caller(unai).get("me/blocks").json()["results"] == []


def test_the_list_has_the_last_blocked_first(amaia, unai, stranger):
    services.block(amaia, unai)
    services.block(amaia, stranger)
    listed = Caller(amaia).get("me/blocks").json()["results"]
    assert [player["name"] for player in listed] == ["stranger", "unai"]


def test_nobody_blocks_themselves(amaia):
    answer = Caller(amaia).put("me/blocks/amaia")
    assert (answer.status_code, code_of(answer)) == (409, "cannot_block")


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_a_name_that_nobody_has_is_not_found(amaia, method):
    assert getattr(Caller(amaia), method)("me/blocks/nobody").status_code == 404


def test_blocking_needs_more_than_reading(amaia, unai):
    caller = Caller(amaia, [Scope.READ])
    assert code_of(caller.put("me/blocks/unai")) == "scope_missing"
    assert code_of(caller.delete("me/blocks/unai")) == "scope_missing"
    assert caller.get("me/blocks/unai").status_code == 200
