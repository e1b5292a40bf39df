"""Several at once, and workers that die: real threads and processes, each with transactions of its
own."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, ResultEvent
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.tournaments.factories import make_running
from tests.tournaments.services.playing import begin, boards_of, codes, end, end_all, make_round
from tournaments.models import AtDeadline, Decision, KeptTable, Round, RoundState
from tournaments.services import advancing, booking, deadlines, deciding
from tournaments.services.tables import standings
from tournaments.services.verdicts import Verdict

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

WHY = "Height 3 is decided."


def test_two_workers_book_each_result_once():
    round_ = make_round(12)
    for board in boards_of(round_):
        end(board)

    def work():
        while booking.book():
            pass

    at_once([work, work])
    booking.book()
    assert {codes(board) for board in boards_of(round_)} == {("1", "0")}
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED


def test_readers_who_come_first_at_once_keep_one_table():
    tournament = make_round(4).tournament
    tables = at_once([lambda: standings(tournament)] * 3)
    assert tables[0] == tables[1] == tables[2]
    assert KeptTable.objects.count() == 1


def test_two_workers_publish_the_next_round_once():
    tournament = make_running(6, is_automatic=True)
    advancing.go_on(tournament.pk)
    end_all(tournament.all_rounds.last())

    at_once([lambda: advancing.go_on(tournament.pk)] * 2)
    assert [r.number for r in tournament.all_rounds.all()] == [1, 2]
    assert Game.objects.count() == 6


def test_of_two_organisers_who_decide_at_once_one_is_heard():
    round_ = make_round()
    board, director = boards_of(round_)[0], round_.tournament.organiser
    begin(board)
    answers = at_once(
        [
            lambda: deciding.decide(director, board.pk, Verdict.FIRST_WINS, WHY),
            lambda: deciding.decide(director, board.pk, Verdict.SECOND_WINS, WHY),
        ]
    )
    assert sum(isinstance(answer, Decision) for answer in answers) == 1
    assert Decision.objects.count() == ResultEvent.objects.count() == 1


def test_a_double_click_on_a_decision_is_one():
    round_ = make_round()
    board, director = boards_of(round_)[0], round_.tournament.organiser
    begin(board)
    answers = at_once([lambda: deciding.decide(director, board.pk, Verdict.DRAW, WHY)] * 2)
    assert answers[0] == answers[1]
    assert Decision.objects.count() == 1


def test_two_sweeps_at_a_deadline_decide_each_game_once():
    round_ = make_round(8, at_deadline=AtDeadline.DRAW)
    for board in boards_of(round_):
        begin(board)
    later = timezone.now() + timedelta(minutes=1)
    Round.objects.update(deadline=timezone.now())
    at_once([lambda: deadlines.keep_deadlines(later)] * 2)
    deadlines.keep_deadlines(later)
    assert Decision.objects.count() == ResultEvent.objects.count() == 4
    round_.refresh_from_db()
    assert (round_.state, round_.passed is None) == (RoundState.CLOSED, False)


def dying_at(module, name, act):
    """In a process of its own, do this up to the first call of that function, and die there."""

    def run():
        setattr(module, name, die)
        act()

    in_a_process_that_dies(run)


def test_a_worker_that_dies_while_it_books_loses_and_doubles_nothing():
    round_ = make_round(2)
    (board,) = boards_of(round_)
    end(board)
    dying_at(booking, "close_if_over", booking.book)
    assert codes(board) == ("", "")
    assert booking.book() == 1
    assert codes(board) == ("1", "0")


def test_a_worker_that_dies_at_a_deadline_leaves_the_rest_to_the_next():
    round_ = make_round(4, at_deadline=AtDeadline.DRAW)
    first, second = boards_of(round_)
    begin(first)
    begin(second)
    end(first)
    booking.book()
    Round.objects.update(deadline=timezone.now())
    later = timezone.now() + timedelta(minutes=1)
    dying_at(deciding, "tell_decision", lambda: deadlines.keep_deadlines(later))
    assert (codes(first), codes(second)) == (("1", "0"), ("", ""))
    assert deadlines.keep_deadlines(later) == 1
    assert codes(second) == ("D", "D")
    assert Decision.objects.count() == 1


def test_a_worker_that_dies_in_a_correction_has_corrected_nothing():
    round_ = make_round(2)
    (board,) = boards_of(round_)
    director = round_.tournament.organiser
    end_all(round_)

    def correct():
        deciding.correct(director, board.pk, Verdict.DRAW, "A mistake.")

    dying_at(deciding, "tell_decision", correct)
    assert (codes(board), Game.objects.get().result) == (("1", "0"), "black")
    correct()
    assert codes(board) == ("D", "D")
    assert ResultEvent.objects.count() == 2
