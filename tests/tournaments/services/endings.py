"""Games of events that are nearly over, and provers for them."""

from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.rules import Position
from tests.tournaments.services.playing import boards_of, make_round
from tournaments.models import Pairing

ROUND_HOURS = 10 * 24
ENDING = "BBWwB/w2BBb/WbwwbbW/WwwWwBWw/bwWbBbBwW/BWWWBbbW/w1BbBBb/Wb3B/bWb2 b"
"""Black is to move and three cells are left: White would win if the game ended now, and Black wins
with best play, as a minimax by `games.rules` says."""
GONE_ON = str(Position.parse(ENDING).play(next(Position.parse(ENDING).moves())))
PLIES = 29


@dataclass(frozen=True)
class Proof:
    result: str = "black"
    nodes: int = 1234


def proving(result: str = "black") -> Any:
    return lambda position: Proof(result)


def finding_nothing(position: Position) -> None:
    return None


def make_ending(position: str = ENDING, **fields: Any) -> Pairing:
    """The only board of a round in which a proved result stands; its game is nearly over."""
    told = {"proved_stands": True, "at_deadline": "draw", "time_control": "30d"}
    told |= {"no_show_hours": 0, "round_hours": ROUND_HOURS}
    (board,) = boards_of(make_round(2, **told | fields))
    put(board, position)
    return board


def put(board: Pairing, position: str, plies: int = PLIES) -> None:
    """The first player, who plays Black, is to move: the clocks do not look at the position."""
    games = Game.objects.filter(pk=board.game_id)
    games.update(position=position, ply_count=plies, swapped=False)
