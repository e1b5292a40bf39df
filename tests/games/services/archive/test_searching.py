"""Finding positions, and what was played in them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Game, Move
from games.rules import Position
from games.rules.symmetry import NUMBERS, Symmetry
from games.services.archive import Between, Filters, explore, games_with
from tests.games.archiving import archive_all
from tests.games.factories import make_finished_game, make_user, some_moves
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db
START = Position.start(5)


def numbers(position, filters=None):
    return [row.game_id for row in games_with(position, filters or Filters())]


def played(explored):
    return {str(one.move): one.results.games for one in explored.moves}


@pytest.fixture
def game(amaia, unai):
    """Four placements; the first player, who is Black, has won."""
    game = make_finished_game(amaia, unai, some_moves(5), rated=True)
    archive_all()
    return game


def test_the_twins_of_100_positions_find_the_same_games(amaia, unai):
    games = [long_game(amaia, unai, seed) for seed in range(2)]
    archive_all()
    seen = [(game, position) for game in games for position in positions_of(game)]
    assert len(seen) >= 100
    for place, (game, position) in enumerate(seen):
        twins = [Symmetry.of(number) for number in range(place % 3, NUMBERS, 3)]
        assert all(numbers(twin.position(position)) == [game.pk] for twin in twins)


def long_game(first, second, seed):
    """A game of size 7 to its end, as it is stored: playing it through the services takes long."""
    texts = some_moves(200, size=7, seed=seed)
    game = finish(first, second, size=7, ply_count=len(texts))
    Move.objects.bulk_create(
        Move(game=game, ply=ply, player=first, text=text) for ply, text in enumerate(texts, 1)
    )
    return game


def positions_of(game):
    """Those after the first placement, which both games have in common, if they begin alike."""
    position = Position.start(game.size)
    for move in game.moves.exclude(ply=2):
        position = position.play(move.text)
        if move.ply > 2:
            yield position


def test_the_newest_game_comes_first(amaia, unai):
    games = [make_finished_game(amaia, unai, ["e5", "swap"]) for _ in range(3)]
    archive_all()
    assert numbers(START.play("e5")) == [game.pk for game in reversed(games)]


def test_a_game_that_began_first_and_ended_last_comes_first(amaia, unai):
    long, short = (make_finished_game(amaia, unai, ["e5", "swap"]) for _ in range(2))
    Game.objects.filter(pk=long.pk).update(finished=timezone.now() + timedelta(days=1))
    archive_all()
    assert numbers(START.play("e5")) == [long.pk, short.pk]


def test_games_are_found_by_turned_and_mirrored_moves(amaia, unai):
    make_finished_game(amaia, unai, ["a1", "keep", "b2:a1-a3"])
    archive_all()
    mirrored = Position.start(5).play("i9").play("h8:i9-i7")
    assert len(numbers(mirrored)) == 1
    assert numbers(Position.start(5).play("a1").play("b2:a1-a4")) == []


def test_first_placements_of_one_kind_are_one(amaia, unai):
    for corner in ("a1", "e9", "i5", "b3"):
        make_finished_game(amaia, unai, [corner, "keep"])
    archive_all()
    explored = explore(START)
    assert played(explored) == {"a1": 3, "b3": 1}
    assert (explored.found, explored.different) == (4, 2)


def test_results_of_the_empty_board_are_those_of_the_first_player(amaia, unai):
    make_finished_game(amaia, unai, ["a1", "swap"])
    make_finished_game(amaia, unai, ["a1", "keep"])
    archive_all()
    (one,) = explore(START).moves
    assert (one.results.won, one.results.lost) == (2, 0)
    assert (one.results.swapped, one.results.chosen) == (1, 2)


def test_results_of_a_position_are_those_of_the_side_to_move(amaia, unai):
    make_finished_game(amaia, unai, ["a1", "swap"])
    make_finished_game(amaia, unai, ["a1", "keep"])
    archive_all()
    results = explore(START.play("a1")).results
    assert (results.won, results.lost) == (1, 1)


def test_a_continuation_is_legal_in_the_position_as_it_lies(game):
    for number in range(NUMBERS):
        twin = Symmetry.of(number).position(START.play(some_moves(1)[0]))
        (one,) = explore(twin).moves
        assert twin.play(one.move) == one.position
        assert numbers(one.position) == [game.pk]


def test_a_game_can_be_followed_move_by_move(game):
    position = START
    for _ in range(4):
        (one,) = explore(position).moves
        position = one.position
    assert explore(position).moves == []
    assert numbers(position) == [game.pk]


def test_a_game_that_ended_here_has_results_but_no_move(game):
    explored = explore(game.current)
    assert (explored.found, explored.results.games, explored.different) == (1, 1, 0)


def test_annulled_games_are_found_but_do_not_count(game):
    services.annul(game.pk, make_user("leire", is_staff=True), "A test.")
    archive_all()
    explored = explore(START)
    assert (explored.found, explored.results.games, explored.moves) == (1, 0, [])
    assert numbers(START) == [game.pk]


def test_a_position_that_nobody_had_is_not_found(game):
    explored = explore(START.play("e5"))
    assert (explored.found, explored.results.games, list(explored.moves)) == (0, 0, [])


def test_filters_choose_the_games(amaia, unai):
    finish(amaia, unai)
    bot = make_user("lapa", kind="bot", owner=make_user("jokin"))
    for opponent, rated in ((unai, True), (make_user("nora"), False), (bot, False)):
        make_finished_game(amaia, opponent, some_moves(6), rated=rated)
    archive_all()
    position = START.play(some_moves(1)[0])
    for filters, count in FILTERED:
        assert len(numbers(position, filters)) == count, filters
        assert explore(position, filters).found == count, filters


FILTERED = [
    (Filters(), 3),
    (Filters(rated=True), 1),
    (Filters(rating=1450), 1),
    (Filters(rating=1500), 0),
    (Filters(between=Between.PEOPLE), 2),
    (Filters(between=Between.MIXED), 1),
    (Filters(between=Between.PROGRAMS), 0),
    (Filters(since=2000), 3),
    (Filters(until=2000), 0),
]


def test_searching_asks_the_database_little(game, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        explore(START)
