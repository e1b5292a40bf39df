"""What can happen to offers and games. Nothing else writes them.

Each function is one transaction. What is not allowed raises a `GameError` and changes nothing
(but for `TooLate`: the game has then been flagged).
"""

from .blocks import block, unblock
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
from .rematches import rematch, standing_rematch
from .sweeps import adjudicate_waiting, expire_offers, flag_overdue
from .talk import save_note, say

__all__ = [
    "GameError",
    "Played",
    "Terms",
    "accept",
    "accept_draw",
    "adjudicate",
    "adjudicate_waiting",
    "block",
    "cancel",
    "challenge",
    "decline",
    "decline_draw",
    "expire_offers",
    "flag",
    "flag_overdue",
    "offer_draw",
    "open_seek",
    "play",
    "rematch",
    "resign",
    "save_note",
    "say",
    "standing_rematch",
    "unblock",
    "withdraw",
]
