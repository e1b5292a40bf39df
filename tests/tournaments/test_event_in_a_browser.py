"""A whole event on the running site, from its making to the report file that gacrux reads."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import NewPage
from tests.stack.site import Site
from tests.tournaments.swiss import gacrux_says
from tournaments.swiss.trf import read

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

MARK = "whole"
"""Begins the names of all that is made here."""
BOTS = ("basalt", "pumice")
"""Each is owned by one of the first people."""
TIE_BREAKS = ("BH/C1", "BH", "SB", "WIN", "DE")
TABLE = """
rows => rows.map(row => [
  row.cells[0].innerText, row.querySelector("th a").innerText,
  ...[...row.querySelectorAll(".worked")].map(value => value.innerText),
])
"""


@dataclass
class Hall:
    """Where the event is played: its people by their names, each with a session, and one page that
    whoever acts sits down at."""

    site: Site
    page: Page
    name: str
    sessions: dict[str, str]

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-")

    @property
    def url(self) -> str:
        return f"{self.site.url}/tournaments/{self.slug}/"

    def open(self, person: str, path: str = "") -> Page:
        """A page of the event as this person sees it."""
        self.sign_in(person, self.page)
        self.page.goto(self.url + path)
        return self.page

    def sign_in(self, person: str, page: Page) -> None:
        cookie = {"name": "sessionid", "value": self.sessions[person], "url": self.site.url}
        page.context.add_cookies([cookie])

    def press(self, person: str, button: str, path: str = "") -> None:
        press(self.open(person, path), button)

    def do(self, code: str) -> str:
        """Something that does not need the browser."""
        return self.site.shell(f"from tests.tournaments.on_the_site import *\n{code}")


def press(page: Page, button: str) -> None:
    """A button that sends something; what comes back is there afterwards."""
    with page.expect_navigation():
        page.get_by_role("button", name=button, exact=True).click()


@pytest.fixture
def hall(site: Site, new_page: NewPage) -> Hall:
    names = [f"{MARK}-organiser", *(f"{MARK}-{number}" for number in range(1, 10))]
    hall = Hall(site, new_page(), f"{MARK} event", {})
    printed = hall.do(
        f"import json\nprint(json.dumps(make_people(*{names})))\n"
        f"make_bots({{f'{MARK}-{{bot}}': name for bot, name in zip({BOTS}, {names[1:3]})}})"
    )
    hall.sessions = json.loads(printed)
    return hall


def make(hall: Hall, organiser: str) -> None:
    page = hall.page
    hall.sign_in(organiser, page)
    page.goto(f"{hall.site.url}/tournaments/new/")
    page.get_by_label("Name", exact=True).fill(hall.name)
    page.get_by_label("Time of a game").fill("14d")
    page.get_by_label("Rounds", exact=True).fill("4")
    page.get_by_label("Pairing of a Swiss").select_option(label="FIDE Dutch, exact")
    page.get_by_label("Time for a round").fill("7d")
    page.get_by_label("Whoever has not appeared").fill("2d")
    page.get_by_label("Rounds are paired and published by themselves").uncheck()
    press(page, "Make the draft")
    press(page, "Open for entries")


def enter(hall: Hall, organiser: str, people: list[str]) -> None:
    """Bots are entered by their owners, and the house bots by the organiser."""
    for person in people:
        hall.press(person, "Enter")
    for bot, owner in zip(BOTS, people, strict=False):
        hall.press(owner, f"Enter {MARK}-{bot}")
    page = hall.open(organiser, "desk/")
    for bot in ("house-pumice", "house-random"):
        page.locator("form", has_text="Let somebody in").get_by_label("Player").fill(bot)
        press(page, "Enter")


def publish(hall: Hall, organiser: str, number: int) -> None:
    hall.press(organiser, f"Pair round {number}", "desk/")
    press(hall.page, "Check")
    expect(hall.page.get_by_text("just what the rules would pair")).to_be_visible()
    press(hall.page, "Publish")


def decide_and_appeal(hall: Hall, desk: Page) -> None:
    """The first board of two people runs on until the deadline; the organiser finds it a draw, and
    changes it as one of them appeals."""
    found = hall.do(
        f"boards = boards_that_run({hall.slug!r})\n"
        "people = [b for b in boards if not b.white.player.is_bot and not b.black.player.is_bot]\n"
        "left = people[0]\n"
        f"play_round({hall.slug!r}, leave=left.board)\n"
        f"go_by({hall.slug!r}, days=7, hours=1)\n"
        "print(left.board, left.black.player)"
    )
    board, second = found.split()
    desk.get_by_role("link", name=f"Decide board {board}").click()
    desk.get_by_label("A draw").first.check()
    desk.get_by_label("Why?").fill("As high on either side.")
    press(desk, "Decide")
    desk.goto(f"{hall.url}desk/")
    page = hall.open(second, f"rounds/3/boards/{board}/")
    expect(page.get_by_text("As high on either side.")).to_be_visible()
    page.get_by_label("Why?").fill("I lead at height 3.")
    press(page, "Appeal")
    desk.get_by_role("link", name=f"Round 3, board {board}").click()
    desk.get_by_label("Answer", exact=True).fill("So it is.")
    desk.get_by_label("The result").last.select_option(label=f"{second} wins")
    press(desk, "Answer")
    page.reload()
    expect(page.get_by_text("So it is.").first).to_be_visible()


def go_on_by_itself(hall: Hall, organiser: str) -> None:
    page = hall.open(organiser, "desk/settings/")
    page.get_by_label("Rounds are paired and published by themselves").check()
    press(page, "Save")
    hall.do(f"go_by({hall.slug!r}, days=1)")


def play_first_round(hall: Hall, organiser: str, absent: str, late: str, rests: str) -> None:
    """One does not come, one comes late, and one asks for a bye in the next round."""
    hall.press(organiser, "Start now", "desk/")
    publish(hall, organiser, 1)
    hall.press(rests, "Ask for a half-point bye")
    hall.press(late, "Enter")
    hall.do(f"play_round({hall.slug!r}, absent={absent!r})\ngo_by({hall.slug!r}, days=2, hours=1)")


def play_third_round(hall: Hall, organiser: str, leaver: str, desk: Page) -> None:
    """One leaves after it, and a game is still played at its deadline."""
    hall.open(leaver).get_by_text("Withdraw", exact=True).click()
    press(hall.page, "Withdraw after this round")
    hall.sign_in(organiser, desk)
    desk.goto(f"{hall.url}desk/")
    decide_and_appeal(hall, desk)


def test_an_event_goes_from_its_making_to_a_report_that_others_read(
    hall: Hall, new_page: NewPage, tmp_path: Path
) -> None:
    organiser, *people = hall.sessions
    late, absent, leaver, rests = people[8], people[5], people[6], people[4]
    make(hall, organiser)
    enter(hall, organiser, people[:8])
    watcher = new_page()
    watcher.goto(hall.url)
    play_first_round(hall, organiser, absent, late, rests)
    expect(watcher.get_by_text("6 of 6 games finished")).to_be_visible()
    expect(watcher.get_by_role("row", name=absent)).to_contain_text(re.compile(r"−\d+[wb]f"))
    publish(hall, organiser, 2)
    expect(watcher.get_by_text("0 of 6 games finished")).to_be_visible()
    expect(watcher.get_by_role("row", name=rests)).to_contain_text("½ bye")
    hall.do(f"play_round({hall.slug!r})")
    expect(watcher.get_by_text("6 of 6 games finished")).to_be_visible()
    publish(hall, organiser, 3)
    play_third_round(hall, organiser, leaver, new_page())
    go_on_by_itself(hall, organiser)
    expect(watcher.get_by_text("0 of 6 games finished")).to_be_visible()
    hall.do(f"play_round({hall.slug!r})")
    expect(watcher.get_by_text("Final standings")).to_be_visible()
    expect(watcher.get_by_role("row", name=leaver)).to_contain_text("left")

    table = watcher.locator(".event-standings tbody tr").evaluate_all(TABLE)
    report = download(watcher, tmp_path)
    assert gacrux_says.disagreements_with(report) == []
    assert table == table_of_gacrux(report)


def download(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("link", name="report file (TRF26)").click()
    download.value.save_as(folder / "event.trf")
    return folder / "event.trf"


def table_of_gacrux(report: Path) -> list[list[str]]:
    event = read(report.read_bytes()).event
    rows = gacrux_says.standings(report, 4, ",".join(("PTS", *TIE_BREAKS)))
    names = {str(player.number): player.name for player in event.players}
    lines = [
        [row["Rank"], names[row["StartNo"]], *(row[code] for code in ("PTS", *TIE_BREAKS))]
        for row in rows
    ]
    return sorted(lines, key=lambda line: int(line[0]))
