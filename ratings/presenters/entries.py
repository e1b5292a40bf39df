"""What a game did to the ratings, from the view of one of its players."""

from dataclasses import dataclass
from datetime import datetime

from ratings.models import LedgerEntry

from . import words

OUTCOMES = {0: "lost", 1: "drew", 2: "won"}


@dataclass(frozen=True)
class Line:
    """One player's part of an entry, as text; `finished` is when the game ended, `reason` a
    sentence that says why it was not rated, empty when it was."""

    game_id: int
    finished: datetime
    player_id: int
    opponent_id: int
    outcome: str
    before: str
    opponent_before: str
    expected: str
    k: int
    change: str
    after: str
    reason: str


def line_of(entry: LedgerEntry, player_id: int) -> Line:
    """Of a game with a result, for one of its two players."""
    is_first = entry.first_id == player_id
    side = "first" if is_first else "second"
    half_points = entry.half_points or 0
    return Line(
        game_id=entry.game_id,
        finished=entry.finished,
        player_id=player_id,
        opponent_id=entry.second_id if is_first else entry.first_id,
        outcome=OUTCOMES[half_points if is_first else 2 - half_points],
        before=words.points(getattr(entry, f"{side}_before")),
        opponent_before=words.points(entry.second_before if is_first else entry.first_before),
        expected=words.percent(getattr(entry, f"{side}_expected")),
        k=getattr(entry, f"{side}_k"),
        change=words.signed(getattr(entry, f"{side}_change")),
        after=words.points(getattr(entry, f"{side}_after")),
        reason="" if entry.rated else words.not_rated(entry.reason),
    )
