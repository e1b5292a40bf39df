"""Which games may be or have been rated, for a pairing that is to stay within the limit."""

from datetime import timedelta

from games import services as games
from ratings.numbers import PAIR_DAYS
from ratings.services import follow
from ratings.services.pairs import counted_games, games_to_be_rated
from tests.games.factories import make_game, make_user, some_moves
from tests.ratings.finished import DAY_ONE, finish


def to_be_rated(*players):
    return list(games_to_be_rated([player.pk for player in players]))


def test_a_game_is_to_be_rated_until_the_ledger_has_it(amaia, unai):
    game = make_game(amaia, unai, some_moves(7), rated=True)
    assert to_be_rated(amaia) == [game]
    games.resign(game.pk, unai)
    assert to_be_rated(unai) == [game]
    follow()
    assert to_be_rated(amaia, unai) == []


def test_a_casual_game_is_never_to_be_rated(amaia, unai):
    make_game(amaia, unai)
    assert to_be_rated(amaia) == []


def test_games_of_others_are_not_asked_for(amaia, unai):
    make_game(unai, make_user("nora"), rated=True)
    assert to_be_rated(amaia) == []


def test_rated_games_count_for_thirty_days(amaia, unai):
    for day in (0, 1):
        finish(amaia, unai, finished=DAY_ONE + timedelta(days=day))
    finish(amaia, unai, rated=False)
    follow()
    now = DAY_ONE + timedelta(days=PAIR_DAYS)
    for later, count in ((0, 2), (0.5, 1), (1.5, 0)):
        assert len(counted_games([unai.pk], now + timedelta(days=later))) == count
