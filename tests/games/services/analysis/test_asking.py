from functools import reduce

import pytest

from games.models import Analysis, AnalysisState
from games.rules import Move, Position
from games.rules.board import get_board
from games.rules.symmetry import Symmetry
from games.rules.tree import after
from games.services import analysis, errors
from games.services.analysis_errors import AnalysisNotFound, NotToBeAnalysed, TooManyAnalyses
from sumendi_site.accounts.deletion import delete_account, finish_deletions
from tests.games.analysing import analysed
from tests.games.at_once import at_once
from tests.games.factories import make_finished_game, make_game, make_user, some_moves


@pytest.fixture
def finished(amaia, unai):
    return make_finished_game(amaia, unai, some_moves(5))


def test_anybody_who_has_signed_in_can_have_a_finished_game_analysed(finished, stranger):
    asked = analysis.ask(finished.pk, stranger)
    assert (asked.game, asked.asker, asked.state) == (finished, stranger, AnalysisState.WAITING)


def test_no_game_is_analysed_while_it_runs(amaia, unai):
    game = make_game(amaia, unai, some_moves(5))
    with pytest.raises(NotToBeAnalysed, match="after its end") as refused:
        analysis.ask(game.pk, amaia)
    assert refused.value.reason == "not_finished"
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_of_a_game_without_a_second_placement_there_is_nothing_to_analyse(amaia, unai, plies):
    game = make_finished_game(amaia, unai, some_moves(plies))
    with pytest.raises(NotToBeAnalysed, match="nothing to analyse"):
        analysis.ask(game.pk, amaia)


def test_who_asks_again_gets_the_same_analysis(finished, amaia, stranger):
    assert analysis.ask(finished.pk, stranger) == analysis.ask(finished.pk, amaia)
    assert Analysis.objects.get().asker == stranger


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_one_analysis(finished, amaia, unai):
    asked = at_once(
        [lambda: analysis.ask(finished.pk, amaia)] * 2 + [lambda: analysis.ask(finished.pk, unai)]
    )
    assert asked == [Analysis.objects.get()] * 3


def test_a_reader_has_one_game_analysed_at_a_time(finished, amaia, unai):
    other = make_finished_game(amaia, unai, some_moves(4))
    analysis.ask(finished.pk, amaia)
    with pytest.raises(TooManyAnalyses, match=f"of game {finished.pk}, is not done yet"):
        analysis.ask(other.pk, amaia)
    assert analysis.ask(other.pk, unai).asker == unai


def test_a_reader_has_so_many_games_analysed_a_day(finished, amaia, unai, settings):
    settings.ANALYSES_A_DAY = 1
    analysed(finished, amaia)
    other = make_finished_game(amaia, unai, some_moves(4))
    with pytest.raises(TooManyAnalyses, match="in 24 hours") as refused:
        analysis.ask(other.pk, amaia)
    assert refused.value.retry_after


def test_guests_have_their_own_games_analysed_alone(finished, unai):
    guest = make_user("guest-1", kind="guest")
    own = make_finished_game(guest, unai, some_moves(4))
    with pytest.raises(errors.SignUpFirst):
        analysis.ask(finished.pk, guest)
    assert analysis.ask(own.pk, guest).asker == guest


def test_one_that_failed_can_be_asked_for_again(finished, amaia, unai):
    failed = analysis.ask(finished.pk, amaia)
    Analysis.objects.update(state=AnalysisState.FAILED, faults=2)
    again = analysis.ask(finished.pk, unai)
    assert (again, again.state, again.faults, again.asker) == (
        failed,
        AnalysisState.WAITING,
        0,
        unai,
    )


def test_before_anybody_asked_there_is_none(finished):
    with pytest.raises(AnalysisNotFound):
        analysis.analysis_of(finished.pk)


def test_what_was_asked_for_stays_when_its_asker_goes(finished, stranger):
    analysis.ask(finished.pk, stranger)
    delete_account(stranger)
    finish_deletions()
    assert Analysis.objects.get().asker is None


def turned(moves, number, size=5):
    """The same plies on the turned or mirrored board."""
    board, way = get_board(size), Symmetry.of(number)
    return [text if text == "keep" else str(way.move(board, Move.parse(text))) for text in moves]


@pytest.mark.parametrize("number", [0, 8])
def test_a_copy_of_a_game_that_goes_on_is_not_analysed_whichever_way_it_was_turned(
    amaia, unai, stranger, number
):
    moves = some_moves(9)
    make_game(amaia, unai, turned(moves, number))
    copy = make_finished_game(amaia, stranger, moves)
    with pytest.raises(NotToBeAnalysed, match="still goes on") as refused:
        analysis.ask(copy.pk, amaia)
    assert refused.value.reason == "still_played"


def test_a_copy_that_left_a_game_that_goes_on_is_not_analysed(amaia, unai, stranger):
    moves = some_moves(9)
    make_game(amaia, unai, moves)
    copy = make_finished_game(amaia, stranger, [*moves[:8], other_than(moves)])
    with pytest.raises(NotToBeAnalysed, match="still goes on"):
        analysis.ask(copy.pk, amaia)


def other_than(moves):
    """A last ply that differs."""
    before = reduce(after, moves[:-1], Position.start(5))
    return next(str(move) for move in before.moves() if str(move) != moves[-1])


QUIET = ["a1", "keep", "a3", "a5", "c1", "c3", "c5", "c7", "e1"]
"""No two of these volcanoes are neighbours, so that the order says nothing."""


@pytest.mark.parametrize("number", [0, 8])
def test_moves_in_crossed_order_make_no_other_game(amaia, unai, stranger, number):
    crossed = ["a5", "keep", "a3", "a1", "c1", "e1", "c5", "c7", "e3", "c3"]
    make_game(amaia, unai, turned(QUIET[:8], number))
    copy = make_finished_game(amaia, stranger, crossed)
    with pytest.raises(NotToBeAnalysed, match="still goes on"):
        analysis.ask(copy.pk, amaia)


LONG = [*QUIET, "e3", "e5", "e7"]


@pytest.mark.parametrize("number", [0, 8])
def test_a_copy_with_another_volcano_in_its_opening_makes_no_other_game(
    amaia, unai, stranger, number
):
    make_game(amaia, unai, turned(LONG, number))
    copy = make_finished_game(amaia, stranger, ["a1", "keep", "i5", *LONG[3:]])
    with pytest.raises(NotToBeAnalysed, match="still goes on"):
        analysis.ask(copy.pk, amaia)


def test_a_game_that_goes_on_after_it_left_another_long_ago_does_not_hold_that_up(
    amaia, unai, stranger
):
    make_game(amaia, unai, [*QUIET[:8], "e1", "e3", "e5", "e7", "e9", "g3", "g5"])
    other = make_finished_game(amaia, stranger, [*QUIET[:8], "i5", "g7", "i7", "g9", "i9", "e3"])
    assert analysis.ask(other.pk, amaia)


def test_a_copy_that_leaves_old_plies_out_and_ends_earlier_is_a_copy(amaia, unai, stranger):
    moves = some_moves(20, 6, 1)
    make_game(amaia, unai, moves, size=6)
    copy = make_finished_game(amaia, stranger, [*moves[:9], *moves[11:], "a1"], size=6)
    with pytest.raises(NotToBeAnalysed, match="still goes on"):
        analysis.ask(copy.pk, amaia)


def test_a_game_is_not_held_up_by_one_that_repeats_it_afterwards(amaia, unai, stranger):
    finished = make_finished_game(amaia, stranger, some_moves(12))
    make_game(amaia, unai, some_moves(9))
    assert analysis.ask(finished.pk, amaia)


def test_games_with_some_volcanoes_in_common_are_two(amaia, unai, stranger):
    make_game(amaia, unai, [*QUIET[:5], "g3", "g5", "g7"])
    copy = make_finished_game(amaia, stranger, QUIET)
    assert analysis.ask(copy.pk, amaia)


def test_when_the_other_game_is_over_its_copy_is_analysed(amaia, unai, stranger):
    moves = some_moves(9)
    make_finished_game(amaia, unai, moves)
    copy = make_finished_game(amaia, stranger, moves)
    assert analysis.ask(copy.pk, amaia)


def test_an_opening_is_common_to_games_that_go_on_and_others(amaia, unai, stranger):
    make_game(amaia, unai, some_moves(6))
    finished = make_finished_game(amaia, stranger, some_moves(8))
    assert analysis.ask(finished.pk, amaia)
