"""What can happen to offers and games. Nothing else writes them, but for the demo data
(`games.demo`): a past of weeks, which no service can make.

Each function is one transaction. What is not allowed raises a `GameError` and changes nothing
(but for `TooLate`: the game has then been flagged).
"""

from .ending import (
    accept_draw,
    adjudicate,
    cancel,
    decline_draw,
    flag,
    offer_draw,
    resign,
)
from .errors import GameError
from .offers import Terms, accept, challenge, decline, open_seek, withdraw
from .playing import Played, play
from .sweeps import adjudicate_waiting, flag_overdue

__all__ = [
    "GameError",
    "Played",
    "Terms",
    "accept",
    "accept_draw",
    "adjudicate",
    "adjudicate_waiting",
    "cancel",
    "challenge",
    "decline",
    "decline_draw",
    "flag",
    "flag_overdue",
    "offer_draw",
    "open_seek",
    "play",
    "resign",
    "withdraw",
]
