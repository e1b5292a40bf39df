"""What an event does by itself: rounds close, the next ones are paired and published, and the last
one ends the event."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.event_notices import tell_directors
from tournaments.models import Act, Pairing, Round, RoundState, State, Tournament

from .closing import close_if_over, waits_until
from .errors import NoPairing, StaleDraft
from .finishing import finish
from .locking import lock
from .publishing import next_round, publish


def go_on(tournament_id: int, now: datetime | None = None) -> bool:
    """Do what is due: close the round, and with automatic rounds finish the event, or pair and
    publish the next one. Each is a transaction of its own that can be repeated, so that a worker
    that dies in between leaves the rest to the next one. False when the event waits for games, an
    appeal or its organisers."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if not tournament.is_running or not _is_over(tournament):
        return False
    if not tournament.is_automatic or not _may_go_on(tournament, now or timezone.now()):
        return False
    newest = _newest(tournament)
    if newest and newest.number >= tournament.rounds and newest.is_out:
        finish(None, tournament.slug)
        return True
    try:
        _publish_next(tournament.slug, newest)
    except NoPairing as refusal:
        _tell_refusal(tournament, refusal)
        return False
    return True


def _publish_next(slug: str, newest: Round | None) -> None:
    """A draft that was left lying is published if it still fits, and else paired anew."""
    if newest is None or newest.is_out:
        next_round(slug)
        return
    try:
        publish(None, slug, newest.number)
    except StaleDraft:
        next_round(slug)


def waiting() -> QuerySet[Tournament]:
    """The running events that may have something to do by themselves: a published round whose
    boards are all decided is to be closed, or the next one to be paired."""
    published = Round.objects.filter(tournament=OuterRef("pk"), state=RoundState.PUBLISHED)
    undecided = Pairing.objects.filter(
        round__tournament=OuterRef("pk"), round__state=RoundState.PUBLISHED, white_code=""
    )
    found = Tournament.objects.filter(~Exists(undecided), state=State.RUNNING)
    return found.filter(Q(is_automatic=True) | Exists(published)).order_by("pk")


@transaction.atomic
def _is_over(tournament: Tournament) -> bool:
    """Whether no round is being played; one whose games have all ended is closed now."""
    newest = _newest(tournament)
    if newest is None or newest.state != RoundState.PUBLISHED:
        return True
    held = lock(tournament.pk)
    newest.refresh_from_db()
    return close_if_over(held, newest) or newest.state == RoundState.CLOSED


def _may_go_on(tournament: Tournament, now: datetime) -> bool:
    """Not while somebody can appeal, nor where the rules left no pairing and nothing was done
    about it since."""
    latest = tournament.log.first()
    if latest is not None and latest.act == Act.NO_PAIRING:
        return False
    last = tournament.all_rounds.filter(state=RoundState.CLOSED).last()
    until = waits_until(tournament, last) if last else None
    return until is None or until <= now


def _newest(tournament: Tournament) -> Round | None:
    return tournament.all_rounds.order_by("number").last()


@transaction.atomic
def _tell_refusal(tournament: Tournament, refusal: NoPairing) -> None:
    held = lock(tournament.pk)
    number = held.all_rounds.filter(state=RoundState.CLOSED).count() + 1
    key = f"no_pairing:{held.pk}:{number}:{held.version}"
    tell_directors(held, key, "no_pairing", number=number, why=refusal.message)
