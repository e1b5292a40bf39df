import pytest
from django.core.management import call_command
from rest_framework.exceptions import APIException

from games.api.codes import codes
from games.rules import Reason
from sumendi_site.api.parsing import Strict
from sumendi_site.api.problems import CODES
from tests.api.clients import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_the_schema_is_openapi_3_1(client):
    schema = client.get("/api/v1/schema").json()
    assert schema["openapi"] == "3.1.0"
    assert "/api/v1/me" in schema["paths"]


def test_the_schema_is_written_once(client, monkeypatch):
    first = client.get("/api/v1/schema")
    monkeypatch.delattr("sumendi_site.api.docs.SchemaGenerator")
    assert client.get("/api/v1/schema").content == first.content


def test_a_schema_that_is_known_is_not_sent_again(client):
    schema = client.get("/api/v1/schema")
    assert "max-age" in schema["Cache-Control"]
    again = client.get("/api/v1/schema", headers={"If-None-Match": schema["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_each_operation_names_the_scope_that_it_needs(client):
    me = client.get("/api/v1/schema").json()["paths"]["/api/v1/me"]["get"]
    assert me["security"] == [{"token": ["read"]}]


def test_the_docs_take_everything_from_this_site(client):
    page = client.get("/api/v1/docs", headers={"Accept": "text/html"}).content.decode()
    assert "swagger-ui-bundle" in page
    assert "//" not in page.replace("<!DOCTYPE", "").split("<body>")[1]


def test_the_docs_link_back_to_the_site(client):
    page = client.get("/api/v1/docs", headers={"Accept": "text/html"}).content.decode()
    assert '<a href="/">Sumendi</a>' in page


def test_each_operation_names_the_refusals_that_it_can_meet(client):
    paths = client.get("/api/v1/schema").json()["paths"]
    move = paths["/api/v1/games/{game_id}/moves"]["post"]["responses"]
    assert {"200", "201", "400", "401", "403", "404", "409", "413", "415", "429"} <= set(move)
    assert list(move["409"]["content"]) == ["application/problem+json"]
    assert "403" not in paths["/api/v1/games/{game_id}"]["get"]["responses"]


def test_what_makes_something_once_a_key_can_be_told_that_the_key_was_used(client):
    made = client.get("/api/v1/schema").json()["paths"]["/api/v1/seeks"]["post"]["responses"]
    assert {"200", "201", "422"} <= made.keys()


def test_the_start_of_the_api_names_what_comes_next(client):
    start = client.get("/api/v1/").json()
    assert start["version"] == "1"
    assert client.get(start["schema"]).json()["openapi"] == "3.1.0"
    assert client.get(start["docs"], headers={"Accept": "text/html"}).status_code == 200


def test_a_slash_too_many_is_told(client):
    answer = client.get("/api/v1/seeks/")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")
    assert "no slash" in answer.json()["detail"]


def test_the_schema_is_a_valid_document_without_warnings(capsys):
    call_command("spectacular", "--validate", "--fail-on-warn")
    assert "openapi: 3.1.0" in capsys.readouterr().out


def test_every_body_is_shown_by_an_example(client):
    schema = client.get("/api/v1/schema").json()
    for path in schema["paths"].values():
        for operation in path.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                assert content["examples"], operation["operationId"]


def test_every_code_and_reason_of_a_refusal_is_listed(client):
    told = client.get("/api/v1/schema").json()["components"]["schemas"]["Problem"]["properties"]
    assert "`not_your_turn` (409): It is not your turn." in told["code"]["description"]
    assert all(f"`{code}` (" in told["code"]["description"] for code in codes())
    assert all(
        f"`{reason}`" in told["reason"]["description"] for reason in (*Reason, "side_choice")
    )


def test_every_code_comes_with_a_sentence():
    assert [code for code, (_, words) in codes().items() if not words] == []


def test_the_codes_of_the_framework_are_among_those_listed():
    raised = {kind.default_code for kind in APIException.__subclasses__()}
    assert {CODES.get(code, code) for code in raised} <= codes().keys()


def test_the_codes_of_pages_are_not_listed():
    assert not {"form_sent_before", "too_many_guests"} & codes().keys()


def test_each_operation_has_a_short_summary_and_tells_its_scope(client):
    for path in client.get("/api/v1/schema").json()["paths"].values():
        for operation in path.values():
            assert 5 < len(operation["summary"]) < 120, operation["operationId"]
            last = operation["description"].splitlines()[-1]
            assert last.startswith(("Scope: `", "Public")), operation["operationId"]


def test_each_tag_is_described_once(client):
    schema = client.get("/api/v1/schema").json()
    used = {
        tag for path in schema["paths"].values() for one in path.values() for tag in one["tags"]
    }
    assert sorted(tag["name"] for tag in schema["tags"] if tag["description"]) == sorted(used)


def test_no_body_is_described_by_how_it_is_read(client):
    shapes = client.get("/api/v1/schema").json()["components"]["schemas"].values()
    assert [shape for shape in shapes if shape.get("description") == Strict.__doc__] == []


def test_pages_of_other_sites_may_ask_whether_something_has_changed(client):
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
    answer = client.options("/api/v1/seeks", headers=asked)
    assert "if-none-match" in answer["Access-Control-Allow-Headers"]
