"""The page of the API's docs in a browser."""

from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, Request, expect

from sumendi_site.accounts.tokens import Scope, issue
from tests.conftest import NewPage
from tests.games.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_docs(page: Page, address: str) -> None:
    page.goto(f"{address}/api/v1/docs")
    expect(page.get_by_role("heading", name="Sumendi")).to_be_visible()


@pytest.mark.once
def test_the_docs_need_nothing_from_elsewhere_and_break_no_policy(
    live_server: Any, new_page: NewPage
) -> None:
    page, asked, said = new_page(), [], []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(message.text)

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("console", hear)
    page.on("request", note)
    open_docs(page, live_server.url)
    expect(page.locator(".opblock").first).to_be_visible()
    assert said == []
    assert [url for url in asked if not url.startswith((live_server.url, "data:"))] == []


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_docs_fit_a_phone(live_server: Any, new_page: NewPage, scheme: str) -> None:
    page = new_page(width=360, height=740, color_scheme=scheme)
    open_docs(page, live_server.url)
    expect(page.locator(".opblock").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_operation_is_tried_with_a_token(live_server: Any, new_page: NewPage) -> None:
    _, text = issue(make_user("amaia"), "the docs", [Scope.READ], 30)
    page = new_page()
    open_docs(page, live_server.url)
    page.get_by_role("button", name="Authorize").first.click()
    page.get_by_label("Value:").fill(f"Token {text}")
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close", exact=True).click()
    me = page.locator("[id$='-me']").filter(has_text="/api/v1/me").first
    me.locator(".opblock-summary-control").click()
    me.get_by_role("button", name="Try it out").click()
    me.get_by_role("button", name="Execute").click()
    expect(me.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    expect(me.locator(".live-responses-table")).to_contain_text('"name": "amaia"')
