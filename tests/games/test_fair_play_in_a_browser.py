"""Reports and what comes of them as people go through them, and whether everybody can use the
pages."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games import services
from games.models.report import Category, Subject
from games.services import Complaint
from games.services.sanctions import Measure
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from tests.conftest import NewPage
from tests.games.factories import make_game, make_user
from tests.games.test_bots_in_a_browser import RULES, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def address(live_server: Any) -> str:
    amaia, unai = make_user("amaia"), make_user("unai", about="I like large boards.")
    make_user("nora", is_staff=True)
    services.say(make_game(amaia, unai).pk, unai, "You fool!")
    return str(live_server.url)


def test_a_line_is_reported_judged_and_appealed_against(address: str, new_page: NewPage) -> None:
    game = User.objects.get(username="amaia").games_as_first.get()
    hers = new_page()
    sign_in(hers, address, game.get_absolute_url())
    hers.get_by_role("link", name="Report this line of unai").click()
    expect(hers.get_by_role("blockquote")).to_have_text("You fool!")
    hers.get_by_label("What is wrong?").select_option("abuse")
    hers.get_by_role("button", name="Send the report").click()
    expect(hers.get_by_text("It waits for a moderator.")).to_be_visible()

    noras = new_page()
    sign_in(noras, address, "/moderation/", "nora")
    noras.get_by_role("link", name=re.compile(r"^Report \d")).click()
    noras.get_by_role("button", name="Look into it").click()
    noras.get_by_role("link", name="Act on unai…").click()
    noras.get_by_label("Warn:").check()
    noras.get_by_label("Reason").fill("Be kind.")
    noras.get_by_text("Do it…").click()
    noras.get_by_role("button", name="Yes, do it").click()
    noras.get_by_label("What came of it").select_option("acted")
    noras.get_by_role("button", name="Close the report").click()

    hers.reload()
    expect(hers.get_by_text("A moderator has acted on it.")).to_be_visible()
    his = new_page()
    sign_in(his, address, "/standing/", "unai")
    his.goto(f"{address}/play/")
    expect(his.get_by_text("Be kind.")).to_be_visible()
    his.get_by_text("Appeal…").click()
    his.get_by_label("Your appeal").fill("He began.")
    his.get_by_role("button", name="Send the appeal").click()
    his.get_by_role("button", name="I have read it").click()
    his.goto(f"{address}/play/")
    expect(his).to_have_url(f"{address}/play/")


@pytest.mark.once
def test_everybody_can_use_the_pages_on_a_phone_in_the_dark(
    address: str, new_page: NewPage
) -> None:
    amaia, unai, nora = (User.objects.get(username=name) for name in ("amaia", "unai", "nora"))
    report = services.report(amaia, unai, Complaint(Subject.ABOUT, Category.SPAM))
    services.take_report(nora, report.pk)
    act = services.sanction(nora, unai, Measure(SanctionKind.MUTE, "Spam.", 3))
    appeal = services.appeal(unai, act.pk, "I was not.")
    services.follow(nora, amaia)
    Sanction.objects.create(person=nora, kind=SanctionKind.WARNING, reason="Be kind.", by=unai)
    page = new_page(width=360, height=740, color_scheme="dark", bypass_csp=True)
    sign_in(page, address, "/moderation/", "nora")
    for path in (
        "/moderation/",
        f"/moderation/reports/{report.pk}/",
        "/moderation/players/unai/",
        f"/moderation/appeals/{appeal.pk}/",
        "/moderation/log/",
        "/standing/",
        "/players/unai/report/",
        "/players/unai/",
        "/account/friends/",
    ):
        page.goto(address + path)
        assert_usable(page, path)


def assert_usable(page: Page, path: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert Axe().run(page, options=RULES).response["violations"] == [], path
