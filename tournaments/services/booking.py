"""Booking results: the result events of games are taken one by one, in order of their numbers."""

from django.db import transaction
from django.db.models import F, QuerySet

from games.models import GameStatus, ResultEvent, Termination
from games.models.result_event import ResultKind
from games.services import following
from games.services.one_by_one import each
from sumendi_site.queue import wake
from tournaments.models import (
    Act,
    BookingCursor,
    DecisionKind,
    Pairing,
    RoundState,
    Tournament,
)

from .closing import close_if_over
from .live import tell_pages
from .locking import lock
from .record import record
from .results import store

GO_ON = "tournaments.tasks.go_on"
KEEP_TABLES = "tournaments.tasks.keep_tables"
BATCH = 1000


def book(limit: int = BATCH) -> int:
    """Book what has happened to games of events since the last call, at most `limit` result events.
    Returns how many this call has dealt with: none while another worker is at it. What could not be
    booked is found again by `book_missed`."""
    return following.follow(BookingCursor, _next_event, _book, limit)


def _next_event(last: int) -> ResultEvent | None:
    """The next one of a game of an event; without one the cursor jumps to the end."""
    newest = ResultEvent.objects.order_by("-number").values_list("number", flat=True).first() or 0
    if newest <= last:
        return None
    unread = ResultEvent.objects.filter(number__gt=last, number__lte=newest)
    event = unread.filter(game__pairing__isnull=False).select_related("game").first()
    if event is None:
        BookingCursor.objects.filter(pk=1, last=last).update(last=newest, tries=0)
    return event


def _book(event: ResultEvent) -> None:
    tournament_id = Tournament.objects.filter(all_rounds__pairings__game=event.game_id)
    tournament = lock(tournament_id.values_list("pk", flat=True).get())
    pairing = Pairing.objects.select_related("round", "white__player", "black__player").get(
        game=event.game_id
    )
    if not store(pairing, event):
        return
    if event.kind == ResultKind.FINISHED:
        Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
        tournament.refresh_from_db(fields=["version"])
        tell_pages(tournament.pk)
    else:
        _note_moderator(tournament, pairing, event)
    wake(KEEP_TABLES, tournament.pk)
    if close_if_over(tournament, pairing.round):
        wake(GO_ON, tournament.pk)


def _note_moderator(tournament: Tournament, pairing: Pairing, event: ResultEvent) -> None:
    """An organiser's own corrections are booked as they are made: this one came from elsewhere."""
    record(tournament, pairing, DecisionKind.CORRECTED, event.by, event.why, Act.CORRECTED)


def book_missed() -> int:
    """Book the results at which `book` failed: those behind the cursor of games that have ended
    though their boards say nothing. Returns how many."""
    return each(list(_missed().values_list("pk", flat=True)[:BATCH]), _book_again)


def _missed() -> "QuerySet[Pairing]":
    ended = Pairing.objects.filter(
        round__state=RoundState.PUBLISHED, white_code="", game__status=GameStatus.FINISHED
    )
    return ended.exclude(game__termination=Termination.CANCELLED).order_by("pk")


@transaction.atomic
def _book_again(pairing_id: int) -> bool:
    events = ResultEvent.objects.filter(game__pairing=pairing_id).select_related("game")
    event = events.order_by("-number").first()
    if event is None or not BookingCursor.objects.filter(last__gte=event.number).exists():
        return False
    _book(event)
    return True
