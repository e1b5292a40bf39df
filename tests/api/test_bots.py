from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.house import LEVELS, PLAYERS
from games.models import Bot, FaultKind
from games.services.faults import note_fault
from games.services.house_bots import account_of
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_bot, make_game, make_user


@pytest.fixture
def basalt(amaia):
    return make_bot(amaia)


def test_a_bot_is_registered(amaia):
    answer = Caller(amaia, [Scope.BOT]).post("bots", {"name": "basalt", "about": "Slow."})
    bot = answer.json()
    assert answer.status_code == 201
    assert (bot["name"], bot["kind"], bot["owner"]) == ("basalt", "bot", "amaia")
    assert (bot["about"], bot["last_seen"], bot["faults"]) == ("Slow.", None, 0)


def test_the_same_key_registers_one_bot(amaia):
    caller = Caller(amaia)
    answers = [
        caller.post("bots", {"name": "basalt"}, Idempotency_Key="12345678") for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    assert Bot.objects.count() == 1


def test_a_key_is_not_good_for_two_names(amaia):
    caller = Caller(amaia)
    caller.post("bots", {"name": "basalt"}, Idempotency_Key="12345678")
    answer = caller.post("bots", {"name": "tuff"}, Idempotency_Key="12345678")
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


def test_a_key_is_not_good_for_two_descriptions(amaia):
    caller = Caller(amaia)
    slow, fast = ({"name": "basalt", "about": about} for about in ("Slow.", "Fast."))
    caller.post("bots", slow, Idempotency_Key="12345678")
    answer = caller.post("bots", fast, Idempotency_Key="12345678")
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": 7},
        {"name": "a b"},
        {"name": "house-x"},
        {"name": "x" * 25},
        {"name": "basalt", "about": "x" * 1001},
        {"name": "basalt", "about": "\x07"},
        {"name": "basalt", "about": "\0"},
        {"name": "basalt", "owner": "unai"},
    ],
)
def test_a_body_that_cannot_be_is_refused(amaia, body):
    answer = Caller(amaia).post("bots", body)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_a_name_that_is_taken_is_refused(amaia, unai):
    answer = Caller(amaia).post("bots", {"name": "UNAI"})
    assert (answer.status_code, code_of(answer)) == (409, "bot_name_taken")


def test_an_eleventh_bot_is_refused(amaia):
    for number in range(10):
        make_bot(amaia, f"basalt-{number}")
    answer = Caller(amaia).post("bots", {"name": "tuff"})
    assert (answer.status_code, code_of(answer)) == (409, "too_many_bots")


def test_a_bot_registers_no_bots(basalt):
    answer = Caller(basalt).post("bots", {"name": "tuff"})
    assert (answer.status_code, code_of(answer)) == (403, "sign_up_first")


def test_everybody_reads_who_the_bots_are(basalt):
    account_of(LEVELS[0])
    bots = Caller().get("bots").json()["results"]
    assert [(bot["name"], bot["owner"]) for bot in bots] == [
        ("house-pumice", None),
        ("basalt", "amaia"),
    ]


def test_the_house_bots_are_there_before_anybody_has_played_them(db):
    call_command("house_bots")
    names = {bot["name"] for bot in Caller().get("bots").json()["results"]}
    assert names == {player.username for player in PLAYERS}
    assert Caller().get("players/house-random").json()["kind"] == "house"


def test_bots_come_in_pages(amaia):
    for number in range(3):
        make_bot(amaia, f"basalt-{number}")
    first = Caller().get("bots", {"limit": 2}).json()
    cursor = first["next"].split("cursor=")[1].split("&")[0]
    second = Caller().get("bots", {"limit": 2, "cursor": cursor.replace("%3D", "=")}).json()
    names = [bot["name"] for page in (first, second) for bot in page["results"]]
    assert names == ["basalt-2", "basalt-1", "basalt-0"]


def test_the_number_of_queries_does_not_grow_with_the_bots(amaia, django_assert_max_num_queries):
    for number in range(6):
        make_bot(amaia, f"basalt-{number}")
    with django_assert_max_num_queries(1):
        Caller().get("bots")


def test_a_name_is_found_in_any_case(basalt):
    assert Caller().get("bots/BASALT").json()["name"] == "basalt"


def test_a_house_bot_is_a_bot_without_an_owner(db):
    account_of(LEVELS[0])
    bot = Caller().get("bots/house-pumice").json()
    assert (bot["kind"], bot["owner"], bot["rating"]) == ("house", None, 800)


@pytest.mark.parametrize("name", ["unai", "nobody", "x" * 99])
def test_people_and_names_of_nobody_are_no_bots(unai, name):
    answer = Caller().get(f"bots/{name}")
    assert (answer.status_code, code_of(answer)) == (404, "bot_not_found")


def test_a_bot_was_seen_when_it_asked_for_something(basalt):
    Caller(basalt).get("me")
    assert Caller().get("bots/basalt").json()["last_seen"]


def test_recent_faults_are_for_the_owner_alone(amaia, unai, basalt):
    game = make_game(basalt, unai)
    note_fault(basalt, game.pk, FaultKind.ILLEGAL, "Ply 1")
    (fault,) = Caller(amaia, [Scope.READ]).get("bots/basalt").json()["recent_faults"]
    assert (fault["kind"], fault["detail"], fault["game"]) == ("illegal_move", "Ply 1", game.pk)
    for reader in (Caller(), Caller(unai), Caller(basalt), Caller(amaia, [Scope.PLAY])):
        bot = reader.get("bots/basalt").json()
        assert bot["faults"] == 1
        assert "recent_faults" not in bot


def test_an_illegal_move_through_the_api_is_a_fault(unai, basalt):
    game = make_game(basalt, unai)
    Caller(basalt).post(f"games/{game.pk}/moves", {"ply": 1, "move": "a9"})
    assert Caller().get("bots/basalt").json()["faults"] == 1


def test_the_owner_describes_the_bot(amaia, basalt):
    answer = Caller(amaia).patch("bots/basalt", {"about": "Thinks slowly."})
    assert answer.json()["about"] == "Thinks slowly."


def test_the_owner_retires_the_bot(amaia, basalt):
    bots_own = Caller(basalt)
    assert Caller(amaia).delete("bots/basalt").status_code == 204
    assert code_of(bots_own.get("me")) == "bad_token"
    assert Caller().get("bots/basalt").json()["active"] is False
    assert Caller().get("bots").json()["results"] == []


def test_a_bot_stops_with_its_owner(amaia, basalt):
    bots_own = Caller(basalt)
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    assert code_of(bots_own.get("me")) == "bad_token"
    assert Caller().get("bots/basalt").json()["active"] is False
    assert Caller().get("bots").json()["results"] == []


def test_a_token_made_here_opens_the_api_for_the_bot(amaia, basalt):
    answer = Caller(amaia).post("bots/basalt/tokens", {"name": "laptop", "days": 30})
    made = answer.json()
    assert (answer.status_code, made["name"]) == (201, "laptop")
    assert made["scopes"] == ["read", "play", "challenge"]
    program = Caller()
    program.headers["Authorization"] = f"Token {made['token']}"
    assert program.get("me").json()["name"] == "basalt"


def test_a_token_is_good_for_a_year_unless_told_otherwise(amaia, basalt):
    Caller(amaia).post("bots/basalt/tokens", {"name": "laptop"})
    left = ApiToken.objects.get(user=basalt).expiry - timezone.now()
    assert timedelta(days=364) < left <= timedelta(days=365)


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "a", "days": 0}, {"name": "a", "days": 367}, {"name": "\0"}]
)
def test_a_token_that_cannot_be_is_refused(amaia, basalt, body):
    answer = Caller(amaia).post("bots/basalt/tokens", body)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_the_tokens_of_a_bot_are_listed_without_their_texts(amaia, basalt):
    caller = Caller(amaia)
    text = caller.post("bots/basalt/tokens", {"name": "laptop"}).json()["token"]
    answer = caller.get("bots/basalt/tokens")
    assert [token["name"] for token in answer.json()["results"]] == ["laptop"]
    assert text not in answer.content.decode()


def test_a_token_is_revoked(amaia, basalt):
    caller = Caller(amaia)
    code = caller.post("bots/basalt/tokens", {"name": "laptop"}).json()["id"]
    assert caller.delete(f"bots/basalt/tokens/{code}").status_code == 204
    answer = caller.delete(f"bots/basalt/tokens/{code}")
    assert (answer.status_code, code_of(answer)) == (404, "token_not_found")


OWNERS = [
    ("patch", "bots/basalt", {"about": "Mine!"}),
    ("delete", "bots/basalt", None),
    ("get", "bots/basalt/tokens", None),
    ("post", "bots/basalt/tokens", {"name": "mine"}),
    ("delete", f"bots/basalt/tokens/{'0' * 16}", None),
]


@pytest.mark.parametrize(("method", "path", "body"), OWNERS)
def test_only_the_owner_does_it(unai, basalt, method, path, body):
    sent = () if body is None else (body,)
    for other in (unai, basalt, make_user("guest-1", kind=User.Kind.GUEST)):
        answer = getattr(Caller(other), method)(path, *sent)
        assert (answer.status_code, code_of(answer)) == (403, "not_your_bot")
    answer = getattr(Caller(), method)(path, *sent)
    assert (answer.status_code, code_of(answer)) == (401, "signed_out")


@pytest.mark.parametrize(("method", "path", "body"), [("post", "bots", {"name": "a-bot"}), *OWNERS])
def test_it_needs_the_scope_for_bots(amaia, basalt, method, path, body):
    sent = () if body is None else (body,)
    caller = Caller(amaia, [Scope.READ, Scope.PLAY, Scope.CHALLENGE, Scope.TOURNAMENT])
    answer = getattr(caller, method)(path, *sent)
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")
