"""How a game ended, in a sentence."""

import pytest

from games.endings import ending
from games.models import Game, GameStatus, Termination
from games.presenters.sentences import status
from games.rules import Position
from sumendi_site.accounts.models import User


def ended(termination: str, result: str, position: str = "") -> Game:
    """A game in which Black is amaia and White is unai."""
    first, second = User(pk=1, username="amaia"), User(pk=2, username="unai")
    return Game(
        first=first,
        second=second,
        swapped=False,
        status=GameStatus.FINISHED,
        termination=termination,
        result=result,
        position=position or str(Position.start(5)),
    )


ENDINGS = [
    ("resignation", "white", "White wins: amaia resigned."),
    ("timeout", "black", "Black wins: unai's time ran out."),
    ("forfeit", "black", "Black wins: unai never played."),
    ("fault", "white", "White wins: amaia's program failed."),
    ("adjudication", "black", "Black wins: by adjudication."),
    ("adjudication", "draw", "A draw by adjudication."),
    ("agreement", "draw", "A draw by agreement."),
    ("score", "draw", "A draw: no height decides between the sides."),
    ("cancelled", "", "The game was cancelled."),
]


@pytest.mark.parametrize(("termination", "result", "sentence"), ENDINGS)
def test_every_ending_has_its_sentence(termination: str, result: str, sentence: str) -> None:
    assert ending(ended(termination, result)) == sentence


def test_a_win_by_score_names_the_height_and_the_totals() -> None:
    # Both have a volcano of height 3 in a corner; lava beside Black's makes it 2 to 1.
    game = ended("score", "black", "5/6/7/8/9/8/7/6/Bb2W b")
    assert ending(game) == "Black wins at height 3, 2 to 1."


def test_no_termination_is_left_out() -> None:
    assert {termination for termination, _, _ in ENDINGS} == set(Termination.values)


TOLD = [
    ("score", "black", "You won: Black wins at height 3, 2 to 1."),
    ("resignation", "black", "You won: unai resigned."),
    ("resignation", "white", "You lost: you resigned."),
    ("timeout", "white", "You lost: your time ran out."),
    ("agreement", "draw", "A draw by agreement."),
    ("cancelled", "", "The game was cancelled."),
]


@pytest.mark.parametrize(("termination", "result", "sentence"), TOLD)
def test_a_player_is_told_whether_they_won(termination: str, result: str, sentence: str) -> None:
    game = ended(termination, result, "5/6/7/8/9/8/7/6/Bb2W b")
    assert status(game, game.black) == sentence


def test_who_only_watches_is_told_by_the_sides() -> None:
    game = ended("resignation", "black")
    assert status(game, User(pk=3, username="nora")) == "Black wins: unai resigned."


def test_a_house_player_is_thinking_whether_uploaded_programs_run_here_or_not() -> None:
    game = ended("", "")
    game.status, game.ply_count = GameStatus.RUNNING, 2
    game.first.kind, game.to_move = User.Kind.HOUSE, game.first
    assert status(game, game.second) == "amaia (Black) is to move and is thinking."
