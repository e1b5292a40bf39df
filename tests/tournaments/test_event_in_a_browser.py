"""A whole event on the running site, from its making to the report file that gacrux reads."""

import json
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
        self.sign_in(person)
        self.page.goto(self.url + path)
        return self.page

    def sign_in(self, person: str) -> None:
        cookie = {"name": "sessionid", "value": self.sessions[person], "url": self.site.url}
        self.page.context.add_cookies([cookie])

    def press(self, person: str, button: str, path: str = "") -> None:
        page = self.open(person, path)
        page.get_by_role("button", name=button, exact=True).click()

    def do(self, code: str) -> str:
        """Something that does not need the browser."""
        return self.site.shell(f"from tests.tournaments.on_the_site import *\n{code}")


@pytest.fixture
def hall(site: Site, new_page: NewPage) -> Hall:
    names = [f"{MARK}-organiser", *(f"{MARK}-{number}" for number in range(1, 10))]
    hall = Hall(site, new_page(), f"{MARK} event", {})
    printed = hall.do(
        f"import json\nprint(json.dumps(make_people(*{names})))\n"
        f"make_bots({{'{MARK}-basalt': '{names[1]}', '{MARK}-pumice': '{names[2]}'}})"
    )
    hall.sessions = json.loads(printed)
    return hall


def make(hall: Hall, organiser: str) -> None:
    hall.sign_in(organiser)
    page = hall.page
    page.goto(f"{hall.site.url}/tournaments/new/")
    page.get_by_label("Name", exact=True).fill(hall.name)
    page.get_by_label("Time of a game").fill("14d")
    page.get_by_label("Rounds", exact=True).fill("4")
    page.get_by_label("Pairing of a Swiss").select_option(label="FIDE Dutch, exact")
    page.get_by_label("Time for a round").fill("7d")
    page.get_by_label("Whoever has not appeared").fill("2d")
    page.get_by_label("Rounds are paired and published by themselves").uncheck()
    page.get_by_role("button", name="Make the draft").click()
    page.get_by_role("button", name="Open for entries").click()


def enter(hall: Hall, organiser: str, people: list[str], bots: dict[str, str]) -> None:
    """Bots are entered by their owners, and the house bots by the organiser."""
    for person in people:
        hall.press(person, "Enter")
    for bot, owner in bots.items():
        hall.press(owner, f"Enter {bot}")
    page = hall.open(organiser, "desk/")
    for bot in ("house-greedy", "house-random"):
        form = page.locator("form", has_text="Let somebody in")
        form.get_by_label("Player").fill(bot)
        form.get_by_role("button").click()


def publish(hall: Hall, organiser: str, number: int) -> None:
    hall.press(organiser, f"Pair round {number}", "desk/")
    hall.page.get_by_role("button", name="Check").click()
    expect(hall.page.get_by_text("just what the rules would pair")).to_be_visible()
    hall.page.get_by_role("button", name="Publish").click()


def decide_and_appeal(hall: Hall, organiser: str, desk: Page) -> None:
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
    desk.get_by_role("button", name="Decide").click()
    desk.goto(f"{hall.url}desk/")
    page = hall.open(second, f"rounds/3/boards/{board}/")
    expect(page.get_by_text("As high on either side.")).to_be_visible()
    page.get_by_label("Why?").fill("I lead at height 3.")
    page.get_by_role("button", name="Appeal").click()
    desk.get_by_role("link", name=f"Round 3, board {board}").click()
    desk.get_by_label("Answer", exact=True).fill("So it is.")
    desk.get_by_label("The result").last.select_option(label=f"{second} wins")
    desk.get_by_role("button", name="Answer", exact=True).click()
    page.reload()
    expect(page.get_by_text("So it is.").first).to_be_visible()


def go_on_by_itself(hall: Hall, organiser: str) -> None:
    page = hall.open(organiser, "desk/settings/")
    page.get_by_label("Rounds are paired and published by themselves").check()
    page.get_by_role("button", name="Save").click()
    hall.do(f"go_by({hall.slug!r}, days=1)")


def test_an_event_goes_from_its_making_to_a_report_that_others_read(
    hall: Hall, new_page: NewPage, tmp_path: Path
) -> None:
    organiser, *people = hall.sessions
    late, absent, leaver, rests = people[8], people[5], people[6], people[4]
    make(hall, organiser)
    bots = {f"{MARK}-basalt": people[0], f"{MARK}-pumice": people[1]}
    enter(hall, organiser, people[:8], bots)

    watcher = new_page()
    watcher.goto(hall.url)
    hall.press(organiser, "Start now", "desk/")
    publish(hall, organiser, 1)
    expect(watcher.get_by_text("0 of 6 games finished")).to_be_visible()
    hall.press(rests, "Ask for a half-point bye")
    hall.press(late, "Enter")
    hall.do(f"play_round({hall.slug!r}, absent={absent!r})\ngo_by({hall.slug!r}, days=2, hours=1)")
    expect(watcher.get_by_text("6 of 6 games finished")).to_be_visible()
    expect(watcher.get_by_role("row", name=absent)).to_contain_text("f")

    publish(hall, organiser, 2)
    expect(watcher.get_by_text("0 of 6 games finished")).to_be_visible()
    hall.do(f"play_round({hall.slug!r})")
    expect(watcher.get_by_text("6 of 6 games finished")).to_be_visible()

    publish(hall, organiser, 3)
    hall.open(leaver).get_by_text("Withdraw", exact=True).click()
    hall.page.get_by_role("button", name="Withdraw after this round").click()
    desk = new_page()
    cookie = {"name": "sessionid", "value": hall.sessions[organiser], "url": hall.site.url}
    desk.context.add_cookies([cookie])
    desk.goto(f"{hall.url}desk/")
    decide_and_appeal(hall, organiser, desk)

    go_on_by_itself(hall, organiser)
    expect(watcher.get_by_text("0 of 6 games finished")).to_be_visible()
    hall.do(f"play_round({hall.slug!r})")
    expect(watcher.get_by_text("Final standings")).to_be_visible()

    table = watcher.locator(".event-standings tbody tr").evaluate_all(TABLE)
    with watcher.expect_download() as download:
        watcher.get_by_role("link", name="report file (TRF26)").click()
    report = tmp_path / "event.trf"
    download.value.save_as(report)
    assert gacrux_says.disagreements_with(report) == []
    assert table == table_of_gacrux(report)


def table_of_gacrux(report: Path) -> list[list[str]]:
    event = read(report.read_bytes()).event
    rows = gacrux_says.standings(report, 4, ",".join(("PTS", *TIE_BREAKS)))
    names = {str(player.number): player.name for player in event.players}
    lines = [
        [row["Rank"], names[row["StartNo"]], *(row[code] for code in ("PTS", *TIE_BREAKS))]
        for row in rows
    ]
    return sorted(lines, key=lambda line: int(line[0]))
