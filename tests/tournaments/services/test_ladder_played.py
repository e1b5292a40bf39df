"""Games of the ladder as the runner plays them, in a sandbox that runs nothing."""

import pytest

from games import services as games
from games.bots.sandbox import Fault
from games.bots.turns import play_next
from games.consistency import contradictions
from games.models import Game, Termination
from ratings.models import LedgerEntry
from ratings.services import follow
from tests.games.bots.hosting import FakeKind, failing, first_move
from tournaments.models import LadderGame
from tournaments.services import ladder

pytestmark = pytest.mark.django_db

MOST_TURNS = 200


def play_all(kind):
    """Until no turn waits."""
    for _ in range(MOST_TURNS):
        if not play_next(kind):
            return
    pytest.fail("the turns do not end")


def test_a_game_is_played_to_its_rating_and_the_next_one_has_the_seats_exchanged(basalt, pumice):
    ladder.pair()
    play_all(FakeKind())
    assert games.adjudicate(Game.objects.get().pk)
    follow()
    assert LedgerEntry.objects.get().rated
    ladder.pair()
    one, other = LadderGame.objects.order_by("pk").select_related("game")
    assert (other.game.first, other.game.second) == (one.game.second, one.game.first)
    assert list(contradictions()) == []


@pytest.mark.parametrize(("plies", "is_rated"), [(5, False), (6, True)])
def test_a_bot_that_breaks_down_loses_a_rated_game_once_it_is_long_enough(
    basalt, pumice, plies, is_rated
):
    def answer(told):
        failed = failing(Fault.CRASH)
        return failed if len(told["moves"]) == plies else first_move(told)

    ladder.pair()
    play_all(FakeKind(answer))
    follow()
    assert Game.objects.get().termination == Termination.FAULT
    assert LedgerEntry.objects.get().rated is is_rated
