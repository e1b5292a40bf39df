import pytest

from tests.api.clients import Caller, code_of


def test_an_address_that_does_not_exist_is_a_problem(client, db):
    answer = client.get("/api/v1/nothing")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")
    assert answer.json()["detail"] == "There is nothing at this address."


def test_a_wrong_method_names_the_right_ones(amaia):
    answer = Caller(amaia).post("me")
    assert (answer.status_code, code_of(answer)) == (405, "method_not_allowed")
    assert "GET" in answer["Allow"]
    assert answer.json()["detail"] == "This address takes GET, HEAD, OPTIONS."


def test_what_is_not_json_is_not_offered(amaia):
    answer = Caller(amaia).get("me", Accept="text/html")
    assert (answer.status_code, code_of(answer)) == (406, "not_acceptable")
    assert answer.json()["detail"] == "This answers in application/json alone."


def test_what_is_not_sent_as_json_is_told_how_to_be_sent(client, db):
    answer = client.post("/api/v1/positions/check", "b3", content_type="text/plain")
    assert (answer.status_code, code_of(answer)) == (415, "unsupported_media_type")
    assert "application/json" in answer.json()["detail"]


def test_a_body_that_is_too_large_is_a_problem(client, db):
    answer = client.post("/api/v1/me", b"x" * 300_000, content_type="application/json")
    assert (answer.status_code, code_of(answer)) == (413, "too_large")


@pytest.mark.parametrize("path", ["me", "games/export"])
def test_what_an_address_can_do_is_told_to_everybody(client, db, path):
    answer = client.options(f"/api/v1/{path}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Allow"] == "GET, HEAD, OPTIONS"


def test_what_a_token_was_sent_for_is_not_kept(amaia):
    caller = Caller(amaia)
    assert caller.get("me")["Cache-Control"] == "no-store"
    assert caller.post("bots", {"name": "amaia"})["Cache-Control"] == "no-store"
    assert "no-store" not in Caller().get("bots").headers.get("Cache-Control", "")
