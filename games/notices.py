"""What players hear of their games, on open pages and as notices.

A notice is written from its data alone: names and numbers as they were when it happened.
"""

from datetime import datetime, timedelta
from itertools import takewhile

from django.urls import reverse

from games.endings import ending
from games.models import ChatMessage, Game, Move, Offer, Result, Termination
from games.models.offer import OfferStatus, Seat
from games.rules.plies import in_words
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish
from sumendi_site.notices.kinds import Data, NoticeKind, Text
from sumendi_site.notices.models import Notice, settings_of
from sumendi_site.notices.notify import READERS, notify
from sumendi_site.notices.seeing import mark_seen, unseen_about

OFFERS = "offers"
"""What notices of challenges are about: the pages that list offers show them."""


def about(game_id: int) -> str:
    """What the page of a game shows all notices about."""
    return f"game:{game_id}"


def tell_move(game: Game, move: Move) -> None:
    """Programs follow their games by this; pages are told of the turn or of the end."""
    data = {"game": game.pk, "ply": move.ply, "move": move.text}
    publish(player_topic(game.opponent_of(move.player).pk), "opponent_moved", data)


def tell_turn(game: Game) -> None:
    """It is the turn of `game.to_move`. Before the game is saved: it also sets the warning."""
    player = game.to_move
    assert player is not None  # noqa: S101 - the callers have just set it
    publish(player_topic(player.pk), "your_turn", {"game": game.pk, "ply": game.ply_count + 1})
    assert game.deadline is not None  # noqa: S101 - see above
    allowance = game.control.allowance(game.bank_of(player))
    game.next_warning = first_warning(player, allowance)
    data = {
        "game": game.pk,
        "ply": game.ply_count,
        "opponent": str(game.opponent_of(player)),
        "until": instant(game.deadline, player),
        "terms": _terms(game),
        "prepared": _prepared_replies(game, player) if player.kind in READERS else 0,
    }
    notify(player, YOUR_TURN.code, _turn_key("turn", game), data, about(game.pk))


def _prepared_replies(game: Game, player: User) -> int:
    """How many were played for the player since they last moved by hand."""
    own = game.moves.filter(player=player).order_by("-ply").values_list("by_condition", flat=True)
    return sum(takewhile(bool, own))


def tell_start(game: Game, by: User) -> None:
    """`by` has accepted an offer, and the other player may not know it yet."""
    for player_id in sorted((game.first_id, game.second_id)):
        publish(player_topic(player_id), "game_start", {"game": game.pk})
    other = game.opponent_of(by)
    data = {"game": game.pk, "opponent": str(by), "you_begin": game.first_id == other.pk}
    notify(other, GAME_START.code, f"start:{game.pk}", data, about(game.pk))


def tell_end(game: Game) -> None:
    for player in sorted((game.first, game.second), key=lambda user: user.pk):
        outcome = {"result": game.result or None, "termination": game.termination}
        publish(player_topic(player.pk), "game_end", {"game": game.pk, **outcome})
        data = {"game": game.pk, "opponent": str(game.opponent_of(player))}
        data |= {"outcome": _outcome(game, player), "ending": ending(game, player)}
        notify(player, GAME_END.code, f"end:{game.pk}", data, about(game.pk))


def tell_challenge(offer: Offer) -> None:
    """Only for an offer that names its opponent."""
    assert offer.opponent is not None  # noqa: S101 - see above
    publish(player_topic(offer.opponent.pk), "offer", {"offer": offer.pk})
    data = {
        "offer": offer.pk,
        "opponent": str(offer.creator),
        "terms": _terms(offer),
        "rematch_of": offer.rematch_of_id,
        "you_place": {Seat.FIRST: "second", Seat.SECOND: "first"}.get(Seat(offer.seat)),
    }
    notify(offer.opponent, CHALLENGE.code, _challenge_key(offer), data, OFFERS)


def challenge_was_answered(reader: User, offer: Offer) -> None:
    """Who accepts or declines a challenge has seen it, wherever that was."""
    answered = unseen_about(reader.pk, OFFERS).filter(key=_challenge_key(offer))
    if answered.exists():
        mark_seen(reader, answered)


def _challenge_key(offer: Offer) -> str:
    return f"challenge:{offer.pk}"


def tell_draw_offer(game: Game, by: User) -> None:
    other = game.opponent_of(by)
    publish(player_topic(other.pk), "draw_offer", {"game": game.pk, "ply": game.ply_count})
    data = {"game": game.pk, "ply": game.ply_count, "opponent": str(by)}
    notify(other, DRAW_OFFER.code, _turn_key("draw", game), data, about(game.pk))


def tell_takeback_asked(game: Game, by: User) -> None:
    other = game.opponent_of(by)
    publish(player_topic(other.pk), "takeback_asked", {"game": game.pk, "ply": game.ply_count})
    data = {"game": game.pk, "ply": game.ply_count, "opponent": str(by)}
    notify(other, TAKEBACK.code, _turn_key("takeback", game), data, about(game.pk))


def tell_takeback_declined(game: Game, by: User) -> None:
    data = {"game": game.pk, "ply": game.ply_count}
    publish(player_topic(game.opponent_of(by).pk), "takeback_declined", data)


def tell_taken_back(game: Game, first: int, by: User) -> None:
    """`by` agreed: the opponent, who asked for it, moves again. Before the game is saved."""
    asker = game.opponent_of(by)
    assert game.deadline is not None  # noqa: S101 - a turn has just begun
    data = {
        "game": game.pk,
        "ply": first,
        "opponent": str(by),
        "until": instant(game.deadline, asker),
    }
    notify(asker, TAKEN_BACK.code, f"taken:{game.pk}:{game.takebacks}", data, about(game.pk))


def _turn_key(what: str, game: Game) -> str:
    """A ply that was taken back is played once more, and that is news, too."""
    again = f":{game.takebacks}" if game.takebacks else ""
    return f"{what}:{game.pk}:{game.ply_count}{again}"


def tell_chat(message: ChatMessage) -> None:
    """One notice stands for all lines that the reader has not seen yet."""
    game, author = message.game, message.author
    reader = game.opponent_of(author)
    publish(player_topic(reader.pk), "chat", {"game": game.pk, "message": message.pk})
    waits = Notice.objects.filter(recipient=reader, about=about(game.pk), kind=CHAT.code).unseen()
    if waits.exists() or Block.objects.filter(owner=reader, blocked=author).exists():
        return
    data = {"game": game.pk, "opponent": str(author), "terms": _terms(game)}
    notify(reader, CHAT.code, f"chat:{message.pk}", data, about(game.pk))


def chat_was_read(reader: User, game_id: int) -> None:
    """The next line that `reader` is sent in this game is news again, and needs no mail now."""
    read = unseen_about(reader.pk, about(game_id)).filter(kind=CHAT.code)
    if read.exists():
        mark_seen(reader, read)


def tell_warning(game: Game, hours: int) -> None:
    """The clock of the player to move has fewer than so many hours left. With another deadline
    this can happen to the same turn again."""
    assert game.to_move is not None  # noqa: S101 - only for running games
    assert game.deadline is not None  # noqa: S101 - only for running games
    data = {
        "game": game.pk,
        "ply": game.ply_count,
        "hours": hours,
        "opponent": str(game.opponent_of(game.to_move)),
        "until": instant(game.deadline, game.to_move),
        "terms": _terms(game),
    }
    ends = int(game.deadline.timestamp())
    key = f"warning:{game.pk}:{game.ply_count}:{hours}:{ends}"
    notify(game.to_move, WARNING.code, key, data, about(game.pk))


def first_warning(player: User, allowance: timedelta) -> int | None:
    """At how many hours left somebody who has so long for a turn is warned first."""
    if player.kind not in READERS:
        return None
    return settings_of(player).largest_hours_below(allowance.total_seconds() / 3600)


def _outcome(game: Game, player: User) -> str:
    if game.termination == Termination.CANCELLED:
        return "cancelled"
    if game.result == Result.DRAW:
        return "draw"
    return "won" if game.winner == player else "lost"


def instant(moment: datetime, reader: User) -> str:
    """In the reader's zone: `Thu 3 Dec, 04:52 CET`."""
    local = moment.astimezone(reader.zone)
    return f"{local:%a} {local.day} {local:%b, %H:%M %Z}"


def _terms(terms: Game | Offer) -> str:
    kind = "rated" if terms.rated else "casual"
    return f"size {terms.size}, {kind}, {terms.control.in_words}"


def _game(data: Data) -> str:
    return reverse("game", args=[data["game"]])


def _write_turn(data: Data) -> Text:
    title = f"Your turn against {data['opponent']}"
    what = "Your opponent has moved." if data["ply"] else "Make the first move."
    if replies := data.get("prepared"):
        played = "prepared reply was" if replies == 1 else f"{replies} prepared replies were"
        what = f"Your {played} played, and your opponent has moved again."
    body = f"{what} You have until {data['until']}. A game of {data['terms']}."
    return Text(title, body, _game(data))


def _write_start(data: Data) -> Text:
    who = "You make the first move." if data["you_begin"] else f"{data['opponent']} moves first."
    return Text(f"Your game against {data['opponent']} has begun", who, _game(data))


def _write_end(data: Data) -> Text:
    opponent = data["opponent"]
    title = {
        "won": f"You won against {opponent}",
        "lost": f"You lost against {opponent}",
        "draw": f"A draw against {opponent}",
        "cancelled": f"Your game against {opponent} was cancelled",
    }[data["outcome"]]
    body = "It counts for nothing." if data["outcome"] == "cancelled" else data["ending"]
    return Text(title, body, _game(data))


def _write_challenge(data: Data) -> Text:
    place = f" You place {data['you_place']}." if data["you_place"] else ""
    body = f"A game of {data['terms']}.{place}"
    if data["rematch_of"]:
        url = reverse("game", args=[data["rematch_of"]])
        return Text(f"{data['opponent']} offers a rematch", body, url)
    return Text(f"{data['opponent']} challenges you", body, reverse("dashboard"))


def _write_draw_offer(data: Data) -> Text:
    title = f"{data['opponent']} offers a draw"
    return Text(title, "The offer stands until the next move.", _game(data))


def _write_takeback(data: Data) -> Text:
    title = f"{data['opponent']} asks to take a move back"
    return Text(title, "You can agree or decline until the next move.", _game(data))


def _write_taken_back(data: Data) -> Text:
    title = f"{data['opponent']} lets you take your move back"
    body = f"The game stands before {in_words(data['ply'])}. You have until {data['until']}."
    return Text(title, body, _game(data))


def _write_chat(data: Data) -> Text:
    body = f"In game {data['game']}: {data['terms']}."
    return Text(f"{data['opponent']} wrote to you", body, _game(data))


def _write_warning(data: Data) -> Text:
    hours = data["hours"]
    left = f"{hours} hour{'' if hours == 1 else 's'}"
    title = f"Less than {left} left against {data['opponent']}"
    body = (
        f"You have until {data['until']}: without a move the game is lost then. "
        f"A game of {data['terms']}."
    )
    return Text(title, body, _game(data))


def _turn_is_over(data: Data) -> bool:
    return not Game.objects.running().filter(pk=data["game"], ply_count=data["ply"]).exists()


def _draw_offer_is_over(data: Data) -> bool:
    standing = Game.objects.running().filter(pk=data["game"], ply_count=data["ply"])
    return not standing.exclude(draw_offer_by=None).exists()


def _takeback_is_over(data: Data) -> bool:
    standing = Game.objects.running().filter(pk=data["game"], ply_count=data["ply"])
    return not standing.exclude(takeback_by=None).exists()


def _challenge_is_over(data: Data) -> bool:
    return not Offer.objects.filter(pk=data["offer"], status=OfferStatus.OPEN).exists()


YOUR_TURN = NoticeKind(
    code="your_turn",
    live_event="your_turn",
    label="Your turn",
    meaning="Your opponent has moved.",
    write=_write_turn,
    is_outdated=_turn_is_over,
)
WARNING = NoticeKind(
    code="warning",
    label="Time runs out",
    meaning="A game waits for you, and its clock is low.",
    write=_write_warning,
    is_outdated=_turn_is_over,
    urgent=True,
)
GAME_START = NoticeKind(
    code="game_start",
    live_event="game_start",
    label="A game begins",
    meaning="Somebody has accepted your offer.",
    write=_write_start,
)
GAME_END = NoticeKind(
    code="game_end",
    live_event="game_end",
    label="A game ends",
    meaning="How a game of yours ended.",
    write=_write_end,
)
CHALLENGE = NoticeKind(
    code="challenge",
    live_event="offer",
    label="Challenge",
    meaning="Somebody offers you a game.",
    write=_write_challenge,
    is_outdated=_challenge_is_over,
)
DRAW_OFFER = NoticeKind(
    code="draw_offer",
    live_event="draw_offer",
    label="Draw offer",
    meaning="Your opponent offers a draw.",
    write=_write_draw_offer,
    is_outdated=_draw_offer_is_over,
)
TAKEBACK = NoticeKind(
    code="takeback",
    live_event="takeback_asked",
    label="Takeback",
    meaning="Your opponent asks to take a move back.",
    write=_write_takeback,
    is_outdated=_takeback_is_over,
)
TAKEN_BACK = NoticeKind(
    code="taken_back",
    live_event="taken_back",
    label="Takeback agreed",
    meaning="Your opponent lets you take a move back.",
    write=_write_taken_back,
)
CHAT = NoticeKind(
    code="chat",
    live_event="chat",
    label="Chat",
    meaning="Your opponent wrote to you beside a game.",
    write=_write_chat,
)
KINDS = (
    YOUR_TURN,
    WARNING,
    GAME_START,
    GAME_END,
    CHALLENGE,
    DRAW_OFFER,
    TAKEBACK,
    TAKEN_BACK,
    CHAT,
)
