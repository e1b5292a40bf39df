import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import services
from games.models import Game, GameStatus
from tests.games.factories import (
    in_hours,
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_user,
    some_moves,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("amaia_signed_in")]

DASHBOARD, NEXT = reverse("dashboard"), reverse("next-game")


def games_in(page, part):
    return [row.game for row in page.context[part]]


@pytest.mark.parametrize("url", [DASHBOARD, NEXT])
def test_a_stranger_is_asked_to_sign_in(client, url):
    client.logout()
    answer = client.get(url)
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('account_login')}?next={url}"


def test_games_that_wait_for_the_reader_come_least_time_first(client, amaia, unai):
    later = make_game(amaia, unai, deadline=in_hours(50))
    sooner = make_game(amaia, unai, deadline=in_hours(3))
    assert games_in(client.get(DASHBOARD), "with_board") == [sooner, later]


def test_less_than_a_day_is_marked_as_urgent(client, amaia, unai):
    make_game(amaia, unai, deadline=in_hours(23))
    assert "clock-low" in client.get(DASHBOARD).content.decode()


def test_more_than_a_day_is_not_urgent(client, amaia, unai):
    make_game(amaia, unai, deadline=in_hours(25))
    assert "clock-low" not in client.get(DASHBOARD).content.decode()


def test_the_other_games_stand_under_waiting_with_their_last_move(client, amaia, unai):
    game = make_game(amaia, unai, ["d4"])
    page = client.get(DASHBOARD)
    assert games_in(page, "waiting") == [game]
    assert "d4" in page.content.decode()


def test_a_game_that_is_being_scored_waits_for_nobody(client, amaia, unai):
    make_game(amaia, unai, status=GameStatus.SCORING, deadline=None, to_move=None)
    assert "being scored" in client.get(DASHBOARD).content.decode()


def test_games_of_others_are_not_shown(client, unai):
    make_game(unai, make_user("leire"))
    page = client.get(DASHBOARD)
    assert not page.context["with_board"]
    assert not page.context["waiting"]


def test_a_game_that_ended_says_how_it_ended_for_the_reader(client, amaia, unai):
    make_finished_game(amaia, unai)
    text = client.get(DASHBOARD).content.decode()
    assert "unai resigned" in text
    assert ">won<" in text


def test_challenges_and_own_seeks_can_be_answered_here(client, amaia, unai):
    challenge, seek = make_challenge(unai, amaia), make_seek(amaia)
    text = client.get(DASHBOARD).content.decode()
    assert reverse("offer-accept", args=[challenge.pk]) in text
    assert reverse("offer-decline", args=[challenge.pk]) in text
    assert reverse("offer-withdraw", args=[seek.pk]) in text


def test_an_offered_draw_is_told(client, amaia, unai):
    game = make_game(amaia, unai, some_moves(2))
    services.offer_draw(game.pk, unai, 2)
    assert "offers a draw" in client.get(DASHBOARD).content.decode()


def test_times_are_in_the_readers_zone(client, amaia, unai):
    amaia.time_zone = "Asia/Kolkata"
    amaia.save()
    make_game(amaia, unai)
    assert "+05:30" in client.get(DASHBOARD).content.decode()


def test_the_fragment_is_the_changing_part_alone(client, amaia, unai):
    make_game(amaia, unai)
    text = client.get(DASHBOARD, {"fragment": "1"}).content.decode()
    assert "Your move" in text
    assert "<html" not in text


def test_the_number_of_queries_does_not_grow_with_the_games(client, amaia, unai):
    def queries():
        client.get(DASHBOARD)  # the visit and the notices are written down
        with CaptureQueriesContext(connection) as captured:
            client.get(DASHBOARD)
        return len(captured)

    def add_one_of_each(number):
        make_game(amaia, unai, some_moves(4))
        make_game(unai, amaia, some_moves(4))
        make_finished_game(amaia, unai, some_moves(4))
        make_challenge(make_user(f"challenger-{number}"), amaia)

    add_one_of_each(0)
    few = queries()
    for number in range(1, 16):
        add_one_of_each(number)
    assert queries() == few <= 12


def test_next_goes_to_the_game_with_least_time(client, amaia, unai):
    make_game(amaia, unai, deadline=in_hours(50))
    sooner = make_game(amaia, unai, deadline=in_hours(3))
    assert client.get(NEXT)["Location"] == sooner.get_absolute_url()


def test_next_goes_on_after_a_game_and_wraps_around(client, amaia, unai):
    first, second, third = (make_game(amaia, unai, deadline=in_hours(n)) for n in (1, 2, 3))
    for after, goal in ((first, second), (second, third), (third, first)):
        assert client.get(NEXT, {"after": after.pk})["Location"] == goal.get_absolute_url()


def test_next_says_when_no_other_game_waits(client, amaia, unai):
    only = make_game(amaia, unai)
    answer = client.get(NEXT, {"after": only.pk}, follow=True)
    assert answer.redirect_chain == [(only.get_absolute_url(), 302)]
    assert "No other game waits for you now." in answer.content.decode()


def test_next_leads_back_to_the_dashboard_when_none_waits(client):
    answer = client.get(NEXT, follow=True)
    assert answer.redirect_chain == [(DASHBOARD, 302)]
    assert "No game waits for you now." in answer.content.decode()


@pytest.mark.parametrize("after", ["x", "-1", "9" * 30, "\x01", "\u0661", "0"])
def test_next_after_no_game_is_the_first(client, amaia, unai, after):
    game = make_game(amaia, unai)
    assert client.get(NEXT, {"after": after})["Location"] == game.get_absolute_url()


def test_next_never_leads_to_games_of_others(client, unai):
    make_game(unai, make_user("leire"))
    assert client.get(NEXT)["Location"] == DASHBOARD


def test_many_waiting_games_are_all_listed_a_dozen_of_them_with_boards(client, amaia, unai):
    for _ in range(14):
        make_game(amaia, unai)
    page = client.get(DASHBOARD)
    assert len(page.context["with_board"]) == 12
    assert len(page.context["without_board"]) == Game.objects.count() - 12


def test_the_bar_can_ask_how_many_games_wait(client, amaia, unai):
    waiting = reverse("waiting-games")
    assert " hidden>" in client.get(waiting).content.decode()
    make_game(amaia, unai)
    assert "1 game waits for you" in client.get(waiting).content.decode()
