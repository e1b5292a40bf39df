import pytest

from games import services as games
from games.models import Game, Termination
from tests.games.factories import make_user
from tests.ratings.finished import finish
from tests.tournaments.services.playing import (
    DRAW,
    FIRST,
    SECOND,
    boards_of,
    codes,
    end,
    make_round,
)
from tournaments.models import Act, BookingCursor, Decision, RoundState
from tournaments.services import booking

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return make_round()


@pytest.fixture
def board(round_):
    return boards_of(round_)[0]


@pytest.mark.parametrize(
    ("result", "booked"),
    [(FIRST, ("1", "0")), (SECOND, ("0", "1")), (DRAW, ("=", "="))],
    ids=["first", "second", "draw"],
)
def test_a_rated_game_brings_its_points(board, result, booked):
    end(board, result)
    assert booking.book() == 1
    assert codes(board) == booked


def test_the_first_player_may_have_won_as_white(board):
    Game.objects.filter(pk=board.game_id).update(swapped=True)
    game = Game.objects.get(pk=board.game_id)
    games.resign(game.pk, game.black)
    booking.book()
    assert codes(board) == ("+", "-")


@pytest.mark.parametrize("plies", [0, 1])
def test_a_game_that_was_lost_before_both_had_moved_is_a_forfeit(board, plies):
    end(board, SECOND, Termination.TIMEOUT, plies)
    booking.book()
    assert codes(board) == ("-", "+")


def test_a_game_of_few_plies_is_played_and_not_rated(board):
    end(board, FIRST, plies=5)
    booking.book()
    assert codes(board) == ("W", "L")


def test_an_adjudicated_draw_is_not_rated(board):
    end(board, DRAW, Termination.ADJUDICATION)
    booking.book()
    assert codes(board) == ("D", "D")


def test_games_of_a_casual_event_are_not_rated():
    board = boards_of(make_round(rated=False))[0]
    end(board)
    booking.book()
    assert codes(board) == ("W", "L")


def test_a_forfeit_without_a_result_is_one_of_both(board):
    end(board, "", Termination.FORFEIT, plies=0)
    booking.book()
    assert codes(board) == ("-", "-")


def test_a_game_that_was_called_off_leaves_its_board_to_the_organisers(board):
    end(board, "", Termination.CANCELLED)
    booking.book()
    assert codes(board) == ("", "")
    assert booking.book_missed() == 0


def test_a_second_call_books_nothing(board):
    end(board)
    booking.book()
    version = board.round.tournament.version
    assert booking.book() == 0
    board.round.tournament.refresh_from_db()
    assert board.round.tournament.version == version + 1


def test_a_cursor_that_lags_behind_changes_nothing(board):
    end(board)
    booking.book()
    before = codes(board), Decision.objects.count()
    BookingCursor.objects.update(last=0)
    booking.book()
    assert (codes(board), Decision.objects.count()) == before


def test_games_of_no_event_are_passed_over(board):
    finish(make_user("one"), make_user("other"))
    end(board)
    finish(make_user("a-third"), make_user("a-fourth"))
    assert booking.book() == 1
    assert booking.book() == 0
    assert BookingCursor.objects.get().last == 3


def test_the_round_closes_with_its_last_game(round_):
    first, second = boards_of(round_)
    end(first)
    booking.book()
    round_.refresh_from_db()
    assert round_.state == RoundState.PUBLISHED
    end(second)
    booking.book()
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED
    assert round_.tournament.log.filter(act=Act.CLOSED).count() == 1


def test_an_annulled_game_keeps_its_points_and_is_not_rated(board):
    end(board)
    booking.book()
    games.annul(board.game_id, make_user("leire-staff", is_staff=True), "A trial.")
    booking.book()
    assert codes(board) == ("W", "L")


def test_a_moderators_correction_is_booked_and_in_the_log(board):
    end(board)
    booking.book()
    moderator = make_user("moderator", is_staff=True)
    games.correct(board.game_id, moderator, SECOND, "They gave up by mistake.")
    booking.book()
    assert codes(board) == ("0", "1")
    entry = board.round.tournament.log.get(act=Act.CORRECTED)
    assert (entry.by, entry.data["why"]) == (moderator, "They gave up by mistake.")


def test_a_called_off_game_that_a_moderator_corrects_can_be_appealed(board):
    end(board, "", Termination.CANCELLED)
    booking.book()
    moderator = make_user("moderator", is_staff=True)
    games.correct(board.game_id, moderator, SECOND, "It was played.", Termination.RESIGNATION)
    booking.book()
    assert board.decisions.get().why == "It was played."


def test_a_result_that_cannot_be_booked_never_holds_up_those_behind(round_, monkeypatch):
    bad, good = boards_of(round_)
    store = booking.store

    def fail_once(pairing, event):
        if pairing.pk == bad.pk:
            raise ZeroDivisionError
        return store(pairing, event)

    monkeypatch.setattr(booking, "store", fail_once)
    end(bad)
    end(good)
    assert booking.book() == 2
    assert (codes(bad), codes(good)) == (("", ""), ("1", "0"))
    monkeypatch.undo()
    assert booking.book_missed() == 1
    assert codes(bad) == ("1", "0")
