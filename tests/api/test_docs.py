import pytest

pytestmark = pytest.mark.django_db


def test_the_schema_is_openapi_3_1(client):
    schema = client.get("/api/v1/schema").json()
    assert schema["openapi"] == "3.1.0"
    assert "/api/v1/me" in schema["paths"]


def test_each_operation_names_the_scope_that_it_needs(client):
    me = client.get("/api/v1/schema").json()["paths"]["/api/v1/me"]["get"]
    assert me["security"] == [{"token": ["read"]}]


def test_the_docs_take_everything_from_this_site(client):
    page = client.get("/api/v1/docs", headers={"Accept": "text/html"}).content.decode()
    assert "swagger-ui-bundle" in page
    assert "//" not in page.replace("<!DOCTYPE", "").split("<body>")[1]


def test_each_operation_names_the_refusals_that_it_can_meet(client):
    paths = client.get("/api/v1/schema").json()["paths"]
    move = paths["/api/v1/games/{game_id}/moves"]["post"]["responses"]
    assert {"200", "201", "400", "401", "403", "404", "409", "413", "415", "429"} <= set(move)
    assert list(move["409"]["content"]) == ["application/problem+json"]
    assert "403" not in paths["/api/v1/games/{game_id}"]["get"]["responses"]


def test_what_makes_something_once_a_key_can_be_told_that_the_key_was_used(client):
    made = client.get("/api/v1/schema").json()["paths"]["/api/v1/seeks"]["post"]["responses"]
    assert {"200", "201", "422"} <= made.keys()
