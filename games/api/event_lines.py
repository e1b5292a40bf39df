"""Live events as the API's streams tell them."""

from games.models import Offer
from games.services.talk import readable_lines
from sumendi_site.accounts.models import User
from sumendi_site.live.lines import Line
from sumendi_site.live.models import LiveEvent

from .game_shapes import find, game_short
from .offer_shapes import offer_written
from .talk import line_written

OWN = {
    "offer": "challenge",
    "offer_declined": "challengeDeclined",
    "game_start": "gameStart",
    "your_turn": "yourTurn",
    "opponent_moved": "opponentMoved",
    "draw_offer": "drawOffer",
    "takeback_asked": "takebackAsked",
    "takeback_declined": "takebackDeclined",
    "taken_back": "takenBack",
    "chat": "chat",
    "game_end": "gameEnd",
}
"""The kinds that an account's stream tells, and what it calls them."""
OF_GAMES = {
    "move": "move",
    "clock": "clock",
    "draw_offer": "drawOffer",
    "draw_declined": "drawDeclined",
    "takeback_asked": "takebackAsked",
    "takeback_declined": "takebackDeclined",
    "taken_back": "takenBack",
    "scoring": "scoring",
    "end": "end",
    "rated": "rated",
    "analysis": "analysis",
    "chat": "chat",
}
CLOCK = ("ply", "to_move", "deadline", "banks")


def own_line(reader: User, event: LiveEvent) -> Line | None:
    """What the stream of `reader` tells of an event; None if nothing."""
    kind, data = OWN.get(event.kind), event.data
    match kind:
        case None:
            return None
        case "challenge" | "challengeDeclined":
            return _offer(kind, data["offer"])
        case "chat":
            line = _chat(data["game"], data["message"], reader)
            return line and {**line, "game": data["game"]}
    return {"type": kind, **data}


def game_line(game_id: int, player: User | None, event: LiveEvent) -> Line | None:
    """What the stream of a game tells of an event to one of its players, or to somebody else."""
    kind, data = OF_GAMES.get(event.kind), event.data
    match kind:
        case None:
            return None
        case "move":
            move = {"ply": data["ply"], "move": data["text"], "player": data["player"]}
            return {"type": kind, **move}
        case "clock":
            return _clock(game_id)
        case "end":
            return {"type": kind, **data, "result": data["result"] or None}
        case "chat":
            return _chat(game_id, data["message"], player) if player else None
    return {"type": kind, **data}


def _offer(kind: str, offer_id: int) -> Line | None:
    offer = Offer.objects.with_owners().filter(pk=offer_id).first()
    return {"type": kind, "offer": offer_written(offer)} if offer else None


def _clock(game_id: int) -> Line:
    """The clocks as they are when this is read."""
    game = game_short(find(game_id))
    return {"type": "clock", **{name: game[name] for name in CLOCK}}


def _chat(game_id: int, message_id: int, reader: User) -> Line | None:
    message = readable_lines(game_id, reader).filter(pk=message_id).first()
    return {"type": "chat", "line": line_written(message)} if message else None
