from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import AnalysedPosition, Analysis, AnalysisState
from games.rules import Result, Tree
from games.services import analysis
from games.services.analysis import working
from games.services.analysis.job import LONGEST_LINE
from games.services.placing import replay
from sumendi_site.live.models import LiveEvent
from tests.games.analysing import analysed, calm, engine_saying
from tests.games.at_once import die, in_a_process_that_dies
from tests.games.factories import make_finished_game, make_game, make_user, some_moves


@pytest.fixture
def finished(amaia, unai):
    return make_finished_game(amaia, unai, some_moves(6))


@pytest.fixture
def one_search_a_message(monkeypatch):
    monkeypatch.setattr(working, "CHUNK", 0.0)


def plies():
    return list(AnalysedPosition.objects.order_by("-pk").values_list("ply", flat=True))


def let_time_pass():
    past = timezone.now() - timedelta(minutes=2)
    Analysis.objects.update(not_before=past)
    Analysis.objects.exclude(lease=None).update(lease_until=past)


def test_each_position_but_that_after_the_side_choice_is_searched_once(finished, amaia):
    done = analysed(finished, amaia)
    assert (done.state, plies()) == (AnalysisState.DONE, [0, 1, 3, 4, 5, 6])
    assert done.finished
    assert done.lease is None


def test_without_an_analysis_that_waits_there_is_nothing_to_do(db):
    assert not analysis.work(calm)


@pytest.mark.usefixtures("one_search_a_message")
def test_after_a_while_it_lets_others_come_in_between(finished, amaia):
    analysis.ask(finished.pk, amaia)
    assert analysis.work(calm)
    assert plies() == [6]
    assert Analysis.objects.get().state == AnalysisState.RUNNING
    assert analysis.work(calm)
    assert plies() == [5, 6]


@pytest.mark.usefixtures("one_search_a_message")
def test_who_asked_first_is_served_first(finished, amaia, unai):
    other = make_finished_game(amaia, unai, some_moves(4))
    first, second = analysis.ask(finished.pk, amaia), analysis.ask(other.pk, unai)
    analysis.work(calm)
    assert (first.positions.count(), second.positions.count()) == (1, 0)


def test_two_workers_are_never_at_the_same_analysis(finished, amaia):
    analysis.ask(finished.pk, amaia)

    def while_another_asks(*asked):
        assert not analysis.work(calm)
        return calm(*asked)

    analysis.work(while_another_asks)
    assert len(plies()) == 6


def test_what_is_removed_meanwhile_ends_without_a_fault(finished, amaia, caplog):
    analysis.ask(finished.pk, amaia)

    def removing(*asked):
        Analysis.objects.all().delete()
        return calm(*asked)

    assert not analysis.work(removing)
    assert plies() == []
    assert "could not go on" not in caplog.text


def test_a_game_that_is_annulled_meanwhile_is_analysed_to_its_end(finished, amaia):
    analysis.ask(finished.pk, amaia)
    moderator = make_user("nora", is_staff=True)
    services.annul(finished.pk, moderator, "Both asked for it.")
    while analysis.work(calm):
        pass
    assert Analysis.objects.get().state == AnalysisState.DONE


def test_who_was_too_slow_stores_nothing(finished, amaia):
    analysis.ask(finished.pk, amaia)

    def slow(*asked):
        let_time_pass()
        analysis.sweep()
        return calm(*asked)

    analysis.work(slow)
    assert plies() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("one_search_a_message")
def test_a_worker_that_is_killed_loses_nothing_that_was_found(finished, amaia):
    analysis.ask(finished.pk, amaia)
    analysis.work(calm)
    in_a_process_that_dies(lambda: analysis.work(die))
    assert not analysis.work(calm)
    let_time_pass()
    analysis.sweep()
    let_time_pass()
    while analysis.work(calm):
        pass
    assert (Analysis.objects.get().state, plies()) == (AnalysisState.DONE, [0, 1, 3, 4, 5, 6])


def test_after_some_faults_of_ours_it_has_failed(finished, amaia, caplog):
    analysis.ask(finished.pk, amaia)
    for _ in range(3):
        let_time_pass()
        analysis.work(lambda *_: 1 / 0)
    assert Analysis.objects.get().state == AnalysisState.FAILED
    assert caplog.text.count("could not go on") == 3


def test_after_a_fault_it_is_tried_again_later(finished, amaia):
    analysis.ask(finished.pk, amaia)
    analysis.work(lambda *_: 1 / 0)
    assert not analysis.work(calm)
    let_time_pass()
    analysis.work(calm)
    assert Analysis.objects.get().state == AnalysisState.DONE


def test_the_sweep_wakes_a_worker_for_what_nobody_is_at(
    finished, amaia, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        "sumendi_site.queue.current_app.send_task", lambda task, **_: sent.append(task)
    )
    analysis.ask(finished.pk, amaia)
    with django_capture_on_commit_callbacks(execute=True):
        analysis.sweep()
    assert sent == ["games.tasks.analyse_games"]


def test_open_pages_are_told_how_far_it_is(finished, amaia):
    analysed(finished, amaia)
    told = LiveEvent.objects.filter(kind="analysis").order_by("pk").last()
    assert (told.topic, told.data) == (f"game:{finished.pk}", {"state": "done"})


def test_what_was_taken_back_is_not_looked_at(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep", "a1", "i9"])
    services.ask_takeback(game.pk, amaia, 4)
    services.accept_takeback(game.pk, unai, 4)
    services.play(game.pk, amaia, 4, "a5", 1)
    services.resign(game.pk, unai)
    asked = []

    def engine(position, simulations, seed):
        asked.append(position.cells())
        return calm(position, simulations, seed)

    analysed(game, amaia, engine)
    assert not any("i9" in cells for cells in asked)
    assert "a5" in asked[0]


def test_the_end_of_the_board_is_no_search_but_the_score(amaia, unai):
    game = make_game(amaia, unai, some_moves(200))
    services.adjudicate(game.pk)
    analysed(game, amaia)
    last = AnalysedPosition.objects.order_by("ply").last()
    assert (last.ply, last.simulations, last.best) == (game.ply_count, 0, "")
    assert last.proof == game.current.score().result


def test_what_is_proved_takes_the_place_of_an_estimate(finished, amaia):
    proved = engine_saying(proofs={finished.position: Result.BLACK})
    analysed(finished, amaia, proved)
    last = AnalysedPosition.objects.get(ply=6)
    assert last.proof == "black"
    assert last.chance == (1.0 if finished.current.turn == "black" else 0.0)


def test_a_line_shows_what_was_better_than_a_move_that_gave_much_away(finished, amaia):
    lost_by_ply_5 = {position_after(finished, ply): 0.9 for ply in (5, 6)}
    analysed(finished, amaia, engine_saying(lost_by_ply_5))
    before = AnalysedPosition.objects.get(ply=4)
    assert before.line[0] == before.best
    assert len(before.line) == LONGEST_LINE
    Tree.line(replay(5, moves_of(finished)[:4]), tuple(before.line), 4)
    others = AnalysedPosition.objects.exclude(ply=4)
    assert all(len(row.line) == 1 for row in others)


def position_after(game, ply):
    return str(replay(game.size, moves_of(game)[:ply]))


def moves_of(game):
    return list(game.moves.order_by("ply").values_list("text", flat=True))
