"""The rounds of an event as a calendar that programs subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from urllib.parse import urlsplit

from django.utils import timezone

from tournaments.models import Round, RoundState, State, Tournament

LINE_END = "\r\n"
LONGEST_LINE = 75
"""In octets, without the line end (RFC 5545, 3.1)."""
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
REFRESH = "PT1H"


def calendar_of(tournament: Tournament, site: str) -> str:
    """The planned start and the rounds that are out, each from its publication to its deadline.
    `site` is the address of the site. A deadline that moves keeps its entry, which changes."""
    rounds = tournament.all_rounds.out().order_by("number")
    entries = [_round(tournament, round_, site) for round_ in rounds]
    if tournament.starts and not tournament.started and tournament.state != State.CANCELLED:
        entries.insert(0, _start(tournament, tournament.starts, site))
    head = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Sumendi//Tournaments//EN",
        f"X-WR-CALNAME:{_text(tournament.name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
    ]
    lines = chain(head, *entries, ["END:VCALENDAR"])
    return "".join(_folded(line) + LINE_END for line in lines)


def _start(tournament: Tournament, starts: datetime, site: str) -> list[str]:
    return _entry(tournament, "start", site, f"{tournament.name} starts", starts, starts)


def _round(tournament: Tournament, round_: Round, site: str) -> list[str]:
    ends = round_.deadline
    if round_.state == RoundState.CLOSED and round_.closed and ends:
        ends = min(ends, round_.closed)
    begins = round_.published or round_.paired
    title = f"{tournament.name}, round {round_.number}"
    return _entry(tournament, f"round-{round_.number}", site, title, begins, ends or begins)


def _entry(
    tournament: Tournament, name: str, site: str, title: str, begins: datetime, ends: datetime
) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{tournament.pk}-{name}@{urlsplit(site).hostname}",
        f"DTSTAMP:{_instant(timezone.now())}",
        f"SEQUENCE:{tournament.version}",
        f"DTSTART:{_instant(begins)}",
        *([f"DTEND:{_instant(ends)}"] if ends > begins else []),
        f"SUMMARY:{_text(title)}",
        f"URL:{site}{tournament.get_absolute_url()}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """Section 3.3.11."""
    return text.translate(ESCAPED)


def _folded(line: str) -> str:
    """Long lines go on behind a line end and a blank; no character is cut in two."""
    return f"{LINE_END} ".join(_pieces(line))


def _pieces(line: str) -> Iterator[str]:
    piece, octets = "", 0
    for char in line:
        width = len(char.encode())
        # Each piece but the first stands behind a blank.
        if octets + width > LONGEST_LINE:
            yield piece
            piece, octets = "", 1
        piece, octets = piece + char, octets + width
    yield piece
