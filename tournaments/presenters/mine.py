"""What a reader, and the reader's bots, have to do with an event."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet

from games.services.bots import active_bots
from sumendi_site.accounts.models import User
from tournaments.models import ByeKind, Entry, Format, Pairing, Round, State, Tournament
from tournaments.services.admission import (
    require_admissible,
    require_entries_open,
    require_invited,
)
from tournaments.services.errors import Bar, TournamentError


@dataclass(frozen=True)
class MyEntry:
    """An entry of the reader or of a bot of theirs; the board of the newest round, and the bye
    that it has in the next one, in words."""

    entry: Entry
    pairing: Pairing | None
    next_round: int | None
    bye: str
    half_byes_left: int

    @property
    def is_there(self) -> bool:
        return self.entry.withdrawn is None


@dataclass(frozen=True)
class Mine:
    """`why_not` is what keeps the reader from entering, empty if nothing does."""

    entries: list[MyEntry]
    can_enter: bool
    why_not: str
    bots: list[User]
    can_leave: bool


def mine_of(tournament: Tournament, newest: Round | None, reader: User | AnonymousUser) -> Mine:
    """For who is not signed in there is nothing."""
    if not isinstance(reader, User):
        return Mine([], False, "", [], False)
    theirs = Q(player=reader) | Q(player__owner=reader)
    next_round = next_round_of(tournament, newest)
    is_next, is_half = Q(byes__round=next_round), Q(byes__kind=ByeKind.HALF)
    rows: QuerySet[Any] = tournament.entries.filter(theirs).select_related("player__owner")
    counted = rows.annotate(
        next_bye=Max("byes__kind", filter=is_next),
        halves=Count("byes", filter=is_half & ~is_next),
    )
    entries = list(counted.order_by("number", "pk"))
    boards = _boards(newest, entries) if newest else {}
    mine = [_mine(tournament, one, boards.get(one.pk), next_round) for one in entries]
    there = {one.player_id for one in entries if one.withdrawn is None}
    is_open = _are_entries_open(tournament, newest)
    why_not = _why_not(tournament, reader) if is_open and reader.pk not in there else ""
    return Mine(
        sorted(mine, key=lambda one: one.entry.player_id != reader.pk),
        is_open and reader.pk not in there and not why_not,
        why_not,
        _bots(tournament, reader, there) if is_open else [],
        tournament.is_open or tournament.is_running,
    )


def next_round_of(tournament: Tournament, newest: Round | None) -> int | None:
    """The number of the round whose pairings come next; None when there is none, or no byes."""
    if tournament.state not in (State.REGISTRATION, State.RUNNING):
        return None
    number = newest.number + 1 if newest else 1
    has_byes = tournament.format == Format.SWISS
    return number if has_byes and number <= tournament.rounds else None


def _boards(newest: Round, entries: list[Entry]) -> dict[int, Pairing]:
    seats = Q(white__in=entries) | Q(black__in=entries)
    rows = newest.pairings.filter(seats).select_related(
        "game", "white__player__owner", "black__player__owner"
    )
    found: dict[int | None, Pairing] = {}
    for pairing in rows:
        pairing.round = newest
        found |= {pairing.white_id: pairing, pairing.black_id: pairing}
    return {pk: pairing for pk, pairing in found.items() if pk is not None}


def _mine(
    tournament: Tournament, entry: Any, pairing: Pairing | None, next_round: int | None
) -> MyEntry:
    bye = ByeKind(entry.next_bye).label if entry.next_bye else ""
    left = max(0, tournament.half_byes - entry.halves)
    return MyEntry(entry, pairing, None if entry.withdrawn else next_round, str(bye), left)


def _are_entries_open(tournament: Tournament, newest: Round | None) -> bool:
    try:
        out = newest.number if newest else 0
        require_entries_open(tournament, by_director=False, out=out)
    except TournamentError:
        return False
    return True


def _why_not(tournament: Tournament, player: User) -> str:
    """A password can still be given."""
    try:
        require_invited(tournament, player, "")
    except TournamentError as error:
        if error.reason != Bar.PASSWORD:
            return error.message
    try:
        require_admissible(tournament, player)
    except TournamentError as error:
        return error.message
    return ""


def _bots(tournament: Tournament, reader: User, there: set[int]) -> list[User]:
    owned = active_bots().filter(owner=reader).order_by("username")
    return [bot for bot in owned if bot.pk not in there and not _why_not(tournament, bot)]
