"""Play a bot now: for visitors, guests and people."""

import pytest
from django.test import Client
from django.urls import reverse

from games.forms import HouseGameForm
from games.house import LEVELS
from games.models import Game
from games.services.house_bots import MOST_GAMES, account_of
from sumendi_site.accounts.models import User
from sumendi_site.searching import Search, report
from tests.games.factories import make_finished_game, make_game, make_seek, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_came_before")]

URL = "/play/bot/"
TERMS = {"bot": "pumice", "size": "5"}
JSON = {"HTTP_ACCEPT": "application/json"}


def test_one_click_makes_a_guest_and_a_game_to_play(client):
    answer = client.post(URL, TERMS)
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.first.kind, game.to_move) == (User.Kind.GUEST, game.first)
    assert client.get(answer["Location"]).context["table"].can_place


def test_a_game_with_a_house_bot_is_labelled(client):
    page = client.get(client.post(URL, TERMS)["Location"]).content.decode()
    assert '<span class="tag">house bot</span>' in page


def test_a_guest_who_clicks_again_goes_on_with_the_running_game(client):
    first = client.post(URL, TERMS)["Location"]
    Game.objects.update(ply_count=1)
    assert client.post(URL, TERMS)["Location"] == first
    assert Game.objects.count() == 1


def test_a_guest_may_ask_for_another_game(client):
    client.post(URL, TERMS)
    Game.objects.update(ply_count=1)
    client.post(URL, TERMS | {"new": "1"})
    assert Game.objects.count() == 2
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 1


def test_a_person_chooses_level_and_board(client, amaia):
    client.force_login(amaia)
    client.post(URL, {"bot": "basalt", "size": "7"})
    game = Game.objects.get()
    assert (game.first, game.second.username, game.size) == (amaia, "house-basalt", 7)


def test_a_double_click_makes_one_game(client, amaia):
    client.force_login(amaia)
    assert client.post(URL, TERMS)["Location"] == client.post(URL, TERMS)["Location"]


@pytest.mark.parametrize(
    "terms", [{}, {"bot": "random"}, {"bot": "greedy"}, {"size": "4"}, {"size": ""}, {"bot": ""}]
)
def test_bad_terms_are_named_and_leave_no_guest(client, terms):
    answer = client.post(URL, TERMS | terms if terms else {}, **JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_terms")
    assert not User.objects.exists()


def test_who_plays_too_many_is_told_on_the_page_with_the_form_as_it_was_sent(client, amaia):
    client.force_login(amaia)
    for _ in range(MOST_GAMES):
        make_game(amaia, account_of(LEVELS[0]), ["e5"])
    answer = client.post(URL, {"bot": "basalt", "size": "7"})
    assert (answer.status_code, Game.objects.count()) == (429, MOST_GAMES)
    form = answer.context["house_form"]
    assert (form["bot"].value(), form["size"].value()) == ("basalt", "7")
    assert "You play 20 games against house bots already." in answer.content.decode()


def test_looking_at_the_address_starts_nothing(client):
    assert client.get(URL).status_code == 405
    assert not User.objects.exists()


def test_starting_a_game_needs_the_token_of_the_page():
    assert Client(enforce_csrf_checks=True).post(URL, TERMS).status_code == 403


def test_one_address_makes_only_so_many_guests(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    answers = [Client().post(URL, TERMS) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Many guests came from your network" in answers[2].content.decode()
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 2


def test_the_limit_on_guests_never_stops_one_who_plays_already(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
    client.post(URL, TERMS)
    assert client.post(URL, TERMS | {"new": "1"}).status_code == 302


def test_a_visitor_finds_the_button_on_the_front_page(client):
    page = client.get(reverse("home")).content.decode()
    assert "Play a bot now" in page
    assert "No account needed to try." in page


def test_every_level_is_offered_by_its_strength_with_a_sentence(client):
    page = client.get(reverse("lobby")).content.decode()
    for level in LEVELS:
        assert f"<strong>{level.name}</strong>, about {level.strength:,}" in page
        assert level.about in page


def test_a_newcomer_is_offered_the_smallest_board_first_and_then_the_weakest_level(client):
    form = client.get(reverse("lobby")).context["house_form"]
    assert [(field.name, field.value()) for field in form] == [("size", 5), ("bot", "pumice")]


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"bot": "pumice"}, "Choose the board: its size is 5, 6 or 7."),
        ({"size": "5"}, "Choose one of the levels in the list."),
    ],
)
def test_a_field_that_was_not_sent_is_named(client, terms, message):
    assert client.post(URL, terms, **JSON).json()["error"]["message"] == message


def test_level_and_board_of_the_last_game_are_proposed_for_the_next(client, amaia):
    client.force_login(amaia)
    client.post(URL, {"bot": "basalt", "size": "7"})
    form = client.get(reverse("lobby")).context["house_form"]
    assert (form["bot"].value(), form["size"].value()) == ("basalt", 7)


def test_the_levels_stand_in_groups_and_newcomers_are_told_where_to_start(client):
    page = client.get(reverse("lobby"))
    groups = [group for group, _ in page.context["house_form"].fields["bot"].choices]
    assert groups == ["Beginner", "Player", "Expert"]
    assert "New to the game? Start with Pumice" in page.content.decode()


def test_every_level_is_in_one_group(client):
    choices = HouseGameForm().fields["bot"].choices
    assert [code for _, levels in choices for code, _ in levels] == [one.code for one in LEVELS]


def test_a_visitor_begins_a_game_from_the_page_of_a_level(client):
    page = client.get(account_of(LEVELS[0]).get_absolute_url()).content.decode()
    assert "Play Pumice now" in page
    assert 'name="bot" value="pumice"' in page


def test_the_page_of_a_game_says_how_strong_its_level_is(client):
    page = client.get(client.post(URL, TERMS)["Location"]).content.decode()
    assert '<span class="muted">800?</span>' in page


def test_a_guest_finds_the_running_game_on_the_front_page(client):
    address = client.post(URL, TERMS)["Location"]
    page = client.get(reverse("home")).content.decode()
    assert f'href="{address}">Continue your game' in page


def test_a_guest_gets_no_form_for_offers_to_others(client):
    client.post(URL, TERMS)
    page = client.get(reverse("lobby"))
    assert page.context["form"] is None
    assert "Play a house bot" in page.content.decode()


def test_a_guest_who_offers_a_seek_is_told_to_sign_up(client):
    client.post(URL, TERMS)
    terms = {"size": "5", "seat": "random", "rated": "no", "time_control": "3d"}
    key = "0b9f6b2a-5d0b-4d0c-9d8c-0123456789ab"
    answer = client.post(reverse("seek-create"), terms | {"key": key}, **JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "sign_up_first")


def test_a_guest_cannot_challenge_from_a_players_page(client, amaia):
    client.post(URL, TERMS)
    assert client.get(amaia.get_absolute_url()).context["form"] is None


@pytest.fixture
def guest():
    return make_user("guest-0a1b2c", kind=User.Kind.GUEST)


def test_a_guest_is_offered_to_sign_up_for_an_open_offer(client, guest, amaia):
    make_seek(amaia)
    client.force_login(guest)
    page = client.get("/play/").content.decode()
    assert "Sign up to accept" in page
    assert "/accept/" not in page


def test_a_guest_can_keep_a_finished_game_by_signing_up(client, guest, amaia):
    game = make_finished_game(guest, amaia, ["e5", "keep"])
    client.force_login(guest)
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'/accounts/signup/?next={game.get_absolute_url()}">Sign up and keep this game' in page


@pytest.mark.parametrize(("kind", "has"), [("guest", False), ("house", True), ("person", True)])
def test_only_who_plays_rated_games_has_a_rating_beside_the_name(client, amaia, kind, has):
    game = make_game(make_user("somebody", kind=kind), make_user("guest-9", kind="guest"))
    assert ("1500?" in client.get(game.get_absolute_url()).content.decode()) == has


def test_a_house_bot_cannot_be_blocked_from_its_page(client, amaia):
    make_user("stones", kind=User.Kind.HOUSE)
    client.force_login(amaia)
    assert "Block stones" not in client.get("/players/stones/").content.decode()


@pytest.mark.parametrize("state", Search)
def test_who_waits_for_a_level_is_told_when_it_is_warming_up(client, amaia, state):
    report(state)
    game = make_game(amaia, account_of(LEVELS[0]), ["e5"])
    page = client.get(game.get_absolute_url()).content.decode()
    card = page.split('aria-label="What is going on"')[1].split("</section>")[0]
    assert ("The house players are warming up" in card) == (state == Search.WARMING)
    assert '<span class="tag">thinking</span>' in page
