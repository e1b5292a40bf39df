"""A game that will not be rated says so before it begins."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Offer
from ratings.services import follow
from sumendi_site.accounts.models import User
from tests.games.factories import make_challenge, make_finished_game, make_seek, make_user
from tests.games.views.test_lobby import form
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db

SPENT, OWNED = "so another would not be rated", "both accounts belong to one owner"


@pytest.fixture
def amaia(client):
    amaia = make_user("amaia")
    client.force_login(amaia)
    return amaia


@pytest.fixture
def bot():
    return make_user("bot-of-unai", kind=User.Kind.BOT, owner=make_user("unai"))


@pytest.fixture
def own_bot(amaia):
    return make_user("bot-of-amaia", kind=User.Kind.BOT, owner=amaia)


def play(first, second, times, days_ago=1):
    for _ in range(times):
        finish(first, second, finished=timezone.now() - timedelta(days=days_ago))
    follow()


def read(client, url):
    return client.get(url).content.decode()


def test_the_page_of_a_player_says_that_the_limit_is_reached(client, amaia, bot):
    play(amaia, bot, 3)
    text = read(client, bot.get_absolute_url())
    assert f"You and bot-of-unai have finished 3 rated games in 30 days, {SPENT}." in text


def test_one_game_below_the_limit_says_nothing(client, amaia, bot):
    play(amaia, bot, 2)
    assert SPENT not in read(client, bot.get_absolute_url())


def test_two_people_have_ten(client, amaia):
    unai = make_user("unai")
    play(unai, amaia, 9)
    assert SPENT not in read(client, unai.get_absolute_url())
    play(amaia, unai, 1)
    assert "You and unai have finished 10 rated games" in read(client, unai.get_absolute_url())


def test_games_that_ended_long_ago_do_not_count(client, amaia, bot):
    play(amaia, bot, 1, days_ago=31)
    play(amaia, bot, 2)
    assert SPENT not in read(client, bot.get_absolute_url())


def test_it_says_from_when_on_games_are_rated_again(client, amaia, bot):
    play(amaia, bot, 1, days_ago=29)
    play(amaia, bot, 2)
    again = timezone.localtime(timezone.now() + timedelta(days=1))
    assert f"One that ends after {again.day} {again:%B %Y}" in read(client, bot.get_absolute_url())


def test_a_bot_and_its_owner_are_told_apart_from_others(client, amaia, own_bot):
    text = read(client, own_bot.get_absolute_url())
    assert f"A rated game between you and bot-of-amaia would not be rated: {OWNED}." in text


def test_two_bots_of_one_owner_are_sisters(client, own_bot):
    sister = make_user("sister", kind=User.Kind.BOT, owner=own_bot.owner)
    client.force_login(sister)
    assert OWNED in read(client, own_bot.get_absolute_url())


def test_the_lobby_marks_the_rated_offers_alone(client, own_bot):
    make_seek(own_bot, rated=True)
    make_seek(own_bot, rated=False)
    assert read(client, reverse("lobby")).count(OWNED) == 1


def test_a_challenge_is_marked_for_both(client, amaia, own_bot):
    make_challenge(own_bot, amaia, rated=True)
    assert OWNED in read(client, reverse("dashboard"))
    client.force_login(own_bot)
    assert OWNED in read(client, reverse("lobby"))


def test_all_offers_of_the_lobby_take_one_query_more(client, amaia):
    for number in range(9):
        make_seek(make_user(f"seeker-{number}"), rated=True)
    client.get(reverse("lobby"))
    counts = []
    for rated in (False, True):
        Offer.objects.update(rated=rated)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("lobby"))
        counts.append(len(queries))
    assert counts[1] == counts[0] + 1 <= 8


def test_an_invite_link_says_it_to_who_follows_it(client, amaia, own_bot):
    terms = services.Terms(size=5, rated=True, seat="random", time_control="3d")
    link = services.invite(own_bot, terms)
    assert OWNED in read(client, reverse("invite", args=[link.invite_code]))


def test_a_name_that_is_typed_is_cautioned_before_the_game_begins(client, own_bot):
    shown = client.post(reverse("seek-create"), form(opponent="bot-of-amaia"))
    assert OWNED in shown.content.decode()
    assert not Offer.objects.exists()
    client.post(reverse("seek-create"), form(opponent="bot-of-amaia", cautioned="bot-of-amaia"))
    assert Offer.objects.get().opponent == own_bot


def test_a_casual_game_is_offered_without_ado(client, own_bot):
    client.post(reverse("seek-create"), form(opponent="bot-of-amaia", rated="no"))
    assert Offer.objects.exists()


def test_a_rematch_that_would_be_one_too_many_says_so(client, amaia, bot):
    game = make_finished_game(amaia, bot, ["e5", "keep"], rated=True)
    play(amaia, bot, 3)
    assert SPENT in read(client, game.get_absolute_url())
    services.rematch(game.pk, bot)
    text = read(client, game.get_absolute_url())
    assert "Accept the rematch" in text
    assert SPENT in text


def test_the_calculator_says_it(client, amaia, own_bot):
    url = f"{reverse('rating-calculator')}?player=amaia&opponent="
    assert f"between amaia and bot-of-amaia would not be rated: {OWNED}" in read(
        client, f"{url}bot-of-amaia"
    )
    assert OWNED not in read(client, f"{url}1500")


def test_a_challenge_from_the_page_that_said_it_is_sent_at_once(client, own_bot):
    assert 'name="cautioned" value="bot-of-amaia"' in read(client, own_bot.get_absolute_url())
    url = reverse("challenge-create", args=["bot-of-amaia"])
    client.post(url, form(cautioned="bot-of-amaia"))
    assert Offer.objects.exists()


def test_a_program_is_not_asked_twice(client, own_bot):
    fields = form(opponent="bot-of-amaia")
    client.post(reverse("seek-create"), fields, headers={"accept": "application/json"})
    assert Offer.objects.exists()
