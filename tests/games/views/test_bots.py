import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import services
from games.house import LEVELS
from games.models import Bot, BotFault, FaultKind
from games.services.faults import note_fault
from games.services.house_bots import account_of
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import token_of
from tests.games.factories import (
    PASSWORD,
    make_bot,
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_user,
)
from tests.games.views.browsers import browser_of

PAGES = ["/players/basalt/settings/", "/players/basalt/tokens/new/"]
ACTIONS = ["/players/basalt/retire/", f"/players/basalt/tokens/{'0' * 16}/revoke/"]


@pytest.fixture
def basalt(amaia):
    return make_bot(amaia)


@pytest.fixture
def amaias(amaia):
    """amaia's browser, just after she has given her password once more."""
    client = browser_of(amaia)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def text_of(client, path):
    return client.get(path).content.decode()


def test_all_bots_are_listed_with_their_owners(client, basalt):
    account_of(LEVELS[0])
    page = text_of(client, "/bots/")
    assert page.index("basalt") < page.index("house-pumice")
    assert '<a href="/players/amaia/">amaia</a>' in page


def test_a_retired_bot_is_not_listed(client, amaia, basalt):
    services.retire_bot(amaia, "basalt")
    assert "basalt" not in text_of(client, "/bots/")


def test_the_list_has_pages(client, amaia):
    for number in range(51):
        account = User.objects.create(username=f"b{number}", kind=User.Kind.BOT, owner=amaia)
        Bot.objects.create(account=account)
    assert len(client.get("/bots/?page=2").context["rows"]) == 1
    assert len(client.get("/bots/?page=x").context["rows"]) == 50


def test_the_number_of_queries_does_not_grow_with_the_bots(
    client, amaia, django_assert_max_num_queries
):
    for number in range(8):
        make_bot(amaia, f"basalt-{number}")
    client.force_login(amaia)
    with django_assert_max_num_queries(7):
        client.get("/bots/")


def test_a_bot_is_registered_on_a_page(amaias, amaia):
    answer = amaias.post("/bots/new/", {"username": "basalt", "about": "Slow."})
    assert answer["Location"] == "/players/basalt/settings/"
    bot = User.objects.get(username="basalt")
    assert (bot.kind, bot.owner, bot.about) == ("bot", amaia, "Slow.")


@pytest.mark.parametrize("name", ["", "AMAIA", "house-3", "a b", "x" * 25])
def test_a_name_that_cannot_be_is_refused_beside_its_field(amaias, name):
    answer = amaias.post("/bots/new/", {"username": name, "about": ""})
    assert answer.context["form"].errors["username"]
    assert not Bot.objects.exists()


def test_an_eleventh_bot_is_refused_on_the_page(amaias, amaia):
    for number in range(10):
        make_bot(amaia, f"basalt-{number}")
    page = amaias.post("/bots/new/", {"username": "tuff", "about": ""}).content.decode()
    assert "You have 10 bots." in page


def test_a_guest_is_asked_to_sign_up_first(db):
    guests = browser_of(make_user("guest-1", kind=User.Kind.GUEST))
    page = guests.post("/bots/new/", {"username": "basalt", "about": ""}).content.decode()
    assert "sign up first" in page


@pytest.mark.parametrize("path", ["/bots/new/", *PAGES])
def test_a_visitor_is_sent_to_the_sign_in(client, basalt, path):
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


@pytest.mark.parametrize("path", PAGES)
def test_others_do_not_see_what_its_owner_looks_after(unai, basalt, path):
    unais = browser_of(unai)
    unais.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert unais.get(path).status_code == 403
    assert unais.post(path, {"about": "Mine!", "name": "mine", "days": 9}).status_code == 403


@pytest.mark.parametrize("path", ACTIONS)
def test_others_do_nothing_to_a_bot(client, unai, basalt, path):
    assert client.post(path)["Location"].startswith("/accounts/login/")
    assert browser_of(unai).post(path).status_code == 403
    basalt.refresh_from_db()
    assert basalt.is_active


@pytest.mark.parametrize("path", [*PAGES, *ACTIONS])
def test_a_person_has_no_settings_of_a_bot(amaias, path):
    other = path.replace("basalt", "amaia")
    answer = amaias.get(other) if path in PAGES else amaias.post(other)
    assert answer.status_code == 404


def test_making_a_token_asks_for_the_password_once_more(amaia, basalt):
    answer = browser_of(amaia).get("/players/basalt/tokens/new/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_the_text_of_a_token_is_shown_once(amaias, basalt):
    form = {"name": "my laptop", "days": "365"}
    page = amaias.post("/players/basalt/tokens/new/", form).content.decode()
    text = re.findall(r'id="token-text" readonly value="(\w+)"', page)[0]
    token = token_of(text)
    assert (token.user, token.scopes) == (basalt, ["read", "play", "challenge"])
    assert text not in text_of(amaias, "/players/basalt/settings/")


def test_a_reload_of_the_page_that_shows_a_token_makes_no_second_one(amaias, basalt):
    page = "/players/basalt/tokens/new/"
    code = amaias.get(page).context["form"]["code"].value()
    for _ in range(2):
        answer = amaias.post(page, {"name": "my laptop", "days": "30", "code": code})
    assert answer["Location"] == "/players/basalt/settings/"
    assert basalt.auth_token_set.count() == 1


def test_a_token_is_revoked_on_the_page(amaias, amaia, basalt):
    token, text = services.make_bot_token(amaia, "basalt", "my laptop", 30)
    page = amaias.post(f"/players/basalt/tokens/{token.code}/revoke/", follow=True)
    assert "The token is revoked" in page.content.decode()
    assert token_of(text) is None


def test_the_owner_describes_the_bot(amaias, basalt):
    amaias.post("/players/basalt/settings/", {"about": "Thinks slowly."})
    assert "Thinks slowly." in text_of(amaias, "/players/basalt/")


def test_the_owner_retires_the_bot_for_good(amaias, basalt):
    page = amaias.post("/players/basalt/retire/", follow=True).content.decode()
    assert "This bot is retired." in page
    assert "Make a token" not in text_of(amaias, "/players/basalt/settings/")


def test_the_page_of_a_bot_names_its_owner_and_when_it_was_seen(client, amaia, basalt):
    assert "Last seen: <span" in text_of(client, "/players/basalt/")
    token, _ = services.make_bot_token(amaia, "basalt", "mine", 30)
    token.note_use(timezone.now() - timedelta(hours=3))
    page = text_of(client, "/players/basalt/")
    assert 'Its owner is <a href="/players/amaia/">amaia</a>' in page
    assert "3\u00a0hours ago" in page


def test_the_count_of_faults_is_for_everybody_and_the_details_for_the_owner(
    client, amaia, unai, basalt
):
    game = make_game(basalt, unai)
    note_fault(basalt, game.pk, FaultKind.ILLEGAL, "Ply 1, <e9>")
    details = "Sent a move against the rules. Ply 1, &lt;e9&gt;"
    assert details in text_of(browser_of(amaia), "/players/basalt/")
    for reader in (None, unai, basalt):
        page = text_of(browser_of(reader), "/players/basalt/")
        assert "faults: 1" in page
        assert details not in page
    assert BotFault.objects.count() == 1


OWNED = 'title="A bot of amaia"'


def test_a_bot_is_labelled_with_its_owner_wherever_it_is_named(client, unai, basalt):
    game = make_game(basalt, unai)
    make_finished_game(unai, basalt, rated=True)
    make_seek(basalt)
    make_challenge(basalt, unai)
    client.force_login(unai)
    for path in ("/", "/dashboard/", "/play/", "/games/", "/players/unai/", f"/games/{game.pk}/"):
        assert OWNED in text_of(client, path), path


def test_labels_cost_no_query_a_game(client, amaia, unai, django_assert_max_num_queries):
    for number in range(6):
        make_game(make_bot(amaia, f"basalt-{number}"), unai)
    with django_assert_max_num_queries(4):
        assert text_of(Client(), "/games/").count(OWNED) == 6


def test_anybody_can_write_to_a_bot(unai, basalt):
    page = text_of(browser_of(unai), make_game(basalt, unai).get_absolute_url())
    assert 'id="chat"' in page


def test_how_to_write_a_bot_is_told(client, db):
    page = text_of(client, "/bots/write/")
    assert "def choose(position, clock):" in page
    assert 'href="/api/v1/docs"' in page


@pytest.mark.parametrize(
    ("days", "said"),
    [(None, "No program has played for basalt yet"), (8, "was last seen"), (1, "")],
)
def test_a_challenger_reads_when_no_program_seems_to_play(basalt, unai, days, said):
    if days is not None:
        Bot.objects.filter(account=basalt).update(last_seen=timezone.now() - timedelta(days=days))
    page = text_of(browser_of(unai), "/players/basalt/")
    assert said in page
    assert ("nobody may answer this challenge" in page) == bool(said)
