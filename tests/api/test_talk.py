"""Table talk and notes."""

import pytest

from games import services
from games.models import ChatMessage
from games.services.talk import LONGEST_MESSAGE, RATES
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from sumendi_site.notices.models import Notice
from tests.api.clients import Caller, code_of
from tests.games.factories import make_game, make_user


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai)


def say(user, game, text="Kaixo!"):
    return Caller(user).post(f"games/{game.pk}/chat", {"text": text})


def texts(user, game):
    return [line["text"] for line in Caller(user).get(f"games/{game.pk}/chat").json()["results"]]


def test_a_line_is_written(game, amaia):
    answer = say(amaia, game)
    assert answer.status_code == 201
    told = answer.json()
    assert (told["author"], told["text"]) == ("amaia", "Kaixo!")


def test_both_players_read_the_newest_line_first(game, amaia, unai):
    say(amaia, game, "one")
    say(unai, game, "two")
    assert texts(amaia, game) == texts(unai, game) == ["two", "one"]


def test_reading_leaves_the_notice_unseen(game, amaia, unai):
    say(amaia, game)
    texts(unai, game)
    assert Notice.objects.filter(recipient=unai, kind="chat").unseen().exists()


@pytest.mark.parametrize("path", ["chat", "note"])
def test_a_stranger_reads_neither_talk_nor_note(game, stranger, path):
    answer = Caller(stranger).get(f"games/{game.pk}/{path}")
    assert (answer.status_code, code_of(answer)) == (403, "not_a_player")


@pytest.mark.parametrize("path", ["chat", "note"])
def test_without_a_token_nobody_reads_talk_or_note(game, path):
    answer = Caller().get(f"games/{game.pk}/{path}")
    assert (answer.status_code, code_of(answer)) == (401, "signed_out")


def test_a_stranger_writes_nothing(game, stranger):
    answer = say(stranger, game)
    assert (answer.status_code, code_of(answer)) == (403, "not_a_player")


def test_who_is_blocked_does_not_write(game, amaia, unai):
    services.block(unai, amaia)
    answer = say(amaia, game)
    assert (answer.status_code, code_of(answer)) == (403, "blocked")


def test_the_lines_of_somebody_blocked_are_left_out(game, amaia, unai):
    say(amaia, game, "mine")
    say(unai, game, "theirs")
    services.block(unai, amaia)
    assert texts(unai, game) == ["theirs"]
    assert texts(amaia, game) == ["theirs", "mine"]


def test_a_house_bot_reads_nothing(amaia):
    game = make_game(amaia, make_user("houseplant", kind=User.Kind.HOUSE))
    answer = say(amaia, game)
    assert (answer.status_code, code_of(answer)) == (409, "nobody_reads")


@pytest.mark.parametrize("text", ["", "  ", "x" * (LONGEST_MESSAGE + 1), {"a": 1}])
def test_a_line_has_some_text_but_not_too_much(game, amaia, text):
    answer = say(amaia, game, text)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_a_line_has_no_control_characters(game, amaia):
    answer = say(amaia, game, "a\u202eb")
    assert (answer.status_code, code_of(answer)) == (400, "bad_text")


def test_who_writes_too_much_is_told_how_long_to_wait(game, amaia):
    most, _ = RATES[0]
    ChatMessage.objects.bulk_create(
        ChatMessage(game=game, author=amaia, text="again") for _ in range(most)
    )
    answer = say(amaia, game)
    assert (answer.status_code, code_of(answer)) == (429, "too_many_messages")
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_note_is_kept_for_its_author_alone(game, amaia, unai):
    Caller(amaia).put(f"games/{game.pk}/note", {"text": "watch\ne5"})
    assert Caller(amaia).get(f"games/{game.pk}/note").json() == {"text": "watch\ne5"}
    assert Caller(unai).get(f"games/{game.pk}/note").json() == {"text": ""}


def test_an_empty_note_is_deleted(game, amaia):
    Caller(amaia).put(f"games/{game.pk}/note", {"text": "watch e5"})
    answer = Caller(amaia).put(f"games/{game.pk}/note", {"text": ""})
    assert (answer.status_code, answer.json()) == (200, {"text": ""})
    assert not game.notes.exists()


def test_a_note_needs_the_scope_to_play(game, amaia):
    answer = Caller(amaia, [Scope.READ]).put(f"games/{game.pk}/note", {"text": "x"})
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")
