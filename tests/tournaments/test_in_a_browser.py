"""Tournaments on the running site."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

EVENT = """
import json
from django.test import Client
from tests.tournaments.factories import make_entries, make_organiser, make_tournament, play_round
from tests.tournaments.factories import publish_round, start
director = make_organiser("browsing-organiser")
event = make_tournament(director, name="Seen in a browser")
make_entries(event, [f"browsing-{number}" for number in range(1, 6)])
start(event)
play_round(event)
publish_round(event)
client = Client()
client.force_login(director)
print(json.dumps([event.slug, client.cookies["sessionid"].value]))
"""
DECIDE = """
from sumendi_site.accounts.models import User
from tests.tournaments.services.playing import begin
from tournaments.models import Pairing
from tournaments.services import deciding
from tournaments.services.verdicts import Verdict
board = Pairing.objects.get(round__tournament__slug={slug!r}, round__number=2, board=1)
director = User.objects.get(username="browsing-organiser")
begin(board)
deciding.decide(director, board.pk, Verdict.DRAW, "So be it.")
"""
PAGES = (
    *("", "rounds/2/", "rounds/2/boards/1/", "crosstable/", "players/1/", "rules/", "log/"),
    *("desk/", "desk/by-hand/", "desk/settings/"),
)


@pytest.fixture(scope="module")
def event(site: Site) -> tuple[str, str]:
    """The slug of an event whose second round is being played, and its organiser's session."""
    slug, session = json.loads(site.shell(EVENT).splitlines()[-1])
    return slug, session


def organiser(site: Site, event: tuple[str, str], new_page: NewPage, **options: str) -> Page:
    page = new_page(width=360, height=740, **options)
    page.context.add_cookies([{"name": "sessionid", "value": event[1], "url": site.url}])
    return page


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_all_pages_are_accessible_and_fit_a_phone(
    site: Site, event: tuple[str, str], new_page: NewPage, colours: str
) -> None:
    page = organiser(site, event, new_page, color_scheme=colours)
    events = [f"/tournaments/{event[0]}/{path}" for path in PAGES]
    for path in ("/tournaments/", "/tournaments/new/", *events):
        page.goto(site.url + path)
        assert (path, Axe().run(page).response["violations"]) == (path, [])
        assert (path, page.evaluate("document.documentElement.scrollWidth")) == (path, 360)


def test_results_reach_open_standings_whose_values_open(
    site: Site, event: tuple[str, str], new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"{site.url}/tournaments/{event[0]}/")
    expect(page.get_by_text("0 of 2 games finished")).to_be_visible()
    site.shell(DECIDE.format(slug=event[0]))
    expect(page.get_by_text("1 of 2 games finished")).to_be_visible()
    row = page.get_by_role("row", name="browsing-1")
    row.get_by_role("button").nth(2).click()
    expect(page.get_by_text("BH of browsing-1")).to_be_visible()
