"""Importing an event that was played elsewhere from its report file."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.services.talk import require_not_muted
from sumendi_site.accounts.models import User
from tournaments.models import Access, Act, Format, ImportedReport, State, Tournament
from tournaments.services import settings, terms
from tournaments.services.errors import BadReport, BadSetting, ImportedAlready, TooManyImports
from tournaments.services.log import note
from tournaments.swiss.event import BrokenEvent
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks.codes import UnknownTieBreak, parse_list
from tournaments.swiss.trf import Report, TrfError, read, write
from tournaments.swiss.trf.lines import split

from .imported_rows import moment, shown_name, write_rows

MOST_BYTES = 200_000
"""A report of 1,000 players and ten rounds."""
MOST_PLAYERS = 1000
MOST_A_DAY = 20
MOST_REMARKS = 20
LONGEST_TIE_BREAKS = 100


def import_event(
    organiser: User,
    data: bytes,
    size: int,
    *,
    name: str = "",
    unlisted: bool = False,
    key: uuid.UUID | None = None,
    again: bool = False,
) -> Tournament:
    """The finished event of a report file, TRF26 or TRF16, played on boards of this size; `name`
    is asked for where the file has none. Its players stay names: a name proves nobody's account.
    It is not rated, has no games, and nobody is told. The same `key` again gives the same event.
    A report that the organiser has imported within a day is imported once more only `again`.
    Raises BadReport, BadSetting, MayNotOrganise, Muted, TooManyImports and ImportedAlready."""
    # Reading takes its time, which nobody else should have to wait for.
    report = read_finished(data)
    text = _normal(report)
    return _write(organiser, report, text, size, name, key, unlisted=unlisted, again=again)


@transaction.atomic
def _write(
    organiser: User,
    report: Report,
    text: str,
    size: int,
    name: str,
    key: uuid.UUID | None,
    *,
    unlisted: bool,
    again: bool,
) -> Tournament:
    made = settings.made_before(organiser, key)
    if made is not None:
        return made
    _require_few(organiser)
    require_not_muted(organiser)
    if not again:
        _require_new(organiser, text)
    tournament = _tournament(organiser, report, size, name, unlisted)
    tournament.key = key or uuid.uuid4()
    terms.validate(tournament)
    settings.save_at_free_address(tournament)
    ImportedReport.objects.create(tournament=tournament, text=text)
    write_rows(tournament, report)
    remarks = [str(remark) for remark in report.remarks]
    players = len(report.event.players)
    note(
        tournament,
        Act.EVENT_IMPORTED,
        organiser,
        players=players,
        remarks=remarks[:MOST_REMARKS],
        more_remarks=max(0, len(remarks) - MOST_REMARKS),
    )
    return tournament


def is_as_imported(
    tournament: Tournament, data: bytes, size: int, *, name: str, unlisted: bool
) -> bool:
    """Whether an event was imported from such a file, and in this way."""
    report = read_finished(data)
    asked = _tournament(tournament.organiser, report, size, name, unlisted)
    terms.validate(asked)
    is_same = all(
        getattr(asked, one) == getattr(tournament, one) for one in ("name", "size", "access")
    )
    kept = ImportedReport.objects.filter(tournament=tournament, text=_normal(report))
    return is_same and kept.exists()


def read_finished(data: bytes) -> Report:
    """The report of an event whose rounds are all finished. Raises BadReport."""
    if len(data) > MOST_BYTES:
        raise BadReport(f"the file has more than {MOST_BYTES:,} bytes.")
    try:
        report = read(data)
        write(report)
    except TrfError as error:
        raise BadReport(error.expected, error.line, error.column) from error
    except BrokenEvent as error:
        raise BadReport(str(error)) from error
    _require_room(data, report)
    _require_names(data, report)
    return report


def _normal(report: Report) -> str:
    return write(report).decode()


def _require_room(data: bytes, report: Report) -> None:
    event = report.event
    if len(event.players) > MOST_PLAYERS:
        said = f"{len(event.players)} players, but only {MOST_PLAYERS} can be imported."
        raise BadReport(said, _line_of(data, "001"), 1)
    if not 1 <= event.finished == event.rounds <= terms.MOST_ROUNDS:
        said = f"{event.finished} of {event.rounds} rounds are finished; expected all of them"
        said += f", and from 1 to {terms.MOST_ROUNDS}."
        raise BadReport(said, _line_of(data, "142", "XXR", "001"), 5)


def _require_names(data: bytes, report: Report) -> None:
    for player in report.event.players:
        if not shown_name(player.name):
            said = f"player {player.number} has no name."
            raise BadReport(said, _line_of(data, "001", number=player.number), 15)


def _line_of(data: bytes, *codes: str, number: int | None = None) -> int:
    """The number of the first line with one of these records, of this player; 1 if there is
    none."""
    found = (
        line.number
        for code in codes
        for line in split(data)
        if line.code == code and number in (None, int(line.field(5, 8) or 0))
    )
    return next(found, 1)


def _require_few(organiser: User) -> None:
    lately = timezone.now() - timedelta(days=1)
    if Tournament.objects.filter(organiser=organiser, imported__gt=lately).count() >= MOST_A_DAY:
        raise TooManyImports(f"You can import {MOST_A_DAY} tournaments a day.")


def _require_new(organiser: User, text: str) -> None:
    lately = timezone.now() - timedelta(days=1)
    mine = ImportedReport.objects.filter(
        tournament__organiser=organiser, tournament__imported__gt=lately
    )
    made = mine.filter(text=text).select_related("tournament").first()
    if made is not None:
        told = f"You have imported this report within a day, as {made.tournament.name}"
        said = f"{told} ({made.tournament.slug}). Ask for it again to have it twice."
        raise ImportedAlready(said, reason="again")


def _tournament(
    organiser: User, report: Report, size: int, name: str, unlisted: bool
) -> Tournament:
    event, now = report.event, timezone.now()
    title = name.strip() or report.name
    if not title:
        raise BadSetting("The report has no name (record 012): choose one.", reason="name")
    return Tournament(
        organiser=organiser,
        name=title,
        access=Access.UNLISTED if unlisted else Access.PUBLIC,
        state=State.FINISHED,
        most_entries=max(2, len(event.players)),
        size=size,
        rated=False,
        format=Format.ROUND_ROBIN if report.is_round_robin else Format.SWISS,
        rounds=event.rounds,
        tie_breaks=",".join(_known_tie_breaks(report)),
        is_automatic=False,
        first_seat_drawn=event.initial_colour or "",
        started=moment(report.first_day, now),
        finished=moment(report.last_day or report.first_day, now),
        imported=now,
    )


def _known_tie_breaks(report: Report) -> list[str]:
    """Those that can be computed here, as far as they are said."""
    if _are_possible(report.tie_breaks, report):
        return list(report.tie_breaks)
    known: list[str] = []
    for code in report.tie_breaks:
        if _are_possible([*known, code], report):
            known.append(code)
    return known


def _are_possible(codes: Sequence[str], report: Report) -> bool:
    if len(",".join(codes)) > LONGEST_TIE_BREAKS:
        return False
    try:
        tie_breaks = parse_list(",".join(codes))
        standings(terms.NOBODY_PLAYED_YET, tie_breaks, is_round_robin=report.is_round_robin)
    except UnknownTieBreak:
        return False
    return True
