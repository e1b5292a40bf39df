"""The lobby and the dashboard keep themselves up to date, and leave alone what is in use."""

import secrets

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.site]

PASSWORD = "stones-that-float"


def sign_up(page, site, name):
    page.goto(f"{site.url}/accounts/signup/")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password1]").fill(PASSWORD)
    page.locator("main form button").click()
    page.wait_for_url("**/dashboard/")


@pytest.fixture
def two(site, new_page):
    """The pages of two people who have just signed up, and the second one's name."""
    pages, names = (new_page(), new_page()), ("petra", "kontxi")
    tag = secrets.token_hex(3)
    for page, name in zip(pages, names, strict=True):
        sign_up(page, site, f"{name}-{tag}")
    return *pages, f"{names[1]}-{tag}"


def seek(page, site):
    page.goto(f"{site.url}/play/")
    page.get_by_role("button", name="Offer this game").click()
    page.get_by_text("Your offer is open").wait_for()


def test_an_accepted_offer_is_told_in_the_open_lobby(site, two):
    mine, theirs, name = two
    seek(theirs, site)
    mine.goto(f"{site.url}/play/")
    mine.locator(".offer", has_text=name).get_by_role("button", name="Accept").click()
    mine.wait_for_url("**/games/*/")
    theirs.get_by_role("link", name="Go to the game").wait_for()
    assert theirs.get_by_text("Your offer is open").count() == 0
    theirs.get_by_role("link", name="Go to the game").click()
    theirs.wait_for_url("**/games/*/")


def let_it_look(page):
    """Ten seconds later: the lobby asks for its newest lists."""
    with page.expect_response("**/play/?fragment=1"):
        page.clock.fast_forward(10_000)


def test_a_new_offer_appears_and_the_form_keeps_what_was_typed(site, two):
    mine, theirs, name = two
    mine.clock.install()
    mine.goto(f"{site.url}/play/")
    mine.get_by_label("Against").fill("half-a-na")
    seek(theirs, site)
    let_it_look(mine)
    mine.locator(".offer", has_text=name).wait_for()
    assert mine.get_by_label("Against").input_value() == "half-a-na"


def test_nothing_moves_while_a_button_of_the_list_has_the_focus(site, two):
    mine, theirs, name = two
    mine.clock.install()
    seek(mine, site)
    button = mine.get_by_role("button", name="Withdraw").last
    button.focus()
    seek(theirs, site)
    let_it_look(mine)
    let_it_look(mine)
    assert mine.locator(".offer", has_text=name).count() == 0
    button.blur()
    mine.clock.run_for(100)
    mine.locator(".offer", has_text=name).wait_for()


def test_a_challenge_appears_on_the_open_dashboard(site, two):
    mine, theirs, name = two
    mine.goto(f"{site.url}/dashboard/")
    theirs.goto(f"{site.url}/play/?opponent={mine.locator('.menu summary').inner_text()}")
    theirs.get_by_role("button", name="Offer this game").click()
    mine.locator(".offer", has_text=name).wait_for(timeout=5_000)


def test_a_page_whose_session_ran_out_says_so(site, two):
    mine, _, _ = two
    mine.clock.install()
    mine.goto(f"{site.url}/dashboard/")
    mine.context.clear_cookies()
    mine.clock.fast_forward(60_000)
    mine.get_by_role("link", name="Sign in again").click()
    mine.wait_for_url("**/accounts/login/?next=/dashboard/")
