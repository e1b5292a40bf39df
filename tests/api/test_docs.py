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
