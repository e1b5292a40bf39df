"""A program is sent, checked and played on the pages, and everybody can use these."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.bots.turns import play_next
from games.models import Bout, RunFault, VersionState
from games.services.bouts import begin_scrimmage_bouts, end_by_fault
from sumendi_site.accounts.models import User
from tests.conftest import NewPage
from tests.games.bots.hosting import (
    CHOOSES,
    FakeKind,
    hosting_on,
    make_check,
    make_hosted_bot,
    make_scrimmage,
    make_version,
)
from tests.games.bots.played import played
from tests.games.factories import make_bot, make_game, make_user
from tests.games.test_bots_in_a_browser import faults_of, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TURNS = 400
PLAYER = "/players/magma/"
WORKSHOP = "/bots/magma/workshop/"


@pytest.fixture
def address(live_server: Any) -> str:
    make_user("amaia")
    hosting_on("bwrap")
    return str(live_server.url)


def play_all() -> None:
    """Whatever waits for a program, as a worker plays it."""
    kind = FakeKind()
    for _ in range(MOST_TURNS):
        if not play_next(kind):
            return
    raise AssertionError("programs are asked for ever")


def test_a_program_is_sent_checked_while_one_looks_on_and_plays_a_challenger(
    address: str, new_page: NewPage
) -> None:
    make_bot(make_user("unai"), "magma")
    page = new_page()
    sign_in(page, address, WORKSHOP, "unai")
    page.get_by_label("Drop a .py or .zip here").set_input_files(
        {"name": "magma.py", "mimeType": "text/x-python", "buffer": CHOOSES}
    )
    page.get_by_role("button", name="Send version 1").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="1", exact=True))
    expect(row).to_contain_text("its turn comes soon")
    play_all()
    expect(row).to_contain_text("live")

    challenger = new_page()
    sign_in(challenger, address, PLAYER)
    challenger.get_by_text("Challenge magma").click()
    challenger.get_by_label("My opponent").check()
    challenger.get_by_label("Casual").check()
    challenger.get_by_role("button", name="Send the challenge").click()
    expect(challenger.get_by_text("being asked", exact=True)).to_be_visible()
    play_all()
    challenger.reload()  # nothing tells of the move here: there is no broker
    expect(challenger.get_by_text("Choose your side.")).to_be_visible()
    expect(challenger.get_by_role("link", name="version 1")).to_be_visible()


def fill() -> list[str]:
    """A bot with something of everything; the addresses of its pages."""
    amaia = User.objects.get(username="amaia")
    magma = make_hosted_bot(amaia)
    live = magma.bot.versions.get()
    pumice = make_hosted_bot(make_user("unai"), "pumice")
    game = make_game(pumice, magma)
    crashed = played(game, live, 2, faults=[RunFault.CRASH] * 2, log=f"{'x' * 200}\nKeyError")
    played(game, live, 4, note="a note that is rather long for a phone " * 3)
    refused = make_version(
        magma, state=VersionState.REFUSED, refusal=f"It printed {'y' * 60}, ply 1."
    )
    itself, _ = make_check(refused)
    played(itself, refused, 3, faults=[RunFault.ILLEGAL_MOVE] * 2, log="z" * 300)
    end_by_fault(itself, "first", "No such cell.")
    make_check(make_version(magma, state=VersionState.CHECKING))
    scrimmage = make_scrimmage(amaia, live, pumice.bot.versions.get())
    begin_scrimmage_bouts(scrimmage, 3)
    bout = Bout.objects.filter(scrimmage=scrimmage).earliest("pk")
    return [
        WORKSHOP,
        "/bots/magma/versions/",
        "/bots/magma/versions/2/",
        "/bots/magma/versions/3/",
        "/bots/magma/rules/",
        "/bots/magma/turns/",
        f"/bots/magma/turns/{crashed.pk}/",
        "/scrimmages/",
        f"/scrimmages/{scrimmage.pk}/",
        f"/bouts/{bout.pk}/",
        game.get_absolute_url(),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_programs_are_for_everybody_and_fit_a_phone(
    address: str, new_page: NewPage, scheme: str
) -> None:
    paths = fill()
    page = new_page(width=360, height=740, color_scheme=scheme, bypass_csp=True)
    sign_in(page, address, WORKSHOP)
    found = {path: faults_at(page, address + path) for path in paths}
    assert not {path: faults for path, faults in found.items() if faults}


def faults_at(page: Page, address: str) -> list[str]:
    page.goto(address)
    return faults_of(page)


def test_a_dropped_file_is_taken(address: str, new_page: NewPage) -> None:
    make_bot(User.objects.get(username="amaia"), "magma")
    page = new_page()
    sign_in(page, address, WORKSHOP)
    page.evaluate(DROP)
    assert page.locator("#package").evaluate("(input) => input.files[0].name") == "magma.py"


DROP = """() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["pass"], "magma.py"));
    document.querySelector(".drop")
        .dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, cancelable: true}));
}"""
