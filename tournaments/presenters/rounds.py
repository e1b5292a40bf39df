"""A round: how far it is, and its boards."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from games.models import Termination
from ratings.facts import Reason
from ratings.models import LedgerEntry
from ratings.presenters.words import not_rated
from tournaments.models import Bye, Entry, Format, Pairing, Round, RoundState, Tournament
from tournaments.services import tables
from tournaments.swiss.event import Code

from .points import WORDS, result
from .why import why


@dataclass(frozen=True)
class Progress:
    """How many boards of a round have a result, and when it closes."""

    round: Round
    decided: int
    boards: int
    of: int

    @property
    def percent(self) -> int:
        return 100 * self.decided // self.boards if self.boards else 100

    @property
    def is_running(self) -> bool:
        return self.round.state == RoundState.PUBLISHED

    @property
    def deadline(self) -> datetime | None:
        return self.round.deadline if self.is_running else None


def rounds_with_progress(tournament: Tournament) -> list[Progress]:
    """Of all rounds that are out, in order, in one query."""
    games = Q(pairings__black__isnull=False)
    rows: QuerySet[Any] = tournament.all_rounds.out().annotate(
        boards=Count("pairings", filter=games),
        decided=Count("pairings", filter=games & ~Q(pairings__white_code="")),
    )
    of = tournament.rounds
    return [Progress(one, one.decided, one.boards, of) for one in rows.order_by("number")]


@dataclass
class Board:
    """A board of a round, with the points that its players had before it. `unrated` says why a
    result that counts here is not rated, where it was one of many losses on time."""

    pairing: Pairing
    first_points: str
    second_points: str
    why: list[str]
    unrated: str = ""

    def was_lost(self, termination: str) -> bool:
        game = self.pairing.game
        return game is not None and game.rated and game.termination == termination

    @property
    def result(self) -> str:
        """Empty while the game runs."""
        pairing = self.pairing
        if pairing.is_bye:
            return "bye"
        return result(pairing.white_code, pairing.black_code) if pairing.white_code else ""

    @property
    def state(self) -> str:
        """How far the game is."""
        game = self.pairing.game
        if game is None or self.result:
            return self.result
        return f"{game.ply_count} pl{'y' if game.ply_count == 1 else 'ies'}"

    @property
    def url(self) -> str:
        round_ = self.pairing.round
        return reverse(
            "tournament-board", args=[round_.tournament.slug, round_.number, self.pairing.board]
        )


def boards_of(tournament: Tournament, round_: Round) -> list[Board]:
    """In their order, four queries for all of them."""
    round_.tournament = tournament
    rows = round_.pairings.select_related("white__player__owner", "black__player__owner", "game")
    points, names = points_before(tournament, round_), names_of(tournament)
    boards = []
    for pairing in rows.order_by("board"):
        pairing.round = round_
        boards.append(board_of(tournament, pairing, points, names))
    mark_series(boards)
    return boards


def mark_series(boards: list[Board]) -> None:
    """Say of boards lost on time whether they are not rated because they were one of many such
    losses; a query where a game was lost so."""
    on_time = Termination.TIMEOUT
    games = {one.pairing.game_id: one for one in boards if one.was_lost(on_time)}
    if not games:
        return
    rows = LedgerEntry.objects.current().filter(game__in=games, reason=Reason.SERIES)
    for game_id in rows.values_list("game", flat=True):
        games[game_id].unrated = not_rated(Reason.SERIES)


def board_of(
    tournament: Tournament, pairing: Pairing, points: Mapping[int, str], names: Mapping[int, str]
) -> Board:
    return Board(
        pairing,
        points.get(pairing.white.number or 0, ""),
        points.get(pairing.black.number or 0, "") if pairing.black else "",
        why(tournament, pairing, names),
    )


def points_before(tournament: Tournament, round_: Round) -> dict[int, str]:
    """By pairing numbers; empty for the first round."""
    if round_.number == 1:
        return {}
    return tables.points_after(tournament, round_.number - 1)


def names_of(tournament: Tournament) -> dict[int, str]:
    numbered = tournament.entries.exclude(number=None).order_by()
    rows = numbered.values_list("number", "player__username", "name")
    return {number: username or name for number, username, name in rows if number}


@dataclass(frozen=True)
class Unpaired:
    entry: Entry
    code: Code
    rests: bool = False
    """Without an opponent in the table of a round robin."""

    @property
    def why(self) -> str:
        return "is free" if self.rests else WORDS[self.code]


def unpaired_in(tournament: Tournament, round_: Round) -> list[Unpaired]:
    """Those who still play, or played then, and have no board: byes and absences, as asked for
    while the round is a draft."""
    codes = _codes(tournament, round_)
    entries = tournament.entries.filter(number__in=codes, first_round__lte=round_.number)
    still_there = entries.filter(Q(last_round=None) | Q(last_round__gte=round_.number))
    rows = still_there.select_related("player__owner").order_by("number")
    is_table = tournament.format == Format.ROUND_ROBIN
    return [
        Unpaired(entry, code, rests=is_table and code is Code.ABSENT)
        for entry in rows
        if entry.number and (code := codes[entry.number])
    ]


def _codes(tournament: Tournament, round_: Round) -> dict[int, Code]:
    if round_.is_out:
        return {int(number): Code(code) for number, code in round_.unpaired.items()}
    byes = Bye.objects.filter(entry__tournament=tournament, round=round_.number)
    rows = byes.exclude(entry__number=None).values_list("entry__number", "kind")
    return {number: Code(kind) for number, kind in rows if number}
