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


def test_each_operation_tells_which_refusals_it_can_meet(client):
    paths = client.get("/api/v1/schema").json()["paths"]
    refusals = {"400", "401", "406", "429", "500", "503"}
    assert refusals | {"200", "403"} == paths["/api/v1/me"]["get"]["responses"].keys()
    made = paths["/api/v1/seeks"]["post"]["responses"]
    assert refusals | {"200", "201", "403", "409", "413", "415", "422"} == made.keys()
    assert list(made["409"]["content"]) == ["application/problem+json"]
