from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Outage, Vacation
from tests.games.factories import make_game, make_user
from tests.games.moving_clock import DAY, fresh, make_saver, play, saved_days

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("amaia_signed_in")]

PAGE = reverse("vacation")


@pytest.fixture
def amaia():
    return make_saver("amaia", days=12.5)


@pytest.fixture
def unai():
    return make_saver("unai")


def text_of(answer):
    return answer.content.decode()


def test_a_stranger_is_asked_to_sign_in(client):
    client.logout()
    assert client.get(PAGE)["Location"].startswith(reverse("account_login"))


def test_the_page_says_how_much_was_saved(client):
    assert "12 days and 12 hours" in text_of(client.get(PAGE))


def test_a_new_player_has_saved_nothing(client):
    client.force_login(make_user("newcomer"))
    text = text_of(client.get(PAGE))
    assert "no vacation yet" in text
    assert "Take the vacation" not in text


def test_a_vacation_is_taken_at_once(client, amaia):
    client.post(PAGE, {"days": "3", "starts": ""})
    vacation = Vacation.objects.get(player=amaia)
    assert vacation.begun
    assert vacation.ends - vacation.starts == 3 * DAY


def test_a_start_is_read_in_the_readers_time_zone(client, amaia):
    amaia.time_zone = "Europe/Madrid"
    amaia.save()
    with time_machine.travel(datetime(2026, 5, 4, 12, tzinfo=UTC)):
        client.post(PAGE, {"days": "3", "starts": "2026-06-01T10:00"})
    assert Vacation.objects.get().starts == datetime(2026, 6, 1, 8, tzinfo=UTC)


def test_an_hour_that_daylight_saving_leaves_out_is_no_start(client, amaia):
    amaia.time_zone = "Europe/Madrid"
    amaia.save()
    with time_machine.travel(datetime(2026, 3, 20, 12, tzinfo=UTC)):
        answer = client.post(PAGE, {"days": "3", "starts": "2026-03-29T02:30"})
    assert answer.status_code == 400
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("days", ["", "0", "-1", "31", "1e9", "two", "9" * 500])
def test_a_number_of_days_that_cannot_be_is_explained(client, days):
    answer = client.post(PAGE, {"days": days})
    assert answer.status_code == 400
    assert answer.context["form"].errors["days"]


@pytest.mark.parametrize("starts", ["soon", "2026-13-01T10:00", "\x00", "9999-12-31T23:59"])
def test_a_start_that_cannot_be_is_explained(client, starts):
    answer = client.post(PAGE, {"days": "2", "starts": starts})
    assert answer.status_code == 400
    assert not Vacation.objects.exists()


def test_what_the_rules_refuse_is_said_in_the_form(client):
    assert "saved that much" in text_of(client.post(PAGE, {"days": "13"}))


def test_coming_back_ends_the_vacation(client, amaia):
    vacation = services.take_vacation(amaia, 3)
    client.post(reverse("vacation-end", args=[vacation.pk]))
    vacation.refresh_from_db()
    assert vacation.ends <= timezone.now()


def test_a_planned_vacation_can_be_called_off(client, amaia):
    vacation = services.take_vacation(amaia, 3, timezone.now() + DAY)
    assert "Call off" in text_of(client.get(PAGE))
    client.post(reverse("vacation-end", args=[vacation.pk]))
    assert saved_days(amaia) == 12.5


def test_the_vacation_of_another_player_cannot_be_ended(client, unai):
    vacation = services.take_vacation(unai, 3)
    assert client.post(reverse("vacation-end", args=[vacation.pk])).status_code == 404


# What others see


@pytest.fixture
def away(amaia, unai):
    """A game in which it is unai's turn, who is on vacation for a week."""
    game = make_game(unai, amaia)
    services.take_vacation(unai, 7)
    return fresh(game)


def test_the_opponent_sees_the_vacation_at_the_game(client, away):
    assert "on vacation until" in text_of(client.get(away.get_absolute_url()))


def test_a_clock_that_stands_still_shows_what_is_left_of_the_turn(client, away):
    page = client.get(away.get_absolute_url())
    [line] = [player for player in page.context["table"].players if player.is_to_move]
    assert timedelta(days=2, hours=23) < line.clock.left <= 3 * DAY
    assert line.clock.deadline is None


def test_the_opponent_sees_the_vacation_on_the_dashboard(client, away):
    assert "on vacation until" in text_of(client.get(reverse("dashboard")))


def test_everybody_sees_the_vacation_on_the_players_page(client, away, unai):
    client.logout()
    assert "on vacation until" in text_of(client.get(unai.get_absolute_url()))


def test_a_planned_vacation_is_not_shown_before_it_begins(client, unai):
    services.take_vacation(unai, 7, timezone.now() + DAY)
    assert "on vacation" not in text_of(client.get(unai.get_absolute_url()))


def test_in_an_event_the_clock_runs_on_and_says_so(client, amaia, unai):
    game = make_game(unai, amaia, event_label="Spring Open")
    services.take_vacation(unai, 7)
    assert "data-deadline" in text_of(client.get(game.get_absolute_url()))


def test_a_vacation_does_not_change_when_the_last_move_was_made(client, amaia, unai):
    game = make_game(amaia, unai)
    play(game, amaia)
    services.take_vacation(unai, 7)
    [row] = client.get(reverse("dashboard")).context["waiting"]
    assert row.last_made <= timezone.now() < fresh(game).turn_started


# The log of a game


def test_the_log_tells_of_a_vacation(client, away):
    assert "unai is on vacation until" in text_of(client.get(away.get_absolute_url()))


def test_the_log_tells_of_an_outage(client, amaia, unai):
    game = make_game(amaia, unai)
    started = game.created + timedelta(minutes=1)
    Outage.objects.create(started=started, ended=started + timedelta(hours=3))
    with time_machine.travel(game.created + DAY):
        page = text_of(client.get(game.get_absolute_url()))
    assert f"The site was away for 3 hours on {started.day} {started:%B}" in page


def test_the_log_leaves_out_outages_before_the_game(client, amaia, unai):
    game = make_game(amaia, unai)
    Outage.objects.create(started=game.created - 2 * DAY, ended=game.created - DAY)
    assert client.get(game.get_absolute_url()).context["table"].log == []


def test_the_log_tells_of_a_day_given(client, amaia, unai):
    game = make_game(amaia, unai)
    services.give_day(game.pk, unai, 0)
    assert "unai gave amaia 1 day more for a turn." in text_of(client.get(game.get_absolute_url()))


# Giving a day


def test_a_player_gives_the_opponent_a_day(client, amaia, unai):
    game = make_game(unai, amaia)
    before = game.deadline
    answer = client.post(reverse("game-give-day", args=[game.pk]), {"ply": "0"}, follow=True)
    assert "has 24 hours more for this turn." in text_of(answer)
    assert fresh(game).deadline - before == DAY


def test_the_button_is_there_only_in_the_opponents_turn_and_once(client, amaia, unai):
    mine, theirs = make_game(amaia, unai), make_game(unai, amaia)
    assert "Give a day" not in text_of(client.get(mine.get_absolute_url()))
    assert "Give a day" in text_of(client.get(theirs.get_absolute_url()))
    services.give_day(theirs.pk, amaia, 0)
    assert "Give a day" not in text_of(client.get(theirs.get_absolute_url()))


@pytest.mark.parametrize("ply", ["", "x", "-1"])
def test_a_ply_that_is_no_number_is_explained(client, amaia, unai, ply):
    game = make_game(unai, amaia)
    answer = client.post(reverse("game-give-day", args=[game.pk]), {"ply": ply})
    assert answer.status_code == 400


def test_an_onlooker_cannot_give_a_day(client, unai):
    game = make_game(make_user("petra"), unai)
    answer = client.post(reverse("game-give-day", args=[game.pk]), {"ply": "0"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("control", "words"),
    [
        *((f"{days}d", f"{days} days for each move") for days in (2, 3, 5, 7, 10, 14)),
        ("1d", "1 day for each move"),
        ("7d+1d", "7 days at the start, plus 1 day for each move made, never more than 14 days"),
    ],
)
def test_a_time_control_is_offered_and_told_in_words_before_one_accepts(
    client, unai, control, words
):
    lobby = reverse("lobby")
    assert f'value="{control}"' in text_of(client.get(lobby))
    services.open_seek(unai, services.Terms(6, False, "random", control))
    assert f" · {words} · " in text_of(client.get(lobby))


def test_the_dashboard_of_who_is_on_vacation_says_so_and_leads_back(client, amaia):
    vacation = services.take_vacation(amaia, 3)
    text = text_of(client.get(reverse("dashboard")))
    assert "You are on vacation until" in text
    assert reverse("vacation-end", args=[vacation.pk]) in text
