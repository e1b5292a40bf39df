"""What beat calls again and again: finds due deadlines, and what a lost task left behind."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, GameStatus, Offer, Vacation
from games.models.game import STOPPED_BY_VACATIONS
from games.models.offer import OfferStatus

from .downtime import beat
from .finishing import adjudicate, flag
from .offers import expire
from .one_by_one import each, push_back, ready
from .vacations import begin_due

BATCH = 1000


def keep_time() -> int:
    """What is done while the site is known to answer its users: give back the time for which it
    did not, begin vacations, and only then flag. Returns how many games this call flagged."""
    now = timezone.now()
    beat(now)
    begin_due(now)
    return flag_overdue(now)


def flag_overdue(now: datetime | None = None) -> int:
    """Flag the games whose deadline has passed, in the order in which the clocks ran out.
    Returns how many this call flagged."""
    moment = now or timezone.now()
    overdue = ready().running().filter(deadline__lt=moment)
    due = overdue.exclude(_with_a_vacation_due()).order_by("deadline", "id")
    games = {game.pk: game for game in due.with_readers()[:BATCH]}
    return each(games, lambda pk: flag(games[pk], moment), push_back)


def adjudicate_waiting(older_than: timedelta = timedelta(seconds=5)) -> int:
    """Score the games whose task was lost. Returns how many this call scored."""
    last_ply = timezone.now() - older_than
    waiting = ready().filter(status=GameStatus.SCORING, turn_started__lt=last_ply)
    return each(_ids(waiting.order_by("id")), adjudicate, push_back)


def expire_offers(now: datetime | None = None) -> int:
    """Close the offers that nobody has accepted in time. Returns how many this call closed."""
    moment = now or timezone.now()
    due = Offer.objects.filter(status=OfferStatus.OPEN, expires__lte=moment)
    return each(_ids(due.order_by("expires", "id")), lambda pk: expire(pk, moment))


def _with_a_vacation_due() -> Q:
    """The games whose clocks a vacation should have stopped in time that could not be begun."""
    due = Vacation.objects.filter(
        player=OuterRef("to_move"), begun=False, starts__lte=OuterRef("deadline")
    )
    return STOPPED_BY_VACATIONS & Q(Exists(due))


def _ids(rows: "QuerySet[Game] | QuerySet[Offer]") -> list[int]:
    return list(rows.values_list("pk", flat=True)[:BATCH])
