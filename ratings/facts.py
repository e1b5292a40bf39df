"""What the ratings need to know of a finished game, and why one may not be rated."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Reason(StrEnum):
    """Why a finished game is not rated."""

    CASUAL = "casual"
    CANCELLED = "cancelled"
    BYE = "bye"
    FORFEIT = "forfeit"
    ADJUDICATED = "adjudicated"
    SHORT = "short"
    ANNULLED = "annulled"
    SERIES = "series"
    OWNER = "owner"
    PAIR = "pair"
    BOT_FAULT = "bot_fault"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the game; `owner` is the account that a bot belongs to, else the player's."""

    player: int
    owner: int
    is_bot: bool


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A finished game with the result that holds now.

    `sequence` is its place in the order of finishing. `half_points` are those of the first player:
    2 for a win, 1 for a draw, 0 for a loss, None without a result. `agreed_rated` is what the
    players agreed upon before the start, `is_event` marks a game of a tournament. `termination`
    is the code of the game's end, `is_proved` that an adjudication gave the result that was proved
    to be the one with best play; `plies` counts every placement and the side choice.

    For a loss on time, `timed_out` is the player who lost, `ran_out` the instant at which that
    clock ran out, and `last_ply_before` the newest ply of that player's own hand, in any game,
    that was made no later.
    """

    sequence: int
    game: int
    finished: datetime
    size: int
    first: Seat
    second: Seat
    half_points: int | None
    agreed_rated: bool
    is_event: bool
    termination: str
    plies: int
    is_proved: bool = False
    is_annulled: bool = False
    timed_out: int | None = None
    ran_out: datetime | None = None
    last_ply_before: datetime | None = None
