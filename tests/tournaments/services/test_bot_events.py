"""Events of programs as the runner plays them, in a sandbox that runs nothing."""

import pytest

from games.bots.sandbox import Fault
from games.bots.turns import play_next
from games.consistency import contradictions
from games.house import RANDOM
from games.models import Game
from games.services.house_bots import account_of
from games.services.house_games import play_house_turn
from ratings.services import follow
from tests.games.bots.hosting import FakeKind, failing, first_move, hosting_on
from tests.tournaments.bots import make_ladder_bot
from tests.tournaments.factories import make_tournament, start
from tournaments.services import advancing, booking, entering
from tournaments.services.tables import standings

pytestmark = pytest.mark.django_db

MOST_ROUNDS = 10


def breaks_down(told):
    """Soon, so that the games are short."""
    return failing(Fault.CRASH) if len(told["moves"]) >= 4 else first_move(told)


def play_by_itself(tournament):
    """What the workers do, in turns, until there is nothing left to do."""
    for _ in range(MOST_ROUNDS):
        while advancing.go_on(tournament.pk):
            pass
        while play_next(FakeKind(breaks_down)) or house_bots_play():
            pass
        follow()
        if not booking.book():
            return


def house_bots_play():
    waiting = Game.objects.running().filter(to_move__kind="house")
    return any(play_house_turn(game.pk, game.ply_count + 1) for game in waiting)


def test_a_league_of_hosted_bots_and_a_house_bot_plays_itself_to_its_end():
    hosting_on()
    tournament = make_tournament(
        entrants="bots",
        format="round_robin",
        cycles=2,
        most_entries=4,
        time_control="2m+2s",
        round_hours=1,
        is_automatic=True,
    )
    for name in ("basalt", "pumice"):
        bot = make_ladder_bot(name)
        entering.enter_bot(bot.owner, tournament.slug, bot)
    house = account_of(RANDOM)
    entering.enter_by_director(tournament.organiser, tournament.slug, house)
    start(tournament)
    play_by_itself(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, Game.objects.running().count()) == ("finished", 0)
    assert [len(line.cells) for line in standings(tournament).lines] == [6, 6, 6]
    assert list(contradictions()) == []
