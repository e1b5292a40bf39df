"""Entering players by a list of their user names, a table or a report file."""

import csv
import re
from dataclasses import dataclass

from django.db import transaction

from sumendi_site.accounts.models import User
from sumendi_site.refusals import Refusal
from tournaments.models import Act, Entry, Tournament
from tournaments.services.entering import let_in
from tournaments.services.errors import BadEntryList
from tournaments.services.locking import lock_for
from tournaments.services.log import note
from tournaments.swiss.trf import TrfError, read

MOST_NAMES = 1000
LONGEST_LIST = 200_000
"""Characters: a report of so many players and ten rounds."""
HEADINGS = ("name", "player", "user", "username")
OF_A_REPORT = re.compile("^001 ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Named:
    """A name of a list, and where it stands: ``line 3``."""

    name: str
    where: str


@transaction.atomic
def enter_list(director: User, slug: str, text: str) -> list[Entry]:
    """Enter everybody whom the list names, whatever the event asks of those who enter by
    themselves; who plays already stays as they are. All or nobody: raises BadEntryList, which says
    where, NotADirector and TournamentNotFound."""
    tournament = lock_for(director, slug)
    entries = [_enter(tournament, director, one) for one in names_of(text)]
    note(tournament, Act.IMPORTED, director, players=[entry.called for entry in entries])
    return entries


def _enter(tournament: Tournament, director: User, named: Named) -> Entry:
    player = User.objects.named(named.name)
    if player is None:
        raise BadEntryList(f"{named.where}: there is no player named {named.name[:40]}.")
    try:
        return let_in(tournament, director, player)
    except Refusal as refusal:
        raise BadEntryList(f"{named.where}: {refusal.message}") from refusal


def names_of(text: str) -> list[Named]:
    """The user names of a list. A table has them in the column with the heading ``name``, or
    without headings in the first one, and commas, semicolons or tabs between columns. Raises
    BadEntryList."""
    found = _of_report(text) if OF_A_REPORT.search(text) else _of_table(text)
    if not found:
        raise BadEntryList("This list names nobody.")
    if len(found) > MOST_NAMES:
        raise BadEntryList(f"A list has at most {MOST_NAMES} names.")
    return found


def _of_report(text: str) -> list[Named]:
    try:
        players = read(text.encode()).event.players
    except TrfError as error:
        raise BadEntryList(f"{str(error)[:1].upper()}{str(error)[1:]}") from error
    return [Named(player.name, f"Player {player.number}") for player in players]


def _of_table(text: str) -> list[Named]:
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    rows = csv.reader(lines, delimiter=_delimiter(lines), strict=True)
    try:
        numbered = [(rows.line_num, [cell.strip() for cell in row]) for row in rows if any(row)]
    except csv.Error as error:
        raise BadEntryList(f"Line {rows.line_num}: this is no table ({error}).") from error
    column = _column(numbered[0][1]) if numbered else None
    body = numbered if column is None else numbered[1:]
    return [
        Named(row[column or 0], f"Line {line}")
        for line, row in body
        if len(row) > (column or 0) and row[column or 0]
    ]


def _delimiter(lines: list[str]) -> str:
    first = next(filter(str.strip, lines), "")
    return max(",;\t", key=first.count)


def _column(row: list[str]) -> int | None:
    """Which one the headings say that the names are in; None without headings."""
    headings = [cell.lower() for cell in row]
    return next((headings.index(word) for word in HEADINGS if word in headings), None)
