"""What wakes the workers, and what they do then."""

import pytest

from games.services import resign
from tests.games.factories import make_game, make_user
from tests.tournaments.factories import make_running
from tests.tournaments.services.playing import boards_of, codes, end, make_round
from tournaments import tasks
from tournaments.services import advancing
from tournaments.services.ladder import LABEL
from tournaments.services.tables import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def woken(monkeypatch):
    """The tasks that were sent."""
    sent = []
    monkeypatch.setattr(
        "sumendi_site.queue.current_app.send_task", lambda task, args: sent.append((task, *args))
    )
    return sent


def test_a_result_in_an_event_wakes_the_booking(woken, django_capture_on_commit_callbacks):
    board = boards_of(make_round())[0]
    with django_capture_on_commit_callbacks(execute=True):
        end(board)
    assert ("tournaments.tasks.book_results",) in woken


@pytest.mark.parametrize("label", ["", LABEL])
def test_a_result_outside_of_events_does_not(label, woken, django_capture_on_commit_callbacks):
    game = make_game(make_user("amaia"), make_user("unai"), event_label=label)
    with django_capture_on_commit_callbacks(execute=True):
        resign(game.pk, game.first)
    assert ("tournaments.tasks.book_results",) not in woken


def test_the_last_result_of_a_round_lets_the_event_go_on(woken, django_capture_on_commit_callbacks):
    tournament = make_running(2, is_automatic=True)
    advancing.go_on(tournament.pk)
    end(boards_of(tournament.all_rounds.get())[0])
    with django_capture_on_commit_callbacks(execute=True):
        tasks.book_results()
    assert ("tournaments.tasks.go_on", tournament.pk) in woken
    assert ("tournaments.tasks.keep_tables", tournament.pk) in woken


def test_the_standings_wait_for_whoever_asks(django_assert_num_queries):
    tournament = make_round().tournament
    tasks.keep_tables(tournament.pk)
    with django_assert_num_queries(1):
        standings(tournament)


def test_the_sweep_does_nothing_while_the_site_does_not_answer(monkeypatch):
    tournament = make_running(is_automatic=True)
    for answers, rounds in ((False, 0), (True, 1)):
        monkeypatch.setattr(tasks, "site_answers", lambda answers=answers: answers)
        tasks.keep_rounds()
        assert tournament.all_rounds.count() == rounds


def test_a_task_that_is_sent_twice_goes_on_once():
    tournament = make_running(is_automatic=True)
    for _ in range(2):
        tasks.go_on(tournament.pk)
    assert tournament.all_rounds.count() == 1
    assert codes(boards_of(tournament.all_rounds.get())[0]) == ("", "")
