"""The entries, rounds and pairings of an imported event, which its pages read."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time

from django.utils import timezone

from sumendi_site.accounts.invisible import strip_invisible
from tournaments.models import Entry, Pairing, Round, RoundState, Tournament
from tournaments.models.entry import LONGEST_NAME
from tournaments.swiss.event import Code, Colour, Event, Player, Result
from tournaments.swiss.trf import Report

BATCH = 500
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)


def write_rows(tournament: Tournament, report: Report) -> None:
    """The event has been saved, and has no rows yet."""
    _write_rounds(tournament, report, _write_entries(tournament, report.event))


def moment(day: date | None, now: datetime) -> datetime:
    """The noon of a day, but never of one to come; now where the report does not say."""
    if day is None:
        return now
    return max(EARLIEST, min(datetime.combine(day, time(12), UTC), now))


def shown_name(name: str) -> str:
    """A name of a report as it is called here; empty if nothing of it can be seen."""
    return strip_invisible(name)[:LONGEST_NAME].strip()


def _write_entries(tournament: Tournament, event: Event) -> dict[int, Entry]:
    entries = [
        Entry(
            tournament=tournament,
            name=shown_name(player.name),
            number=player.number,
            rating=player.rating or 0,
            joined=tournament.started or timezone.now(),
        )
        for player in event.players
    ]
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    return dict(zip(event.by_number, entries, strict=True))


def _write_rounds(tournament: Tournament, report: Report, entries: dict[int, Entry]) -> None:
    event = report.event
    days = dict(enumerate(report.round_days, start=1))
    rounds = []
    for number in range(1, event.finished + 1):
        day = moment(days.get(number), tournament.finished or timezone.now())
        rounds.append(
            Round(
                tournament=tournament,
                number=number,
                state=RoundState.CLOSED,
                unpaired=_unpaired(event, number),
                paired=day,
                published=day,
                closed=day,
            )
        )
    Round.objects.bulk_create(rounds)
    boards = [board for round_ in rounds for board in _boards(round_, event, entries)]
    Pairing.objects.bulk_create(boards, batch_size=BATCH)


def _unpaired(event: Event, number: int) -> dict[str, str]:
    results = ((player.number, player.result(number)) for player in event.players)
    return {str(who): str(got.code) for who, got in results if not got.code.is_paired}


def _boards(round_: Round, event: Event, entries: dict[int, Entry]) -> Iterator[Pairing]:
    """Those who have most points before the round come first, the allocated byes last."""
    players = event.by_number
    points = {n: event.score(player, round_.number - 1) for n, player in players.items()}

    def place(board: tuple[Player, Player | None]) -> tuple[bool, int, int, int]:
        white, black = board
        if black is None:
            return True, -points[white.number], 0, white.number
        best, other = sorted((points[white.number], points[black.number]), reverse=True)
        return False, -best, -other, min(white.number, black.number)

    for at, (white, black) in enumerate(sorted(_pairs(event, round_.number), key=place), start=1):
        yield Pairing(
            round=round_,
            board=at,
            white=entries[white.number],
            black=entries[black.number] if black else None,
            white_code=str(white.result(round_.number).code),
            black_code=str(black.result(round_.number).code) if black else "",
        )


def _pairs(event: Event, number: int) -> Iterator[tuple[Player, Player | None]]:
    """Who had a board, White first; of two without colours the lower number."""
    players = event.by_number
    for player in event.players:
        got = player.result(number)
        if got.code is Code.ALLOCATED_BYE:
            yield player, None
        elif got.opponent is not None and _is_first(player, got, players[got.opponent], number):
            yield player, players[got.opponent]


def _is_first(player: Player, got: Result, other: Player, number: int) -> bool:
    theirs = other.result(number).colour
    if got.colour is None and theirs is None:
        return player.number < other.number
    return got.colour is Colour.WHITE or theirs is Colour.BLACK
