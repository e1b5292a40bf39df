import pytest

from games import services
from games.endings import ending as sentence
from games.models import Game, GameStatus, Result, ResultEvent, Termination
from games.rules import Position
from games.services import errors
from sumendi_site.live.models import LiveEvent
from tests.games.factories import in_hours, make_game, some_moves

OPENING = ["e5", "keep"]


@pytest.fixture
def begun(amaia, unai):
    """After the side choice: amaia is Black, unai is White and has the move."""
    return make_game(amaia, unai, OPENING)


@pytest.fixture
def played_out(amaia, unai):
    return make_game(amaia, unai, some_moves(200))


def ending(game):
    game.refresh_from_db()
    return game.status, game.result, game.termination


def test_adjudication_scores_the_last_position(played_out):
    services.adjudicate(played_out.pk)
    score = Position.parse(played_out.position).score()
    assert ending(played_out) == (GameStatus.FINISHED, score.result, Termination.SCORE)


def test_adjudication_stores_the_score_by_height(played_out):
    services.adjudicate(played_out.pk)
    played_out.refresh_from_db()
    score = Position.parse(played_out.position).score()
    assert played_out.score["levels"] == [list(level) for level in score.levels]
    assert played_out.score["decided"] == score.decided


def test_adjudicating_twice_gives_one_result(played_out):
    assert services.adjudicate(played_out.pk)
    assert not services.adjudicate(played_out.pk)
    assert ResultEvent.objects.count() == 1


def test_a_running_game_is_not_adjudicated(begun):
    assert not services.adjudicate(begun.pk)
    assert ending(begun)[0] == GameStatus.RUNNING


def test_resigning_loses(begun, amaia, unai):
    services.resign(begun.pk, unai)
    assert ending(begun) == (GameStatus.FINISHED, Result.BLACK, Termination.RESIGNATION)
    assert begun.winner == amaia


def test_one_can_resign_when_it_is_the_others_turn(begun, amaia, unai):
    services.resign(begun.pk, amaia)
    begun.refresh_from_db()
    assert begun.winner == unai


def test_resigning_before_the_side_choice_loses_too(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    services.resign(game.pk, unai)
    game.refresh_from_db()
    assert game.winner == amaia


def test_a_finished_game_cannot_be_resigned(begun, amaia, unai):
    services.resign(begun.pk, unai)
    with pytest.raises(errors.GameOver):
        services.resign(begun.pk, amaia)


def test_a_stranger_cannot_resign(begun, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.resign(begun.pk, stranger)


def test_an_end_stops_the_clock(begun, unai):
    services.resign(begun.pk, unai)
    begun.refresh_from_db()
    assert (begun.to_move, begun.deadline) == (None, None)


def test_an_end_is_announced_to_watchers_and_to_both_players(begun, amaia, unai):
    services.resign(begun.pk, unai)
    told = LiveEvent.objects.filter(kind__in=["end", "game_end"]).values_list("topic", flat=True)
    assert sorted(told) == sorted([f"game:{begun.pk}", f"player:{amaia.pk}", f"player:{unai.pk}"])


def test_a_draw_is_agreed_by_offer_and_acceptance(begun, amaia, unai):
    services.offer_draw(begun.pk, amaia, 2)
    services.accept_draw(begun.pk, unai, 2)
    assert ending(begun) == (GameStatus.FINISHED, Result.DRAW, Termination.AGREEMENT)


def test_offering_a_draw_against_an_offer_agrees(begun, amaia, unai):
    services.offer_draw(begun.pk, amaia, 2)
    services.offer_draw(begun.pk, unai, 2)
    assert ending(begun)[2] == Termination.AGREEMENT


def test_nobody_accepts_their_own_draw_offer(begun, amaia):
    services.offer_draw(begun.pk, amaia, 2)
    with pytest.raises(errors.NoDrawOffer):
        services.accept_draw(begun.pk, amaia, 2)


def test_without_an_offer_there_is_nothing_to_accept(begun, amaia):
    with pytest.raises(errors.NoDrawOffer):
        services.accept_draw(begun.pk, amaia, 2)


def test_a_declined_offer_is_gone(begun, amaia, unai):
    services.offer_draw(begun.pk, amaia, 2)
    services.decline_draw(begun.pk, unai, 2)
    with pytest.raises(errors.NoDrawOffer):
        services.accept_draw(begun.pk, unai, 2)


def test_after_a_refusal_no_draw_is_offered_in_the_same_position(begun, amaia, unai):
    services.offer_draw(begun.pk, amaia, 2)
    services.decline_draw(begun.pk, unai, 2)
    with pytest.raises(errors.DrawOfferRefused):
        services.offer_draw(begun.pk, amaia, 2)


def test_a_draw_offer_from_a_stale_page_is_refused(begun, amaia):
    with pytest.raises(errors.WrongPly):
        services.offer_draw(begun.pk, amaia, 1)


def test_a_draw_is_not_accepted_from_a_stale_page(begun, amaia, unai):
    services.offer_draw(begun.pk, amaia, 2)
    with pytest.raises(errors.WrongPly):
        services.accept_draw(begun.pk, unai, 1)


@pytest.mark.parametrize(
    "act",
    [
        services.resign,
        services.cancel,
        lambda game_id, player: services.offer_draw(game_id, player, 0),
        lambda game_id, player: services.accept_draw(game_id, player, 0),
    ],
)
@pytest.mark.parametrize("who", ["amaia", "unai"])
def test_once_the_time_is_over_nothing_but_the_flag_ends_a_game(amaia, unai, act, who):
    game = make_game(amaia, unai, deadline=in_hours(-1), draw_offer_by=unai)
    with pytest.raises(errors.TooLate):
        act(game.pk, {"amaia": amaia, "unai": unai}[who])
    assert ending(game)[2] == Termination.TIMEOUT
    assert game.winner == unai


def test_offering_a_draw_twice_is_one_offer(begun, amaia):
    services.offer_draw(begun.pk, amaia, 2)
    services.offer_draw(begun.pk, amaia, 2)
    assert LiveEvent.objects.filter(topic=f"game:{begun.pk}", kind="draw_offer").count() == 1


def test_no_draw_is_offered_while_the_game_can_be_cancelled(game, amaia):
    with pytest.raises(errors.DrawOfferRefused):
        services.offer_draw(game.pk, amaia, 0)


@pytest.mark.parametrize("moves", [[], ["e5"]])
def test_a_game_can_be_cancelled_before_its_second_ply(amaia, unai, moves):
    game = make_game(amaia, unai, moves)
    services.cancel(game.pk, unai)
    assert ending(game) == (GameStatus.FINISHED, "", Termination.CANCELLED)


def test_a_game_cannot_be_cancelled_after_its_second_ply(begun, amaia):
    with pytest.raises(errors.NotCancellable):
        services.cancel(begun.pk, amaia)


def test_a_tournament_game_is_never_cancelled(amaia, unai):
    game = make_game(amaia, unai, event_label="Autumn Swiss")
    with pytest.raises(errors.NotCancellable):
        services.cancel(game.pk, amaia)


def test_a_stranger_cannot_cancel(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.cancel(game.pk, stranger)


def test_each_end_writes_one_result_event(begun, unai, amaia):
    services.resign(begun.pk, unai)
    event = ResultEvent.objects.get()
    assert (event.game, event.result, event.black, event.white, event.ply_count) == (
        begun,
        Result.BLACK,
        amaia,
        unai,
        2,
    )


def test_result_events_are_numbered_without_gaps(amaia, unai):
    for _ in range(3):
        services.resign(make_game(amaia, unai).pk, unai)
    assert list(ResultEvent.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_a_refused_end_uses_no_number(begun, amaia, unai, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.resign(begun.pk, stranger)
    services.resign(begun.pk, unai)
    assert ResultEvent.objects.get().number == 1


def test_a_result_event_cannot_be_changed(begun, unai):
    services.resign(begun.pk, unai)
    event = ResultEvent.objects.get()
    with pytest.raises(TypeError):
        event.save()
    with pytest.raises(TypeError):
        event.delete()


def test_the_worker_is_woken_when_a_game_waits_for_its_score(
    amaia, unai, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        "sumendi_site.queue.current_app.send_task", lambda name, args: sent.append((name, args))
    )
    with django_capture_on_commit_callbacks(execute=True):
        game = make_game(amaia, unai, some_moves(200))
    assert sent == [("games.tasks.adjudicate_game", (game.pk,))]


def test_a_broker_that_is_down_does_not_stop_the_last_move(
    amaia, unai, django_capture_on_commit_callbacks, monkeypatch, caplog
):
    def down(*_, **__):
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr("sumendi_site.queue.current_app.send_task", down)
    with django_capture_on_commit_callbacks(execute=True):
        game = make_game(amaia, unai, some_moves(200))
    assert Game.objects.get(pk=game.pk).status == GameStatus.SCORING
    assert "nobody there" in caplog.text


@pytest.mark.parametrize(
    ("result", "termination"),
    [
        (Result.BLACK, Termination.ADJUDICATION),
        (Result.DRAW, Termination.ADJUDICATION),
        (Result.WHITE, Termination.FORFEIT),
        ("", Termination.FORFEIT),
    ],
)
def test_an_organiser_ends_a_game(begun, result, termination):
    services.adjudicate_by(begun.pk, result, termination)
    assert ending(begun) == (GameStatus.FINISHED, result, termination)
    assert ResultEvent.objects.get().result == result


@pytest.mark.parametrize(
    ("result", "termination"),
    [
        (Result.DRAW, Termination.FORFEIT),
        ("", Termination.ADJUDICATION),
        (Result.BLACK, Termination.RESIGNATION),
    ],
)
def test_an_organiser_does_not_end_a_game_in_ways_of_others(begun, result, termination):
    with pytest.raises(ValueError, match="No organiser"):
        services.adjudicate_by(begun.pk, result, termination)


def test_an_organiser_does_not_end_a_game_twice(begun, amaia):
    services.resign(begun.pk, amaia)
    with pytest.raises(errors.GameOver):
        services.adjudicate_by(begun.pk, Result.DRAW, Termination.ADJUDICATION)


def test_a_clock_that_ran_out_comes_before_the_organiser(begun):
    Game.objects.filter(pk=begun.pk).update(deadline=in_hours(-1))
    with pytest.raises(errors.GameOver, match="run out"):
        services.adjudicate_by(begun.pk, Result.DRAW, Termination.ADJUDICATION)


def test_a_forfeit_of_both_is_told_as_one(begun, amaia):
    services.adjudicate_by(begun.pk, "", Termination.FORFEIT)
    begun.refresh_from_db()
    assert sentence(begun, amaia) == "Both lose: neither of them played."
