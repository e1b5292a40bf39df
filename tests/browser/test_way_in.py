"""The way in for the curious: a house bot at once, a link from a friend, then signing up."""

import random
import re
import secrets
import time
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.rules import Move, Position, Record, partial_turn
from tests.browser.tables import tap
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.stack]

PASSWORD = "lava-flows-downhill"
PHONE = {"width": 360, "height": 740, "touch": True}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
MOST_PLIES = 80
ANSWER_SECONDS = 3.0
YOUR_TURN = re.compile("Your move|wins|draw")
PATIENCE = 90_000


def enter(page: Page, position: Position, chance: random.Random) -> Move:
    """Enter any move by taps alone and press Play."""
    placement = chance.choice(position.placements())
    tap(page, placement)
    chosen: dict[str, str] = {}
    while (turn := partial_turn(position, placement, chosen)).move is None:
        source = chance.choice(sorted(turn.owing))
        chosen[source] = chance.choice(turn.owing[source])
        tap(page, source, chosen[source])
    page.get_by_role("button", name="Play", exact=True).click()
    return turn.move


def record_of(page: Page) -> Record:
    """The game that the page shows, as it stands."""
    return Record.parse(page.request.get(f"{page.url}record/").text())


def play_to_the_end(page: Page, chance: random.Random) -> tuple[int, float]:
    """Play any moves until the game is scored; the number of plies, and the longest that the
    bot kept the page waiting, in seconds. To its first answer the site may still compile the
    search."""
    longest = 0.0
    for _ in range(MOST_PLIES):
        expect(page.locator("#hint")).to_contain_text(YOUR_TURN, timeout=PATIENCE)
        record = record_of(page)
        *_, position = record.positions()
        if position.is_over:
            return len(record.moves), longest
        enter(page, position, chance)
        sent = time.monotonic()
        expect(page.locator("#hint")).not_to_contain_text("Your move")
        expect(page.locator("#hint")).to_contain_text(YOUR_TURN, timeout=PATIENCE)
        if len(record.moves) > 0:
            longest = max(longest, time.monotonic() - sent)
    raise AssertionError("The game did not come to its end.")


def sign_up(page: Page, name: str) -> None:
    page.locator(".guest-bar").get_by_role("link", name="Sign up").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/games/*/")


@pytest.mark.parametrize("phone", [{}, pytest.param(PHONE, marks=pytest.mark.once)])
def test_a_guest_plays_a_level_to_the_scored_end_and_keeps_the_game(
    site: Site, new_page: NewPage, phone: dict[str, int]
) -> None:
    page = new_page(**phone)
    page.goto(site.url)
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_url("**/games/*/")
    expect(page.get_by_text("house bot").first).to_be_visible()

    plies, longest = play_to_the_end(page, random.Random(len(phone)))

    assert longest < ANSWER_SECONDS, f"{longest:.2f} s for one of {plies} plies"
    expect(page.get_by_text("Final score")).to_be_visible()
    address = page.url
    name = f"nora-{secrets.token_hex(3)}"
    sign_up(page, name)
    assert page.url == address
    page.goto(f"{site.url}/dashboard/")
    expect(page.get_by_text("house-pumice").first).to_be_visible()


def make_link(page: Page, site: Site, name: str) -> str:
    """Sign up, make a link in the lobby, and return its address. The friend begins."""
    page.goto(f"{site.url}/accounts/signup/?next=/play/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/play/")
    form = page.locator("#new-game")
    form.get_by_label("Size 5").check()
    form.get_by_label("Casual").check()
    form.get_by_label("My opponent").check()
    page.get_by_role("button", name="Invite a friend by link").click()
    page.wait_for_url("**/invite/*/")
    return page.get_by_label("The link").input_value()


@pytest.mark.parametrize("phone", [{}, pytest.param(PHONE, marks=pytest.mark.once)])
def test_a_friend_follows_a_link_and_plays_before_signing_up(
    site: Site, new_page: NewPage, phone: dict[str, int]
) -> None:
    inviter, friend = new_page(**phone), new_page(**phone)
    name = f"amaia-{secrets.token_hex(3)}"
    link = make_link(inviter, site, name)
    inviter.goto(f"{site.url}/play/")
    friend.goto(link)
    expect(friend.get_by_role("heading", name=f"{name} invites you to a game")).to_be_visible()
    friend.get_by_role("button", name="Play", exact=True).click()
    friend.wait_for_url("**/games/*/")
    inviter.get_by_role("link", name="Go to the game").click()
    expect(inviter).to_have_url(friend.url)
    expect(inviter.get_by_text("guest-").first).to_be_visible()

    *_, position = record_of(friend).positions()
    move = enter(friend, position, random.Random(0))
    expect(friend.locator("#hint")).not_to_contain_text("Your move")
    expect(inviter.locator('#moves [data-ply="1"]')).to_have_text(str(move))
    address = friend.url
    friends_name = f"nora-{secrets.token_hex(3)}"
    sign_up(friend, friends_name)
    assert friend.url == address
    record = record_of(friend)
    assert (record.tags["First"], record.tags["Second"]) == (friends_name, name)
    assert list(record.moves) == [str(move)]
    friend.goto(f"{site.url}/dashboard/")
    expect(friend.locator(f'a[href="{urlsplit(address).path}"]').first).to_be_visible()


@pytest.mark.once
def test_the_link_is_copied_with_one_press(site: Site, new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    link = make_link(page, site, f"unai-{secrets.token_hex(3)}")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link


@pytest.mark.once
def test_the_way_in_fits_a_phone_and_is_accessible(site: Site, new_page: NewPage) -> None:
    person = new_page(**PHONE, bypass_csp=True)
    link = make_link(person, site, f"leire-{secrets.token_hex(3)}")
    visitor = new_page(**PHONE, bypass_csp=True)
    for page in (person, visitor):
        for address in (site.url, f"{site.url}/play/", link):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            violations = Axe().run(page, options=RULES).response["violations"]
            assert [fault["id"] for fault in violations] == [], address
            ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
            assert len(ids) == len(set(ids)), address
