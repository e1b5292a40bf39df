from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from tests.tournaments.factories import make_running, make_tournament, play_round, publish_round
from tournaments.models import Round, Tournament
from tournaments.services import settings
from tournaments.services.interop.calendars import calendar_of

pytestmark = pytest.mark.django_db
SITE = "https://play.example"
STARTS = datetime(2027, 1, 4, 18, tzinfo=UTC)


def read(tournament):
    """As a program reads it that others have written."""
    return list(Calendar.from_ical(calendar_of(tournament, SITE)).walk("VEVENT"))


def titles(tournament):
    return [str(entry["SUMMARY"]) for entry in read(tournament)]


def test_a_round_is_an_entry_until_its_deadline():
    tournament = make_running(4)
    Round.objects.filter(pk=publish_round(tournament).pk).update(deadline=STARTS)
    (entry,) = read(tournament)
    assert (entry["SUMMARY"], entry["DTEND"].dt) == ("Autumn Swiss, round 1", STARTS)
    assert entry["URL"] == f"{SITE}/tournaments/autumn-swiss/"


def test_a_round_that_is_over_ends_when_its_last_game_did():
    tournament = make_running(4)
    round_ = play_round(tournament)
    (entry,) = read(tournament)
    assert entry["DTEND"].dt == round_.closed.replace(microsecond=0)


def test_the_planned_start_is_an_entry_until_the_event_begins():
    tournament = make_tournament(starts=STARTS)
    assert titles(tournament) == ["Autumn Swiss starts"]
    tournament.started = timezone.now()
    assert titles(tournament) == []


def test_what_is_called_off_does_not_start():
    tournament = make_tournament(starts=STARTS)
    assert titles(settings.cancel(tournament.organiser, tournament.slug)) == []


def test_an_entry_keeps_its_name_when_its_deadline_moves():
    tournament = make_running(4)
    round_ = publish_round(tournament)
    before = read(tournament)
    round_.deadline += timedelta(days=1)
    round_.save()
    assert [entry["UID"] for entry in read(tournament)] == [entry["UID"] for entry in before]


@pytest.mark.parametrize("name", ["Blitz; fast, \\ done", "Sumendiko txapelketa ñ " + "ü" * 57])
def test_any_name_comes_through_the_calendar(name):
    tournament = make_tournament(starts=STARTS)
    Tournament.objects.filter(pk=tournament.pk).update(name=name)
    tournament.refresh_from_db()
    assert titles(tournament) == [f"{name} starts"]


def test_no_line_is_longer_than_the_standard_has_it():
    tournament = make_tournament(starts=STARTS)
    tournament.name = "ü" * 80
    lines = calendar_of(tournament, SITE).split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
