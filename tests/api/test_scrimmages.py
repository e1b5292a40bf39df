import json

import pytest

from games.bots.turns import play_next
from games.models import Bout, Scrimmage, VersionState
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.bots.hosting import (
    FakeKind,
    first_move,
    hosting_on,
    make_check,
    make_hosted_bot,
    make_version,
)
from tests.games.factories import make_game, make_user

MOST_TURNS = 400
ASKED = {"bot": "magma", "opponent": "tuff", "size": 5, "bouts": 2}


@pytest.fixture
def magma(amaia: User) -> User:
    hosting_on()
    return make_hosted_bot(amaia)


@pytest.fixture
def tuff(unai: User) -> User:
    return make_hosted_bot(unai, "tuff")


@pytest.fixture
def scrimmage(amaia: User, magma: User, tuff: User) -> Scrimmage:
    Caller(amaia).post("scrimmages", ASKED)
    return Scrimmage.objects.get()


def test_a_scrimmage_is_asked_for(amaia, magma, tuff):
    answer = Caller(amaia, [Scope.BOT]).post("scrimmages", ASKED)
    made = answer.json()
    assert answer.status_code == 201
    assert (made["mine"], made["theirs"]) == (
        {"bot": "magma", "version": 1},
        {"bot": "tuff", "version": 1},
    )
    assert (made["bouts"], made["running"], made["won"]) == (2, 2, 0)


def test_versions_can_be_named(amaia, magma):
    make_version(magma)
    body = ASKED | {"opponent": "magma", "version": 1, "opponent_version": 2}
    made = Caller(amaia).post("scrimmages", body).json()
    assert (made["mine"]["version"], made["theirs"]["version"]) == (1, 2)


def test_the_same_key_asks_once(amaia, magma, tuff):
    caller = Caller(amaia)
    answers = [caller.post("scrimmages", ASKED, Idempotency_Key="12345678") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    assert Scrimmage.objects.count() == 1


@pytest.mark.parametrize(
    "other", [{"size": 6}, {"bouts": 3}, {"opponent": "magma"}, {"version": 2}]
)
def test_a_key_is_not_good_for_two_scrimmages(amaia, magma, tuff, other):
    caller = Caller(amaia)
    caller.post("scrimmages", ASKED, Idempotency_Key="12345678")
    answer = caller.post("scrimmages", ASKED | other, Idempotency_Key="12345678")
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 4},
        {"bouts": 0},
        {"bouts": 21},
        {"version": 0},
        {"version": 10**10},
        {"bot": 7},
        {"rated": True},
    ],
)
def test_a_body_that_cannot_be_is_refused(amaia, magma, tuff, wrong):
    answer = Caller(amaia).post("scrimmages", ASKED | wrong)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"bot": "tuff"}, (403, "not_your_bot")),
        ({"bot": "nobody"}, (404, "bot_not_found")),
        ({"version": 9}, (404, "version_not_found")),
        ({"opponent_version": 9}, (404, "version_not_found")),
    ],
)
def test_what_cannot_meet_is_refused(amaia, magma, tuff, wrong, refusal):
    answer = Caller(amaia).post("scrimmages", ASKED | wrong)
    assert (answer.status_code, code_of(answer)) == refusal


def test_the_asker_lists_them(amaia, unai, scrimmage):
    (found,) = Caller(amaia, [Scope.READ]).get("scrimmages").json()["results"]
    assert found["id"] == scrimmage.pk
    assert Caller(unai).get("scrimmages").json()["results"] == []


def test_the_number_of_queries_does_not_grow_with_the_scrimmages(
    amaia, magma, tuff, django_assert_max_num_queries
):
    caller = Caller(amaia)
    for _ in range(4):
        caller.post("scrimmages", ASKED)
    with django_assert_max_num_queries(4):
        caller.get("scrimmages")


def test_everybody_sees_how_it_stands(scrimmage):
    shown = Caller().get(f"scrimmages/{scrimmage.pk}").json()
    assert [game["number"] for game in shown["games"]] == [1, 2]
    assert shown["asker"] == "amaia"


def test_a_scrimmage_that_is_not_there_is_not_found(db):
    assert code_of(Caller().get("scrimmages/1")) == "scrimmage_not_found"
    assert code_of(Caller().get("bouts/1")) == "bout_not_found"


def test_a_bout_is_played_and_its_moves_are_shown(scrimmage):
    for _ in range(MOST_TURNS):
        if not play_next(FakeKind()):
            break
    standing = Caller().get(f"scrimmages/{scrimmage.pk}").json()
    assert (standing["running"], standing["won"] + standing["lost"] + standing["drawn"]) == (0, 2)
    bout = Caller().get(f"bouts/{standing['games'][0]['id']}").json()
    assert (bout["status"], bout["termination"]) == ("finished", "score")
    assert bout["moves"][1] == "keep"
    assert bout["ply"] == len(bout["moves"])
    assert bout["winner"] in ("first", "second", None)


def test_each_owner_reads_the_own_programs_log(amaia, unai, scrimmage):
    kind = FakeKind(lambda told: "thinking\n" + json.dumps(first_move(told)))
    for _ in range(4):
        play_next(kind)
    path = f"bouts/{scrimmage.bouts.get(number=1).pk}"
    plies = {}
    for reader in (amaia, unai):
        turns = Caller(reader).get(path).json()["turns"]
        plies[reader] = {turn["ply"] for turn in turns}
        assert turns[0]["runs"][0]["log"] == "thinking"
    assert 1 in plies[amaia]
    assert not plies[amaia] & plies[unai]
    for stranger in (Caller(), Caller(amaia, [Scope.PLAY])):
        assert stranger.get(path).json()["turns"] == []


def test_a_bout_of_a_check_is_for_the_owner(amaia, unai, magma):
    bout = make_check(make_version(magma, state=VersionState.QUEUED))[0]
    assert Caller(amaia).get(f"bouts/{bout.pk}").status_code == 200
    for reader in (Caller(), Caller(unai)):
        assert code_of(reader.get(f"bouts/{bout.pk}")) == "bout_not_found"


def test_a_turn_tells_what_its_program_was_asked(amaia, stranger, magma):
    game = make_game(magma, stranger)
    kind = FakeKind()
    play_next(kind)
    turn = game.bot_turns.get()
    told = Caller(amaia).get(f"bots/magma/turns/{turn.pk}").json()
    assert (told["game"], told["ply"], told["state"]) == (game.pk, 1, "done")
    assert told["runs"][0]["answer"] == told["move"]
    assert json.loads(told["question"]) == kind.asked[0]


def test_the_turns_of_a_bot_are_listed(amaia, scrimmage):
    play_next(FakeKind())
    found = Caller(amaia).get("bots/magma/turns").json()["results"]
    assert {turn["bout"] for turn in found} <= {bout.pk for bout in scrimmage.bouts.all()}
    assert len(found[-1]["runs"]) == 1


def test_a_turn_of_another_bot_is_not_found(amaia, unai, scrimmage):
    turn = scrimmage.bouts.get(number=2).turns.get()
    assert code_of(Caller(amaia).get(f"bots/magma/turns/{turn.pk}")) == "turn_not_found"
    assert Caller(unai).get(f"bots/tuff/turns/{turn.pk}").status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_turns(
    amaia, scrimmage, django_assert_max_num_queries
):
    caller = Caller(amaia)
    for _ in range(8):
        play_next(FakeKind())
    with django_assert_max_num_queries(6):
        caller.get("bots/magma/turns")


def test_how_a_program_failed_is_for_the_owners_of_both(amaia, unai, scrimmage):
    Bout.objects.update(detail="Crash at ply 1. KeyError: 7")
    pk = Bout.objects.first().pk
    told = [Caller(reader).get(f"bouts/{pk}").json()["detail"] for reader in (amaia, unai)]
    assert told == ["Crash at ply 1. KeyError: 7"] * 2
    assert Caller(make_user("eider")).get(f"bouts/{pk}").json()["detail"] == ""
    games = Caller(make_user("oier")).get(f"scrimmages/{scrimmage.pk}").json()["games"]
    assert {game["detail"] for game in games} == {""}
