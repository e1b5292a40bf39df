"""What is sent is read as JSON has it, and nothing is guessed."""

import pytest

from tests.api.clients import Caller, code_of
from tests.games.factories import make_game

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TERMS = {"size": 5, "rated": False, "time_control": "3d"}


def errors_of(answer) -> dict[str, list[str]]:
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    return answer.json()["errors"]


@pytest.mark.parametrize("size", ["5", 5.0, True, [5], {}, 10**400, None])
def test_a_number_is_a_whole_number_of_json(amaia, size):
    assert list(errors_of(Caller(amaia).post("seeks", TERMS | {"size": size}))) == ["size"]


@pytest.mark.parametrize("rated", ["true", "yes", 1, 0, "", None, [True]])
def test_a_yes_or_no_is_true_or_false(amaia, rated):
    assert list(errors_of(Caller(amaia).post("seeks", TERMS | {"rated": rated}))) == ["rated"]


@pytest.mark.parametrize("text", [3, 3.5, True, ["3d"], {}, None, "", "3\0d", "\ud800"])
def test_a_text_is_a_text(amaia, text):
    wrong = Caller(amaia).post("seeks", TERMS | {"time_control": text})
    assert list(errors_of(wrong)) == ["time_control"]


@pytest.mark.parametrize("seat", [0, True, None, ["first"], "\ud800"])
def test_a_choice_is_one_of_its_texts(amaia, seat):
    assert list(errors_of(Caller(amaia).post("seeks", TERMS | {"seat": seat}))) == ["seat"]


def test_a_refused_choice_is_told_with_those_that_there_are(amaia):
    wrong = Caller(amaia).post("seeks", TERMS | {"seat": "third"})
    assert errors_of(wrong)["seat"][0].startswith("Choose one of: ")


@pytest.mark.parametrize("start", [0, 1.5, True, "tomorrow", "9999-12-31T23:59:59-14:00"])
def test_an_instant_is_a_text(amaia, start):
    wrong = Caller(amaia).post("me/vacations", {"days": 1, "start": start})
    assert list(errors_of(wrong)) == ["start"]


def post_raw(caller: Caller, raw: bytes, kind: str = "application/json"):
    return caller.http.generic("POST", "/api/v1/seeks", raw, kind, headers=caller.headers)


@pytest.mark.parametrize("raw", [b"[]", b'[{"size": 5}]', b'"5"', b"5", b"true", b"null"])
def test_a_body_is_an_object(amaia, raw):
    assert list(errors_of(post_raw(Caller(amaia), raw))) == ["body"]


def test_an_empty_body_lacks_the_fields(amaia):
    assert {"size", "rated"} <= errors_of(post_raw(Caller(amaia), b"")).keys()


def test_a_list_of_thousands_of_unknown_fields_is_answered_shortly(amaia):
    unknown = {f"field{number}": 1 for number in range(10_000)}
    assert len(errors_of(Caller(amaia).post("seeks", unknown))) == 20


UNREADABLE = [
    b'{"size": NaN}',
    b'{"size": -Infinity}',
    b'{"size": 5, "size": 6}',
    b'{"size": ' + b"9" * 5000 + b"}",
    b'{"size": 05}',
    b'{"size": 5,}',
    b"{'size': 5}",
    b'\xef\xbb\xbf{"size": 5}',
    '{"size": 5}'.encode("utf-16"),
    b'{"time_control": "\xff"}',
    b"[" * 100_000,
    b'{"a":' * 40_000,
    b"size=5",
]


@pytest.mark.parametrize("raw", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_json_of_one_meaning_is_malformed(amaia, raw):
    answer = post_raw(Caller(amaia), raw)
    assert (answer.status_code, code_of(answer)) == (400, "malformed")


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", "rot13", "zlib", "nothing", "base64"])
def test_another_charset_is_not_taken(amaia, charset):
    answer = post_raw(Caller(amaia), b"{}", f"application/json; charset={charset}")
    assert (answer.status_code, code_of(answer)) == (415, "unsupported_media_type")


def test_the_charset_of_json_may_be_named(amaia):
    answer = post_raw(Caller(amaia), b"{}", 'application/json; charset="UTF-8"')
    assert "size" in errors_of(answer)


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "json",
        "",
    ],
)
def test_only_json_is_taken(amaia, kind):
    answer = post_raw(Caller(amaia), b"{}", kind)
    assert (answer.status_code, code_of(answer)) == (415, "unsupported_media_type")


def test_a_form_is_not_taken_where_nothing_is_read(amaia, unai):
    game = make_game(amaia, unai)
    caller = Caller(amaia)
    path = f"/api/v1/games/{game.pk}/resign"
    answer = caller.http.post(path, {"a": "b"}, headers=caller.headers)
    assert (answer.status_code, code_of(answer)) == (415, "unsupported_media_type")


@pytest.mark.parametrize("limit", ["\uff15", "1_0", "+5", " 5", "5.0", ""])
def test_a_number_in_a_query_is_written_in_digits(db, limit):
    assert list(errors_of(Caller().get("games", {"limit": limit}))) == ["limit"]


@pytest.mark.parametrize("rated", ["true", "True", "1", "false", "0"])
def test_a_query_is_lenient_about_how_yes_and_no_are_written(amaia, unai, rated):
    make_game(amaia, unai, rated=rated.lower() in ("true", "1"))
    assert len(Caller().get("games", {"rated": rated}).json()["results"]) == 1


@pytest.mark.parametrize("since", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "x"])
def test_an_instant_beyond_all_calendars_is_refused(db, since):
    assert list(errors_of(Caller().get("games", {"since": since}))) == ["since"]
