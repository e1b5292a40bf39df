"""A game of an event that the search itself proves, from the deadline to the rating."""

import pytest

from games.models import Game
from games.search.warm import warm
from ratings.models import LedgerEntry
from ratings.services import follow
from tests.tournaments.services.endings import ROUND_HOURS, make_ending
from tests.tournaments.services.playing import codes, fresh, go_by
from tournaments import tasks
from tournaments.models import Act
from tournaments.presenters.log import text_of
from tournaments.services import keeping

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock"), pytest.mark.once]


def test_a_game_whose_ending_is_proved_gets_that_result_at_the_deadline_and_is_rated(clock):
    warm()
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    tasks.prove_ending()
    keeping.keep_rounds()
    follow()
    assert (codes(board), Game.objects.get().stands_as_proved) == (("1", "0"), True)
    assert LedgerEntry.objects.get().rated
    (decided,) = fresh(board.round.tournament).log.filter(act=Act.DECIDED)
    assert "Black wins with best play: proved, " in text_of(decided)
