import pytest
from django.core.management import CommandError, call_command

from games import services
from games.consistency import contradictions
from games.demo import load_demo
from games.models import AnalysedPosition, Conditions, Game, GameStatus, Move, ResultEvent
from tests.games.analysing import analysed
from tests.games.factories import make_game, make_user, some_moves
from tests.games.moving_clock import NOON
from tests.games.prepared import prepare, tree_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return make_game(make_user("amaia"), make_user("unai"), some_moves(6))


@pytest.fixture
def scored():
    game = make_game(make_user("amaia"), make_user("unai"), some_moves(200))
    services.adjudicate(game.pk)
    return game


def problems_after(game, **columns):
    Game.objects.filter(pk=game.pk).update(**columns)
    return list(contradictions())


def test_the_demo_is_consistent():
    load_demo()
    assert list(contradictions()) == []


def test_a_scored_game_is_consistent(scored):
    assert list(contradictions()) == []


@pytest.mark.parametrize("plies", range(4))
def test_a_game_that_begins_is_consistent(plies):
    make_game(make_user("amaia"), make_user("unai"), some_moves(plies))
    assert list(contradictions()) == []


def test_a_wrong_position_is_found(game):
    assert "position" in problems_after(game, position="5/6/7/8/9/8/7/6/5 b")[0]


def test_a_wrong_turn_is_found(game):
    assert "turn" in problems_after(game, to_move=game.opponent_of(game.to_move))[0]


def test_a_clock_of_a_house_player_that_runs_is_found():
    game = make_game(make_user("amaia"), services.house_player("house-random"), ["e5"])
    assert list(contradictions()) == []
    assert "clock" in problems_after(game, deadline=NOON)[0]


def test_a_missing_ply_is_found(game):
    Move.objects.filter(game=game, ply=6).delete()
    assert any("numbered" in problem for problem in contradictions())


def test_figures_that_are_missing_are_found(scored):
    analysed(scored, scored.first)
    assert list(contradictions()) == []
    AnalysedPosition.objects.filter(ply=3).delete()
    assert "lacks figures" in next(contradictions())


def test_an_illegal_ply_is_found(game):
    Move.objects.filter(game=game, ply=6).update(text="a9")
    assert "cannot be replayed" in next(contradictions())


def test_a_game_that_stops_too_early_is_found(game):
    columns = {"status": GameStatus.SCORING, "deadline": None, "to_move": None}
    assert "a placement is left" in problems_after(game, **columns)[0]


def test_an_end_without_a_result_event_is_found(scored):
    ResultEvent.objects.all().delete()
    assert "no result event" in next(contradictions())


def test_a_wrong_score_is_found(scored):
    found = problems_after(scored, score=None)
    assert found == [f"Game {scored.pk}: its score is not that of its last position."]


def test_sides_that_were_exchanged_afterwards_are_found(scored):
    swapped = not Game.objects.get().swapped
    assert any("sides" in problem for problem in problems_after(scored, swapped=swapped))


def test_an_end_that_differs_from_its_result_event_is_found(scored):
    found = problems_after(scored, termination="resignation")
    assert found == [f"Game {scored.pk}: its last result event tells another end."]


def test_a_missing_result_number_is_found(scored):
    ResultEvent.objects.update(number=2)
    assert list(contradictions()) == ["Result events: number 1 is missing."]


def test_the_command_says_that_all_is_well(game, capsys):
    call_command("check_consistency")
    said = (
        "All games agree with their plies, results, conditional moves, analyses, turns of bots,"
        " bouts, bans, archived positions, ratings, leaderboards, ladder and tournaments."
    )
    assert said in capsys.readouterr().out


def test_plies_that_cannot_be_replayed_do_not_end_the_check_of_what_is_prepared():
    game = make_game(make_user("amaia"), make_user("unai"), ["e5", "keep"])
    prepare(game, game.first, ["a1", "i9"])
    game.moves.filter(ply=1).update(text="z9")
    assert [problem for problem in contradictions() if "cannot be replayed" in problem]


def test_the_command_fails_when_something_is_wrong(game):
    problems_after(game, position="5/6/7/8/9/8/7/6/5 b")
    with pytest.raises(CommandError, match="1 contradictions"):
        call_command("check_consistency")


def prepared():
    game = make_game(make_user("amaia"), make_user("unai"), ["e5", "keep"])
    prepare(game, game.first, ["a1", "i9"])
    services.play(game.pk, game.second, 3, "a1")
    return game


def test_a_game_with_a_reply_by_condition_is_consistent():
    prepared()
    assert list(contradictions()) == []


@pytest.mark.parametrize("wrong", [{"seconds": 5}, {"made": NOON}])
def test_a_reply_by_condition_that_took_time_is_found(wrong):
    Move.objects.filter(game=prepared(), ply=4).update(**wrong)
    assert "by condition" in next(contradictions())


def test_conditional_moves_that_cannot_be_played_are_found():
    start = Conditions.objects.filter(game=prepared()).get().tree["start"]
    Conditions.objects.update(tree=tree_of(start, ["e5"]))
    assert "Conditional moves" in next(contradictions())


def test_conditional_moves_from_a_ply_that_is_to_come_are_found():
    Conditions.objects.filter(game=prepared()).update(from_ply=9)
    assert "not played" in next(contradictions())
