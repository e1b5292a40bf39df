from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Game, GameStatus, ResultEvent, Termination
from games.services import sweeps
from tests.games.factories import in_hours, make_game, some_moves


def test_an_overdue_game_is_lost_by_the_one_to_move(amaia, unai):
    game = make_game(amaia, unai, deadline=in_hours(-1))
    services.flag_overdue()
    game.refresh_from_db()
    assert (game.termination, game.winner) == (Termination.TIMEOUT, unai)


def test_a_game_with_time_left_goes_on(amaia, unai):
    game = make_game(amaia, unai, deadline=in_hours(0.01))
    assert services.flag_overdue() == 0
    game.refresh_from_db()
    assert game.is_running


def test_the_deadline_itself_is_still_in_time(amaia, unai):
    moment = timezone.now()
    game = make_game(amaia, unai, deadline=moment)
    assert not services.flag(game, moment)


def test_sweeping_twice_flags_once(amaia, unai):
    make_game(amaia, unai, deadline=in_hours(-1))
    assert services.flag_overdue() == 1
    assert services.flag_overdue() == 0
    assert ResultEvent.objects.count() == 1


def test_overdue_games_end_in_the_order_in_which_their_clocks_ran_out(amaia, unai):
    games = [make_game(amaia, unai, deadline=in_hours(-hours)) for hours in (1, 3, 2)]
    services.flag_overdue()
    ended = ResultEvent.objects.values_list("game_id", flat=True)
    assert list(ended) == [games[1].pk, games[2].pk, games[0].pk]


def test_a_move_that_came_first_saves_the_game(amaia, unai):
    game = make_game(amaia, unai, deadline=in_hours(-1))
    Game.objects.filter(pk=game.pk).update(deadline=in_hours(5))
    assert not services.flag(game, timezone.now())


def test_a_game_that_went_on_after_the_sweep_had_read_it_is_left_alone(amaia, unai):
    game = make_game(amaia, unai)
    services.play(game.pk, amaia, 1, "e5")
    Game.objects.update(deadline=in_hours(-1))
    assert not services.flag(game, timezone.now())


def test_one_bad_row_does_not_stop_the_others(amaia, unai, monkeypatch, caplog):
    bad = make_game(amaia, unai, deadline=in_hours(-2))
    good = make_game(amaia, unai, deadline=in_hours(-1))

    def flag(game, now):
        if game == bad:
            raise ValueError("a bad row")
        return services.flag(game, now)

    monkeypatch.setattr(sweeps, "flag", flag)
    assert services.flag_overdue() == 1
    good.refresh_from_db()
    assert good.is_over
    assert "a bad row" in caplog.text


def test_a_bad_row_is_pushed_back(amaia, unai, monkeypatch):
    make_game(amaia, unai, deadline=in_hours(-2))
    calls = []

    def flag(game_id, now):
        calls.append(game_id)
        raise ValueError("a bad row")

    monkeypatch.setattr(sweeps, "flag", flag)
    services.flag_overdue()
    services.flag_overdue()
    assert len(calls) == 1


def test_a_row_that_was_pushed_back_is_tried_again_later(amaia, unai):
    make_game(amaia, unai, deadline=in_hours(-2), not_swept_before=in_hours(-1))
    assert services.flag_overdue() == 1


@pytest.fixture
def played_out(amaia, unai):
    return make_game(amaia, unai, some_moves(200))


def test_a_game_whose_scoring_task_was_lost_is_found(played_out):
    Game.objects.update(turn_started=timezone.now() - timedelta(minutes=1))
    assert services.adjudicate_waiting() == 1
    played_out.refresh_from_db()
    assert played_out.status == GameStatus.FINISHED


def test_a_game_that_has_just_ended_is_left_to_its_own_task(played_out):
    Game.objects.update(turn_started=timezone.now())
    assert services.adjudicate_waiting() == 0
