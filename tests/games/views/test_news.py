"""What happened since the last visit, on the dashboard."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from games import services
from tests.games.factories import (
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_user,
)
from tests.games.prepared import BEGUN, play, prepare

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("amaia_signed_in")]

NOW = datetime(2026, 5, 4, 8, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def amaia():
    return make_user("amaia", looked_in=NOW - timedelta(days=1))


def look(client):
    return client.get(reverse("dashboard"))


def text_of(client):
    return look(client).content.decode()


def test_a_game_that_ended_is_told_with_its_result(client, amaia, unai):
    make_finished_game(amaia, unai)
    text = text_of(client)
    assert "Black wins: unai resigned." in text
    assert ">won<" in text


def test_a_game_that_began_is_told(client, amaia, unai):
    services.accept(unai, make_seek(amaia).pk)
    assert "The game has begun." in text_of(client)


def test_a_declined_challenge_is_told(client, amaia, unai):
    services.decline(unai, make_challenge(amaia, unai).pk)
    assert "Your challenge was declined." in text_of(client)


def test_an_expired_seek_is_told(client, clock, amaia):
    make_seek(amaia)
    clock.shift(timedelta(days=14))
    services.expire_offers()
    client.force_login(amaia)
    assert "Nobody accepted it in 14 days." in text_of(client)


def test_the_newest_comes_first(client, clock, amaia, unai):
    old = make_finished_game(amaia, unai)
    clock.shift(60)
    new = make_finished_game(amaia, unai)
    assert [item.row.game for item in look(client).context["news"]] == [new, old]


def test_what_happened_before_the_last_visit_is_not_told(client, clock, amaia, unai):
    make_finished_game(amaia, unai, finished=NOW - timedelta(days=2))
    clock.shift(1)
    look(client)
    clock.shift(timedelta(hours=1))
    assert look(client).context["news"] == []


def test_a_reload_within_half_an_hour_tells_it_again(client, clock, amaia, unai):
    make_finished_game(amaia, unai)
    look(client)
    for _ in range(3):
        clock.shift(timedelta(minutes=29))
        assert len(look(client).context["news"]) == 1


def test_after_half_an_hour_away_it_is_told_no_more(client, clock, amaia, unai):
    make_finished_game(amaia, unai)
    look(client)
    clock.shift(timedelta(minutes=31))
    assert look(client).context["news"] == []


def test_the_same_is_told_in_another_browser(client, clock, amaia, unai):
    make_finished_game(amaia, unai)
    look(client)
    clock.shift(timedelta(minutes=5))
    other = type(client)()
    other.force_login(amaia)
    assert len(look(other).context["news"]) == 1


def test_a_first_look_tells_all_since_the_sign_up(client, clock, amaia, unai):
    clock.shift(60)
    make_finished_game(amaia, unai)
    unais = type(client)()
    unais.force_login(unai)
    assert len(look(unais).context["news"]) == 1


def test_games_and_offers_of_others_are_not_told(client, amaia, unai):
    leire = make_user("leire")
    make_finished_game(unai, leire)
    services.decline(leire, make_challenge(unai, leire).pk)
    services.decline(amaia, make_challenge(unai, amaia).pk)
    assert look(client).context["news"] == []


def test_at_most_twenty_items_are_told(client, amaia, unai):
    for _ in range(12):
        make_game(amaia, unai)
        make_finished_game(amaia, unai)
    assert len(look(client).context["news"]) == 20


def test_replies_that_were_played_as_prepared_are_told(client, clock, amaia, unai):
    game = make_game(amaia, unai, BEGUN, created=NOW - timedelta(days=3))
    prepare(game, amaia, ["a1", "i9"])
    clock.shift(60)
    play(game, unai, "a1")
    assert "Your prepared reply was played." in text_of(client)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "1 prepared reply was played for you" in page


def test_what_was_played_by_hand_is_no_news(client, clock, amaia, unai):
    game = make_game(amaia, unai, BEGUN, created=NOW - timedelta(days=3))
    clock.shift(60)
    play(game, unai, "a1")
    assert look(client).context["news"] == []
