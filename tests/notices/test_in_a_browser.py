"""What only a browser shows: the bell while things happen, and pages that everybody can use."""

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def table(site: Site) -> SeatedGame:
    """A game in which the first player is to move."""
    return seat(site, [])


def reader_of(table: SeatedGame, new_page: NewPage, path: str, **options: Any) -> Page:
    """The second player, on a page of the site."""
    page = new_page(**options)
    table.sign_in(page, 1)
    page.goto(table.site.url + path)
    return page


def play_first_move(table: SeatedGame) -> None:
    table.site.shell(
        "from games import services; from games.models import Game; "
        f"game = Game.objects.get(pk={table.number}); services.play(game.pk, game.first, 1, 'e5')"
    )


def test_the_bell_rings_while_a_page_is_open(table: SeatedGame, new_page: NewPage) -> None:
    page = reader_of(table, new_page, "/learn/")
    count = page.locator("#bell .bell-count")
    expect(count).to_be_hidden()
    play_first_move(table)
    expect(count).to_have_text("1")
    page.locator("#bell").click()
    expect(page.get_by_role("main")).to_contain_text(f"Your turn against {table.names[0]}")


def test_a_game_that_waits_is_counted_on_another_open_page(
    table: SeatedGame, new_page: NewPage
) -> None:
    page = reader_of(table, new_page, "/learn/")
    expect(page.locator("#waiting")).to_be_hidden()
    play_first_move(table)
    expect(page.locator("#waiting")).to_have_text("1 game waits for you")


def test_an_open_page_of_who_signed_out_elsewhere_says_so(
    table: SeatedGame, new_page: NewPage
) -> None:
    page = reader_of(table, new_page, "/learn/")
    page.context.clear_cookies(name="sessionid")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it connects anew
    expect(page.locator("#waiting")).to_have_text("You are signed out")


def test_an_open_game_is_seen_as_it_goes_on(table: SeatedGame, new_page: NewPage) -> None:
    game, other = table.open(new_page, 1), reader_of(table, new_page, "/learn/")
    play_first_move(table)
    expect(game.locator("#side-choice")).to_be_visible()
    other.reload()
    expect(other.locator("#bell .bell-count")).to_be_hidden()


def write_in_chat(table: SeatedGame, text: str) -> None:
    table.site.shell(
        "from games import services; from games.models import Game; "
        f"game = Game.objects.get(pk={table.number}); "
        f"services.say(game.pk, game.first, {text!r})"
    )


def test_chat_is_seen_where_it_is_read(table: SeatedGame, new_page: NewPage) -> None:
    game, other = table.open(new_page, 1), reader_of(table, new_page, "/learn/")
    write_in_chat(table, "Aupa!")
    expect(game.locator("#chat-lines")).to_contain_text("Aupa!")
    other.reload()
    expect(other.locator("#bell .bell-count")).to_be_hidden()


def test_chat_that_comes_in_the_background_is_seen_later(
    table: SeatedGame, new_page: NewPage
) -> None:
    game, other = table.open(new_page, 1), reader_of(table, new_page, "/learn/")
    count = other.locator("#bell .bell-count")
    game.evaluate("Object.defineProperty(document, 'hidden', { get: () => !window.back })")
    write_in_chat(table, "Aupa!")
    expect(game.locator("#chat-lines")).to_contain_text("Aupa!")
    expect(count).to_have_text("1")
    game.evaluate("back = true; document.dispatchEvent(new Event('visibilitychange'))")
    expect(count).to_be_hidden()


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible_and_fit_a_phone(
    table: SeatedGame, new_page: NewPage, scheme: str
) -> None:
    play_first_move(table)
    page = reader_of(
        table, new_page, "/learn/", width=360, height=740, color_scheme=scheme, bypass_csp=True
    )
    faults: dict[str, Any] = {}
    for path in ("/notices/", "/notices/choices/"):
        page.goto(table.site.url + path)
        found = [fault["id"] for fault in Axe().run(page, options=RULES).response["violations"]]
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            found.append("wider than the window")
        if found:
            faults[path] = found
    assert not faults


def test_a_browser_whose_vendor_allows_it_subscribes_with_a_button(
    table: SeatedGame, new_page: NewPage
) -> None:
    page = reader_of(table, new_page, "/notices/choices/", permissions=["notifications"])
    page.evaluate(FAKE_PUSH_MANAGER)
    page.get_by_role("button", name="Send push messages to this device").click()
    expect(page.get_by_role("main")).to_contain_text("Chrome on Linux, since")


@pytest.mark.once
def test_the_service_worker_shows_a_push_message(table: SeatedGame, new_page: NewPage) -> None:
    page = reader_of(table, new_page, "/notices/choices/", permissions=["notifications"])
    chromium = page.context.new_cdp_session(page)
    registered: list[dict[str, Any]] = []
    chromium.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(event["registrations"]),
    )
    chromium.send("ServiceWorker.enable")
    page.evaluate(REGISTER, "/service-worker.js")
    told = {"title": "Your turn", "body": "Your opponent moved.", "tag": "t", "url": "/learn/"}
    push = {"origin": table.site.url, "data": json.dumps(told)}
    chromium.send(
        "ServiceWorker.deliverPushMessage",
        push | {"registrationId": registered[-1]["registrationId"]},
    )
    page.wait_for_function(SHOWN)
    assert page.evaluate(SHOWN) == ["Your turn", "Your opponent moved.", "/learn/"]


REGISTER = """
async (address) => { await navigator.serviceWorker.register(address);
  await navigator.serviceWorker.ready; }
"""
SHOWN = """
async () => {
  const [shown] = await (await navigator.serviceWorker.ready).getNotifications();
  return shown && [shown.title, shown.body, shown.data.url]; }
"""
FAKE_PUSH_MANAGER = """
() => { PushManager.prototype.subscribe = async (options) => {
  if (options.applicationServerKey.length !== 65) throw new Error("No key of the site.");
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const text = (bytes) => btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const keys = { p256dh: text(point), auth: text(new Uint8Array(16)) };
  return { endpoint: "https://push.example.org/" + text(point.slice(0, 9)), keys };
}; }
"""
"""Only the vendors' push services make real subscriptions; the rest is as it will be."""
