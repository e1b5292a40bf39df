"""Making a ply on a board, of a game or of a bout: the rules judge it, and nothing is stored."""

from collections.abc import Iterable

from games.models import Bout, Game
from games.rules import IllegalMoveError, MoveSyntaxError, Position
from games.rules.plies import SIDE_CHOICE_PLY

from .errors import SIDE_CHOICE, BadMoveText, NotALegalMove

SWAP, KEEP = "swap", "keep"


def make_ply(board: Game | Bout, ply: int, text: str) -> str:
    """Play this on `board`, whose next ply it is, and return its canonical text. Raises BadMoveText
    and NotALegalMove."""
    return _choose_side(board, text) if ply == SIDE_CHOICE_PLY else _place(board, text)


def replay(size: int, plies: Iterable[str]) -> Position:
    """What these plies lead to, from the first one on. Raises MoveError for what is no legal
    move."""
    position = Position.start(size)
    for ply, text in enumerate(plies, start=1):
        if ply != SIDE_CHOICE_PLY:
            position = position.play(text)
    return position


def _choose_side(board: Game | Bout, text: str) -> str:
    if text not in (SWAP, KEEP):
        raise BadMoveText(
            "Ply 2 is the choice of side: send swap (take Black) or keep (take White).",
            reason=SIDE_CHOICE,
        )
    board.swapped = text == SWAP
    return text


def _place(board: Game | Bout, text: str) -> str:
    position = board.current
    try:
        move = position.parse_move(text)
        board.position = str(position.play(move))
    except MoveSyntaxError as error:
        raise BadMoveText(str(error), reason=error.reason) from error
    except IllegalMoveError as error:
        raise NotALegalMove(str(error), reason=error.reason) from error
    return str(move)
