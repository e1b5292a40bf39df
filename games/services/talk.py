"""What the players of a game write: table talk to each other, and notes for themselves."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import ChatMessage, Game, Note
from games.notices import chat_was_read, tell_chat
from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import mute_of
from sumendi_site.live.publish import publish, talk_topic

from .blocks import require_no_block
from .errors import BadText, GameNotFound, NobodyReads, NotAPlayer, TooManyMessages
from .fair_errors import Muted
from .locking import lock_player
from .patience import in_words, wait_for
from .texts import require_one_line

LONGEST_MESSAGE = 500
LONGEST_NOTE = 5000
RATES = ((10, timedelta(minutes=1)), (60, timedelta(hours=1)))
"""So many messages an author may write within such a time, in all games together."""


@transaction.atomic
def say(game_id: int, author: User, text: str) -> ChatMessage:
    """Write a line to the opponent. Nobody but the two players can read it."""
    game = _seated(game_id, author)
    text = _one_line(text)
    opponent = game.opponent_of(author)
    if not reads(opponent):
        raise NobodyReads
    require_not_deleted(opponent)
    require_no_block(author, opponent)
    require_not_muted(author)
    now = timezone.now()
    lock_player(author)
    _require_patience(author, now)
    message = ChatMessage.objects.create(game=game, author=author, text=text, created=now)
    publish(talk_topic(game.pk), "chat", {"message": message.pk})
    tell_chat(message)
    chat_was_read(author, game.pk)
    return message


def require_not_deleted(opponent: User) -> None:
    """Raises NobodyReads for a line to an account that its owner has deleted."""
    if is_deleted(opponent):
        raise NobodyReads("This account was deleted: nobody reads what is written to it.")


def require_not_muted(author: User) -> None:
    """Raises Muted while a moderator's mute holds for the author, or for who owns the bot."""
    mute = mute_of(author)
    if mute is None:
        return
    ends = f" until {mute.until.day} {mute.until:%B %Y, %H:%M} UTC" if mute.until else ""
    raise Muted(f"A moderator has muted you{ends}: {mute.reason}")


def reads(player: User) -> bool:
    """Whether somebody can be written to. What a remote bot makes of it is up to its program."""
    return player.kind != User.Kind.HOUSE


def save_note(game_id: int, author: User, text: str) -> Note | None:
    """Keep what a player writes down about a game; an empty text deletes the note."""
    game = _seated(game_id, author)
    text = text.replace("\r\n", "\n")
    if len(text) > LONGEST_NOTE:
        raise BadText(f"A note has at most {LONGEST_NOTE} characters; this one has {len(text)}.")
    if not text.strip():
        Note.objects.filter(game=game, author=author).delete()
        return None
    note, _ = Note.objects.update_or_create(game=game, author=author, defaults={"text": text})
    return note


def note_of(game_id: int, author: User) -> str:
    """The player's own note about a game, empty when there is none."""
    game = _seated(game_id, author)
    return game.notes.filter(author=author).values_list("text", flat=True).first() or ""


def readable_lines(game_id: int, reader: User) -> "QuerySet[ChatMessage]":
    """What was said at a game of the reader's, but for what those whom the reader blocks said."""
    game = _seated(game_id, reader)
    return lines_for(game, reader)


def lines_for(game: Game, reader: User) -> "QuerySet[ChatMessage]":
    """The same, for a reader who is known to play there."""
    return game.chat.exclude(author__blocked_by__owner=reader).select_related("author")


def _seated(game_id: int, player: User) -> Game:
    game = Game.objects.with_players().filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    if game.seat_of(player) is None:
        raise NotAPlayer
    return game


def _one_line(text: str) -> str:
    text = strip_invisible(text)
    if not text:
        raise BadText("Write something before you send it.")
    if len(text) > LONGEST_MESSAGE:
        raise BadText(
            f"A message has at most {LONGEST_MESSAGE} characters; this one has {len(text)}."
        )
    require_one_line(text, "A message")
    return text


def _require_patience(author: User, now: datetime) -> None:
    for most, window in RATES:
        wait = wait_for(ChatMessage.objects.filter(author=author), most, window, now)
        if wait is not None:
            raise TooManyMessages(
                f"You are writing a lot at once. Wait {in_words(wait)} before the next message.",
                retry_after=wait,
            )
