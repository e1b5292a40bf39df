"""An event that was played elsewhere, as its report has it."""

from dataclasses import replace

from tournaments.models import ImportedReport, Tournament
from tournaments.swiss.event import Event
from tournaments.swiss.trf import Report, read


def kept_report(tournament: Tournament) -> Report:
    """What the event was imported from."""
    text = ImportedReport.objects.values_list("text", flat=True).get(tournament=tournament)
    return read(text.encode())


def kept_event(tournament: Tournament, finished: int | None = None) -> Event:
    """The event after so many rounds, by default all, in two queries. Names are those of the
    entries, which a file of ASCII letters in narrow columns has in short."""
    event = kept_report(tournament).event
    after = event.finished if finished is None else finished
    names = dict(tournament.entries.order_by().values_list("number", "name"))
    players = tuple(
        replace(player, name=names[player.number], results=player.results[:after])
        for player in event.players
    )
    return replace(event, players=players, finished=after)
