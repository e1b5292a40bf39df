"""Who may do what organisers do to results: each act by each who may not, and by who may."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.games.factories import make_user
from tests.tournaments.services.playing import begin, boards_of, end, make_round
from tournaments.models import LogEntry
from tournaments.services import booking, deadlines, deciding, errors, finishing, messages
from tournaments.services.verdicts import Verdict


@pytest.fixture
def round_(db):
    """The only round of its event: board 1 has not begun, 2 is being played, 3 is over."""
    round_ = make_round(6, rounds=1)
    _, second, third = boards_of(round_)
    begin(second)
    end(third)
    booking.book()
    return round_


def later(round_, by):
    when = timezone.now() + timedelta(days=2)
    deadlines.move_deadline(by, round_.tournament.slug, 1, when)


ACTS = {
    "forfeit": lambda round_, by: deciding.forfeit(
        by, boards_of(round_)[0].pk, Verdict.BOTH_FORFEIT, "Nobody came."
    ),
    "decide": lambda round_, by: deciding.decide(
        by, boards_of(round_)[1].pk, Verdict.DRAW, "A dead draw."
    ),
    "correct": lambda round_, by: deciding.correct(
        by, boards_of(round_)[2].pk, Verdict.DRAW, "A mistake."
    ),
    "bump": lambda round_, by: deciding.bump(by, boards_of(round_)[1].pk),
    "move_deadline": later,
    "write_to_all": lambda round_, by: messages.write_to_all(by, round_.tournament.slug, "Hello."),
}


def stranger(round_):
    return make_user("stranger")


def entrant(round_):
    return boards_of(round_)[0].white.player


def moderator(round_):
    return make_user("moderator", is_staff=True)


def co_organiser(round_):
    other = make_user("garazi")
    round_.tournament.co_organisers.add(other)
    return other


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", [stranger, entrant, moderator])
def test_others_can_do_nothing(round_, act, role):
    before = LogEntry.objects.count()
    with pytest.raises(errors.NotADirector):
        ACTS[act](round_, role(round_))
    assert LogEntry.objects.count() == before


@pytest.mark.parametrize("act", ACTS)
def test_a_co_organiser_can_do_all(round_, act):
    other = co_organiser(round_)
    ACTS[act](round_, other)
    assert LogEntry.objects.filter(by=other).count() == 1


@pytest.mark.parametrize("role", [stranger, entrant, moderator])
def test_others_do_not_finish_the_event(round_, role):
    with pytest.raises(errors.NotADirector):
        finishing.finish(role(round_), round_.tournament.slug)


@pytest.mark.parametrize("act", ["forfeit", "decide", "correct"])
def test_a_draft_is_not_decided(round_, act):
    round_.state = "draft"
    round_.save()
    with pytest.raises(errors.BoardNotFound):
        ACTS[act](round_, round_.tournament.organiser)
