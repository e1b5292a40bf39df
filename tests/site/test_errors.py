"""Bad requests get a clear answer, as a page or as JSON, and never a 500."""

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template import Engine
from django.test import Client, RequestFactory

from sumendi_site import errors
from sumendi_site.requests import Incoming, SiteHandler

pytestmark = [pytest.mark.django_db, pytest.mark.stack]

JSON = {"accept": "application/json"}
MEGABYTE = 1024 * 1024
FORMS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere/")


def code(response: HttpResponse) -> str:
    return str(json.loads(response.content)["error"]["code"])


def test_an_unknown_address_gets_a_page_in_the_frame_of_the_site(client: Client) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert b"There is no page at this address" in response.content
    assert b"skip" in response.content.lower()


def test_an_unknown_address_gets_json_when_asked(client: Client) -> None:
    response = client.get("/nowhere/", headers=JSON)
    assert response.status_code == 404
    assert code(response) == "not_found"


def test_a_refusal_tells_its_reason(rf: RequestFactory) -> None:
    request = rf.get("/", headers=JSON)
    response = errors.forbidden(request, PermissionDenied("This game is not yours."))
    assert json.loads(response.content)["error"]["message"] == "This game is not yours."


def test_a_form_without_a_token_is_a_stale_page() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/accounts/login/", {"login": "ada"}, headers=JSON)
    assert response.status_code == 403
    assert code(response) == "stale_page"
    assert "nothing was lost" in response.content.decode()


@pytest.mark.parametrize("checks", [True, False], ids=["without a token", "with a token"])
@pytest.mark.parametrize("url", FORMS)
def test_a_megabyte_is_too_large_for_every_form(url: str, checks: bool) -> None:
    client = Client(enforce_csrf_checks=checks)
    response = client.post(url, {"login": "x" * MEGABYTE}, headers=JSON)
    assert response.status_code == 413
    assert code(response) == "too_large"


@pytest.mark.parametrize(
    "url", ["/%00", "/?page=%00", "/accounts/login/?next=%00", "/accounts/reauthenticate/?%00=1"]
)
def test_a_nul_in_an_address_is_refused(client: Client, url: str) -> None:
    response = client.get(url, headers=JSON)
    assert response.status_code == 400
    assert code(response) == "bad_request"


@pytest.mark.parametrize("url", FORMS)
def test_a_nul_in_a_form_is_refused(client: Client, url: str) -> None:
    assert client.post(url, {"login": "a\0b", "email": "\0"}).status_code == 400


def test_a_nul_in_a_cookie_is_refused(client: Client) -> None:
    client.cookies["sessionid"] = "a\0b"
    assert client.get("/accounts/login/").status_code == 400


def test_a_path_that_is_no_utf_8_is_only_unknown(client: Client) -> None:
    assert client.get("/%ff%fe/").status_code == 404


def test_an_unknown_host_is_a_bad_request(client: Client) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_a_broken_view_gets_a_page_that_stands_alone(rf: RequestFactory) -> None:
    response = errors.server_error(rf.get("/"))
    assert response.status_code == 500
    assert b"Something went wrong" in response.content
    assert b"stylesheet" not in response.content


def test_an_error_page_is_drawn_even_where_the_frame_cannot_be(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(request: HttpRequest) -> dict[str, object]:
        raise RuntimeError("the database is away")

    monkeypatch.setattr(Engine.get_default(), "template_context_processors", (broken,))
    response = errors.not_found(rf.get("/"), Exception())
    assert response.status_code == 404
    assert b"There is no page at this address" in response.content


async def chunks(*bodies: bytes) -> AsyncIterator[dict[str, object]]:
    for body in bodies:
        yield {"type": "http.request", "body": body, "more_body": True}
    yield {"type": "http.request", "body": b"", "more_body": False}


def test_a_body_in_chunks_is_kept_only_up_to_the_limit() -> None:
    messages = chunks(*[b"x" * 100_000] * 30)
    with ThreadPoolExecutor(1) as thread:  # the browser's event loop is in this one
        body = thread.submit(asyncio.run, SiteHandler().read_body(messages.__anext__)).result()
    assert body.length == 3_000_000
    assert len(body.read()) <= 256 * 1024


def test_an_upload_in_chunks_is_kept_where_one_is_taken() -> None:
    incoming = Incoming(chunks(*[b"x" * 100_000] * 10).__anext__, settings.LARGEST_UPLOAD)
    with ThreadPoolExecutor(1) as thread:
        body = thread.submit(asyncio.run, SiteHandler().read_body(incoming)).result()
    assert len(body.read()) == body.length == 1_000_000
