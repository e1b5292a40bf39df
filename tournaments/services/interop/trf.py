"""Report files, as federations and pairing programs read them."""

from dataclasses import replace
from datetime import date, datetime

from tournaments.models import Format, PairingMode, Tournament
from tournaments.services.errors import NoReport
from tournaments.services.events import event_of
from tournaments.services.imported import kept_report
from tournaments.services.tables import standings
from tournaments.swiss.trf import Card, Report, write, write_trf16
from tournaments.swiss.trf.report import SWISS

ROUND_ROBIN = "Individual: Round-Robin"
PROGRAM = "Sumendi"
ONLINE = "Internet"
FIRST_IS_WHITE = "### White made the first placement."
WITHOUT_COLOURS = "### Paired without the rules about colours: seats by fewest first places."


def trf26(tournament: Tournament) -> bytes:
    """The event after its finished rounds as a TRF26 file. Raises NoReport."""
    return write(report_of(tournament))


def trf16(tournament: Tournament) -> bytes:
    """The same as a TRF16 file."""
    return write_trf16(report_of(tournament))


def report_of(tournament: Tournament) -> Report:
    """The event after its finished rounds, with the byes of the next one. Ranks are those of the
    standings then; of an imported event it is the report that it came from, under the name that
    it has here. Raises NoReport before the players have their numbers."""
    if tournament.imported:
        return replace(kept_report(tournament), name=tournament.name)
    event = event_of(tournament)
    if not event.players:
        raise NoReport
    control = tournament.control
    is_round_robin = tournament.format == Format.ROUND_ROBIN
    lines = standings(tournament, event.finished).lines
    published = tournament.all_rounds.out().order_by("number").values_list("published", flat=True)
    return Report(
        event=event,
        cards={line.number: Card(rank=line.rank) for line in lines},
        name=tournament.name,
        city=ONLINE,
        first_day=_day(tournament.started),
        last_day=_day(tournament.finished),
        kind=ROUND_ROBIN if is_round_robin else SWISS,
        arbiter=str(tournament.organiser),
        deputies=tuple(map(str, tournament.co_organisers.order_by("username"))),
        time_control=control.in_words,
        round_days=tuple(map(_day, published)),
        program=PROGRAM,
        tie_breaks=tuple(filter(None, tournament.tie_breaks.split(","))),
        coded_time_control=f"{control.start}+{control.increment}" if control.has_bank else "",
        kept=_comments(tournament, is_round_robin),
    )


def _comments(tournament: Tournament, is_round_robin: bool) -> tuple[str, ...]:
    if tournament.pairing_mode == PairingMode.COLOUR_FREE and not is_round_robin:
        return (FIRST_IS_WHITE, WITHOUT_COLOURS)
    return (FIRST_IS_WHITE,)


def _day(moment: datetime | None) -> date | None:
    return moment.date() if moment else None
