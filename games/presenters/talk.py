"""What a player reads and has written at the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import ChatMessage, Game
from games.services import GameError
from games.services.blocks import require_no_block
from games.services.talk import (
    LONGEST_MESSAGE,
    LONGEST_NOTE,
    lines_for,
    reads,
    require_not_deleted,
    require_not_muted,
)
from sumendi_site.accounts.models import User

from .lists import Reader
from .reading import Surroundings

MOST_LINES = 200


@dataclass(frozen=True)
class Talk:
    """The newest `lines` that the player may read, oldest first. `silenced` says why the player
    cannot write; empty when that is possible."""

    game: Game
    opponent: User
    lines: Sequence[ChatMessage]
    silenced: str
    note: str
    longest_message: int = LONGEST_MESSAGE
    longest_note: int = LONGEST_NOTE

    @property
    def has_reader(self) -> bool:
        """Whether there is anybody to write to."""
        return reads(self.opponent)


def talk_of(game: Game, surroundings: Surroundings, reader: Reader) -> Talk | None:
    """What is said and noted at a game, or None for somebody who does not play there."""
    if not isinstance(reader, User) or game.seat_of(reader) is None:
        return None
    opponent = game.opponent_of(reader)
    lines = _lines(game, reader) if surroundings.has_chat else []
    is_silenced = surroundings.has_block or surroundings.is_muted or not opponent.is_active
    silenced = _silenced(reader, opponent) if is_silenced else ""
    return Talk(game, opponent, lines, silenced, surroundings.note)


def _lines(game: Game, reader: User) -> Sequence[ChatMessage]:
    return list(reversed(lines_for(game, reader).order_by("-id")[:MOST_LINES]))


def _silenced(reader: User, opponent: User) -> str:
    try:
        require_not_deleted(opponent)
        require_no_block(reader, opponent)
        require_not_muted(reader)
    except GameError as error:
        return error.message
    return ""
