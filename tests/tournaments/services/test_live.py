"""What open pages of an event hear."""

import pytest

from sumendi_site.live.models import LiveEvent
from tests.tournaments.factories import make_entries, make_running, make_tournament
from tests.tournaments.services.playing import begin, boards_of, end, make_round
from tournaments.models import Tournament
from tournaments.services import booking, deciding, finishing, pairing, publishing
from tournaments.services.live import topic
from tournaments.services.verdicts import Verdict

pytestmark = pytest.mark.django_db


def heard(tournament: Tournament) -> int:
    """How much since the last call."""
    events = LiveEvent.objects.filter(topic=topic(tournament.pk))
    assert {(event.kind, str(event.data)) for event in events} <= {("changed", "{}")}
    return events.delete()[0]


def test_pages_hear_that_a_round_is_published_and_not_what_it_is():
    tournament = make_running()
    heard(tournament)
    pairing.pair(None, tournament.slug)
    heard(tournament)
    publishing.publish(None, tournament.slug, 1)
    assert heard(tournament) == 1


def test_pages_hear_of_entries():
    tournament = make_tournament()
    heard(tournament)
    make_entries(tournament, 2)
    assert heard(tournament) == 2


def test_pages_hear_of_results_once():
    round_ = make_round()
    heard(round_.tournament)
    end(boards_of(round_)[0])
    booking.book()
    assert heard(round_.tournament) == 1


def test_pages_hear_of_decisions_and_of_the_end():
    round_ = make_round(2, rounds=1)
    tournament = round_.tournament
    heard(tournament)
    begin(boards_of(round_)[0])
    deciding.decide(tournament.organiser, boards_of(round_)[0].pk, Verdict.DRAW, "So be it.")
    assert heard(tournament) == 2  # the round is closed, too
    finishing.finish(None, tournament.slug)
    assert heard(tournament) == 1
