from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import GameStatus, Result, Termination
from games.services import finishing
from games.services.corrections import annul
from ratings.numbers import POINT
from ratings.presenters.statistics import Tally, by_height, by_size, distribution, together
from sumendi_site.accounts.models import User
from tests.games.factories import make_game, make_user, some_moves
from tests.ratings.entries import make_established
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def amaia(db):
    return make_user("amaia")


@pytest.fixture
def unai(db):
    return make_user("unai")


def bands():
    return [(band.label, band.people, band.bots) for band in distribution(timezone.now())]


def scored(first, second, decided, result=Result.BLACK):
    score = {"levels": [], "common": [], "decided": decided}
    return finish(first, second, result, termination=Termination.SCORE, score=score)


def test_players_are_counted_in_steps_of_a_hundred_with_no_step_left_out():
    make_established("one", [], rating=1500 * POINT)
    make_established("two", [], rating=1599 * POINT)
    make_established("bot", [], rating=1700 * POINT, kind=User.Kind.BOT)
    assert bands() == [
        ("1500–1599", 2, 0),  # noqa: RUF001
        ("1600–1699", 0, 0),  # noqa: RUF001
        ("1700–1799", 0, 1),  # noqa: RUF001
    ]


def test_a_rating_is_in_the_step_in_which_it_is_shown():
    make_established("amaia", [], rating=1599 * POINT + POINT // 2)
    assert bands() == [("1600–1699", 1, 0)]  # noqa: RUF001


def test_newcomers_and_who_plays_no_more_are_not_in_the_distribution():
    make_established("new", [], rated_games=19)
    make_established("gone", [], last_rated_at=timezone.now() - timedelta(days=91))
    assert bands() == []


def test_the_first_player_and_black_are_told_apart_by_the_swap(amaia, unai):
    finish(amaia, unai, Result.BLACK, swapped=True)
    finish(amaia, unai, Result.WHITE, swapped=True)
    finish(amaia, unai, Result.BLACK, swapped=False)
    finish(amaia, unai, Result.BLACK, swapped=False)
    assert by_size() == {5: Tally(games=4, draws=0, black_wins=3, first_wins=3)}
    finish(amaia, unai, Result.BLACK, swapped=True)
    assert by_size() == {5: Tally(games=5, draws=0, black_wins=4, first_wins=3)}


def test_a_draw_is_half_a_point():
    tally = Tally(games=4, draws=1, black_wins=1, first_wins=2)
    assert (tally.black_score, tally.first_score, tally.draw_share) == (37.5, 62.5, 25)


def test_sizes_are_apart_and_add_up(amaia, unai):
    finish(amaia, unai, size=7)
    finish(amaia, unai, Result.DRAW, size=5)
    tallies = by_size()
    assert list(tallies) == [5, 7]
    assert together(tallies) == Tally(games=2, draws=1, black_wins=1, first_wins=1)


@pytest.mark.parametrize(
    "fields",
    [
        {"swapped": None, "ply_count": 1},
        {"result": "", "termination": Termination.CANCELLED},
        {"status": GameStatus.SCORING, "result": ""},
    ],
    ids=["no sides", "no result", "not finished"],
)
def test_games_that_tell_nothing_are_not_counted(amaia, unai, fields):
    finish(amaia, unai, **fields)
    assert by_size() == {}


def test_an_annulled_game_is_not_counted(amaia, unai):
    moderator = make_user("leire", is_staff=True)
    annul(finish(amaia, unai).pk, by=moderator, why="one person played both")
    assert by_size() == {}


def test_scored_games_are_told_by_the_height_that_decided_draws_last(amaia, unai):
    scored(amaia, unai, None, Result.DRAW)
    scored(amaia, unai, 2)
    scored(amaia, unai, 1, Result.WHITE)
    finish(amaia, unai)
    assert list(by_height()) == [1, 2, None]
    assert by_height()[1] == Tally(games=1, draws=0, black_wins=0, first_wins=0)


def test_the_height_is_found_in_the_score_as_games_store_it(amaia, unai):
    game = make_game(amaia, unai, some_moves(400))
    finishing.adjudicate(game.pk)
    game.refresh_from_db()
    assert list(by_height()) == [game.score["decided"]]


def test_a_margin_is_that_of_a_mean_of_games():
    tally = Tally(games=100, draws=0, black_wins=50, first_wins=60)
    assert tally.black_margin == pytest.approx(9.8)
    assert tally.first_margin == pytest.approx(9.602, abs=0.001)


def test_draws_make_a_margin_smaller():
    half_drawn = Tally(games=100, draws=50, black_wins=25, first_wins=25)
    assert half_drawn.black_margin == pytest.approx(9.8 / 2**0.5, abs=0.001)


@pytest.mark.parametrize("tally", [Tally(29, 0, 15, 15), Tally(40, 40, 0, 0), Tally(40, 0, 40, 0)])
def test_too_few_or_like_games_have_no_margin(tally):
    assert tally.black_margin is None
