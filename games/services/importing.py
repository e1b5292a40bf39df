"""Records of games from elsewhere, of which there may be several in a text."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from games.models.exploration import LONGEST_TITLE
from games.rules import Record, RecordError
from games.rules.record import MAX_TEXT, split_records, tags_in

from .errors import GameError
from .exploring import as_title

MOST_GAMES = 1_000
MOST_CHARACTERS = 16 * MAX_TEXT
NO_RECORD = 'This is no record: it would begin with tags like [Event "Friendly"].'


class BadRecord(GameError):
    """This is no record of a game; the message says where and why."""

    code = "bad_record"
    status = HTTPStatus.BAD_REQUEST


@dataclass(frozen=True)
class Listed:
    """One of several records, as its tags have it: nothing of it is checked. A tag that is not
    there is empty."""

    number: int
    text: str
    first: str
    second: str
    event: str
    date: str
    size: str
    result: str


def games_in(text: str) -> list[Listed]:
    """The records in a text, numbered from 1. Raises BadRecord for too many of them."""
    if len(text) > MOST_CHARACTERS:
        raise BadRecord(f"Bring at most {MOST_CHARACTERS:,} characters at once.")
    texts = split_records(text)
    if len(texts) > MOST_GAMES:
        raise BadRecord(
            f"There are {len(texts):,} games in it: bring at most {MOST_GAMES:,} at once."
        )
    return [_listed(number, one) for number, one in enumerate(texts, start=1)]


def record_in(text: str, number: int | None = None) -> Record:
    """The record in a text; of several the one of this number. Raises BadRecord."""
    try:
        return Record.parse(text if number is None else _of_number(text, number))
    except RecordError as error:
        raise BadRecord(_told(text, number, error)) from error


def _told(text: str, number: int | None, error: RecordError) -> str:
    """What is wrong with a text that cannot be read, in words for who brought it."""
    count = len(split_records(text)) if number is None else 1
    if count > 1:
        return f"There are {count:,} games in it: choose one."
    has_tags_or_moves = "[" in text or "1." in text
    return str(error) if has_tags_or_moves or len(text) > MAX_TEXT else NO_RECORD


def _of_number(text: str, number: int) -> str:
    games = games_in(text)
    if not 1 <= number <= len(games):
        told = "is 1 game" if len(games) == 1 else f"are {len(games):,} games"
        raise BadRecord(f"There is no game {number} in it: there {told}.")
    return games[number - 1].text


def _listed(number: int, text: str) -> Listed:
    tags = tags_in(text)
    return Listed(
        number=number,
        text=text,
        first=_tag(tags, "First", "Black"),
        second=_tag(tags, "Second", "White"),
        event=_tag(tags, "Event"),
        date=_tag(tags, "Date"),
        size=_tag(tags, "Size"),
        result=_tag(tags, "Result"),
    )


def _tag(tags: Mapping[str, str], *names: str) -> str:
    """The first of these tags that says something."""
    return next((as_title(tags[name]) for name in names if tags.get(name)), "")[:LONGEST_TITLE]
