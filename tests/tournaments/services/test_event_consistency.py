import pytest

from games.models import Game
from tests.tournaments.services.playing import begin, boards_of, end, end_all, make_round
from tournaments.models import Pairing, Round, RoundState
from tournaments.services import deciding
from tournaments.services.consistency import contradictions
from tournaments.services.verdicts import Verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    """Five players: two games and a bye; the round is over."""
    round_ = make_round(5)
    end_all(round_)
    return round_


@pytest.fixture
def board(round_):
    return Pairing.objects.filter(round=round_, board=1)


def test_a_round_that_was_played_is_well(round_):
    assert list(contradictions()) == []


def test_a_result_that_is_not_booked_yet_is_no_contradiction():
    end(boards_of(make_round())[0])
    assert list(contradictions()) == []


def test_a_decision_before_its_event_was_read_is_no_contradiction():
    round_ = make_round()
    board = boards_of(round_)[0]
    begin(board)
    deciding.decide(round_.tournament.organiser, board.pk, Verdict.DRAW, "A trial.")
    assert list(contradictions()) == []


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        ({"white_code": "0", "black_code": "1"}, "not the result"),
        ({"white_code": "1", "black_code": "="}, "do not go together"),
        ({"white_code": "1", "black_code": ""}, "do not go together"),
        ({"white_code": "H", "black_code": "1"}, "do not go together"),
        ({"white_code": "", "black_code": ""}, "no result"),
    ],
)
def test_a_board_with_another_result_than_its_game_is_found(board, codes, found):
    board.update(**codes)
    assert any(found in problem for problem in contradictions())


def test_a_game_that_nothing_proves_is_found(board):
    Game.objects.filter(pairing=board.get()).update(proved="black")
    assert "no proof says" in "".join(contradictions())


def test_a_board_with_the_game_of_others_is_found(round_):
    first, second = boards_of(round_)[:2]
    Pairing.objects.filter(pk=first.pk).update(game=None)
    Pairing.objects.filter(pk=second.pk).update(game=first.game)
    assert any("other players" in problem for problem in contradictions())


def test_a_bye_with_the_code_of_a_game_is_found(round_):
    Pairing.objects.filter(round=round_, black=None).update(white_code="1")
    assert any("is a bye" in problem for problem in contradictions())


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        ({"closed": None}, "has not ended"),
        ({"published": None}, "never published"),
        ({"state": RoundState.DRAFT}, "draft that was published"),
    ],
)
def test_a_round_that_contradicts_itself_is_found(round_, columns, found):
    Round.objects.filter(pk=round_.pk).update(**columns)
    assert any(found in problem for problem in contradictions())
