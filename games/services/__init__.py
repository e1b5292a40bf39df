"""What can happen to offers and games. Nothing else writes them, but for the demo data
(`games.demo`): a past of weeks, which no service can make.

Each function is one transaction. What is not allowed raises a `GameError` and changes nothing
(but for `TooLate`: the game has then been flagged).
"""

from .appeals import answer_appeal, appeal
from .blocks import block, unblock
from .bots import Registered
from .bots import describe as describe_bot
from .bots import make_token as make_bot_token
from .bots import register as register_bot
from .bots import retire as retire_bot
from .bots import revoke_token as revoke_bot_token
from .clock_warnings import warn_players
from .corrections import annul, correct, correct_by_organiser, examine
from .ending import accept_draw, adjudicate_by, cancel, decline_draw, offer_draw, resign
from .errors import GameError
from .finishing import adjudicate, flag
from .friends import follow, unfollow
from .guests import prune_guests
from .house_bots import house_player, strengths
from .house_games import (
    call_waiting_house_bots,
    play_house_bot,
    play_house_turn,
    unfinished_house_game,
)
from .invites import accept_invite, invite
from .offers import (
    Terms,
    accept,
    challenge,
    decline,
    is_as_asked,
    open_seek,
    require_can_be_challenged,
    withdraw,
)
from .playing import Played, play
from .rematches import rematch, standing_rematch
from .reports import (
    Complaint,
    close_report,
    release_report,
    report,
    reveal_chat,
    take_report,
)
from .sanctions import Measure, acknowledge, choose_name, keep_sanctions, lift, sanction
from .sweeps import adjudicate_waiting, expire_offers, flag_overdue, keep_time
from .takebacks import accept_takeback, ask_takeback, decline_takeback
from .talk import save_note, say
from .time_gifts import give_day
from .vacations import end as end_vacation
from .vacations import take as take_vacation

__all__ = [
    "Complaint",
    "GameError",
    "Measure",
    "Played",
    "Registered",
    "Terms",
    "accept",
    "accept_draw",
    "accept_invite",
    "accept_takeback",
    "acknowledge",
    "adjudicate",
    "adjudicate_by",
    "adjudicate_waiting",
    "annul",
    "answer_appeal",
    "appeal",
    "ask_takeback",
    "block",
    "call_waiting_house_bots",
    "cancel",
    "challenge",
    "choose_name",
    "close_report",
    "correct",
    "correct_by_organiser",
    "decline",
    "decline_draw",
    "decline_takeback",
    "describe_bot",
    "end_vacation",
    "examine",
    "expire_offers",
    "flag",
    "flag_overdue",
    "follow",
    "give_day",
    "house_player",
    "invite",
    "is_as_asked",
    "keep_sanctions",
    "keep_time",
    "lift",
    "make_bot_token",
    "offer_draw",
    "open_seek",
    "play",
    "play_house_bot",
    "play_house_turn",
    "prune_guests",
    "register_bot",
    "release_report",
    "rematch",
    "report",
    "require_can_be_challenged",
    "resign",
    "retire_bot",
    "reveal_chat",
    "revoke_bot_token",
    "sanction",
    "save_note",
    "say",
    "standing_rematch",
    "strengths",
    "take_report",
    "take_vacation",
    "unblock",
    "unfinished_house_game",
    "unfollow",
    "warn_players",
    "withdraw",
]
