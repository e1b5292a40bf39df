"""Two people, each with a browser: from signing up to the scored end."""

import random
import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from games.rules import Move, Position, partial_turn
from tests.browser.tables import tap
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.stack]

PASSWORD = "lava-flows-downhill"


def sign_up(page: Page, site: Site, name: str) -> None:
    page.goto(f"{site.url}/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label(re.compile("name", re.IGNORECASE)).fill(name)
    page.get_by_label(re.compile("password", re.IGNORECASE)).fill(PASSWORD)
    page.locator("main form").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/dashboard/")


def seek(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/play/")
    page.get_by_label("Size 5, 61 cells").check()
    page.get_by_label("I do").check()
    page.get_by_role("button", name="Offer this game").click()
    expect(page.get_by_text("Your offers")).to_be_visible()


def accept(page: Page, site: Site, name: str) -> None:
    page.goto(f"{site.url}/play/")
    row = page.locator("li, tr", has=page.get_by_role("link", name=name))
    row.get_by_role("button", name="Accept").click()
    page.wait_for_url("**/games/*/")


def enter(page: Page, position: Position, chance: random.Random) -> Move:
    """Enter a move by taps alone, one that makes much spill, and press Play."""
    placements = position.placements()
    few = chance.sample(placements, min(4, len(placements)))
    placement = max(few, key=lambda cell: len(position.targets(cell)))
    tap(page, placement)
    chosen: dict[str, str] = {}
    while (turn := partial_turn(position, placement, chosen)).move is None:
        source = chance.choice(sorted(turn.owing))
        chosen[source] = chance.choice(turn.owing[source])
        tap(page, source, chosen[source])
    expect(page.locator("#move")).to_have_value(str(turn.move))
    page.get_by_role("button", name="Play", exact=True).click()
    return turn.move


def choose_to_swap(first: Page, second: Page) -> None:
    second.get_by_role("button", name=re.compile("Swap")).click()
    expect(first.locator("#hint")).to_contain_text("Your move.")


def play_to_the_end(first: Page, second: Page, seed: int) -> tuple[Position, int]:
    """The last position and the most spills of a move. The second player swaps, so that the
    first player is White from ply 3 on."""
    chance = random.Random(seed)
    position = Position.start(5)
    position = position.play(enter(first, position, chance))
    choose_to_swap(first, second)
    movers, most_spills = {"white": first, "black": second}, 0
    while not position.is_over:
        page = movers[position.turn]
        expect(page.locator("#hint")).to_contain_text("Your move.")
        move = enter(page, position, chance)
        position, most_spills = position.play(move), max(most_spills, len(move.spills))
        for reader in movers.values():
            expect(reader.locator("#moves [aria-current]")).to_have_text(str(move))
    return position, most_spills


PHONE = {"width": 360, "height": 740, "touch": True}


@pytest.mark.parametrize("phone", [{}, pytest.param(PHONE, marks=pytest.mark.once)])
def test_two_people_sign_up_and_play_to_the_scored_end(
    site: Site, new_page: NewPage, phone: dict[str, int]
) -> None:
    first, second = new_page(**phone), new_page(**phone)
    name = f"first-{secrets.token_hex(3)}"
    sign_up(first, site, name)
    sign_up(second, site, f"second-{secrets.token_hex(3)}")
    seek(first, site)
    accept(second, site, name)
    first.goto(second.url)

    position, most_spills = play_to_the_end(first, second, seed=len(phone))

    assert most_spills >= 2
    score = position.score()
    assert score.decided is not None
    level = score.levels[score.decided - 1]
    points = f"{max(level.black, level.white)} to {min(level.black, level.white)}"
    for page in (first, second):
        expect(page.locator("#hint")).to_contain_text(
            f"{score.result.title()} wins at height {level.height}, {points}."
        )
        expect(page.get_by_text("Final score")).to_be_visible()
