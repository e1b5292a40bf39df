"""Sending what is due: each delivery is claimed by one worker, and tried again when it fails.

A worker that dies while it sends leaves its claim, which ends after `LEASE`; then that one
delivery is repeated. Sending happens outside of transactions.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from sumendi_site.queue import wake

from .channels import Undeliverable, all_channels, channel
from .models import Delivery, DeliveryState, Notice

LEASE = timedelta(minutes=2)
MOST_AT_ONCE = 4
"""Deliveries of one channel under way at a time, so that a server that hangs holds up no others."""
MOST_TRIES = 8
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)

logger = logging.getLogger(__name__)


def hand_out() -> int:
    """Claim what is due, as many as may be under way, and wake a worker for each. Returns for
    how many."""
    return sum(_hand_out(channel.code, timezone.now()) for channel in all_channels())


def _hand_out(code: str, now: datetime) -> int:
    queued = Delivery.objects.filter(channel=code, state=DeliveryState.QUEUED)
    free = MOST_AT_ONCE - _under_way(queued, now)
    handed_out = 0
    for delivery in _free(queued, now).select_related("notice").order_by("due", "id")[:20]:
        if handed_out >= free:
            break
        handed_out += _claim(delivery, now)
    return handed_out


def _under_way(queued: "QuerySet[Delivery]", now: datetime) -> int:
    """How many messages are being sent; a digest is one, whatever is in it."""
    claimed = queued.filter(claimed_until__gt=now)
    digests = claimed.filter(in_digest=True).values("notice__recipient").distinct().count()
    return claimed.filter(in_digest=False).count() + digests


def _free(queued: "QuerySet[Delivery]", now: datetime) -> "QuerySet[Delivery]":
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return queued.filter(unclaimed, due__lte=now)


def _claim(delivery: Delivery, now: datetime) -> bool:
    """Claim a delivery, or all that goes into one digest with it, and wake a worker. False when
    somebody else was first."""
    mine = Delivery.objects.filter(pk=delivery.pk)
    if delivery.in_digest:
        mine = _digest_with(delivery)
    free = _free(mine.filter(state=DeliveryState.QUEUED), now)
    if not free.update(claimed_until=now + LEASE):
        return False
    wake("sumendi_site.notices.tasks.deliver", delivery.pk, delivery.attempts)
    return True


def deliver(delivery_id: int, attempts: int) -> None:
    """Send a delivery that was handed out after so many attempts. A message that comes twice or
    too late changes nothing."""
    now = timezone.now()
    handed_out = Delivery.objects.filter(
        pk=delivery_id, state=DeliveryState.QUEUED, attempts=attempts, claimed_until__gt=now
    )
    if not handed_out.update(attempts=attempts + 1):
        return
    batch = _batch(Delivery.objects.select_related("notice__recipient").get(pk=delivery_id))
    wanted = [delivery for delivery in batch if not _skip(delivery)]
    if wanted:
        _attempt(wanted)


def _batch(lead: Delivery) -> list[Delivery]:
    """The delivery, and the others of its digest that were claimed with it."""
    if not lead.in_digest:
        return [lead]
    claimed_with_it = _digest_with(lead).filter(claimed_until=lead.claimed_until)
    others = claimed_with_it.filter(state=DeliveryState.QUEUED).exclude(pk=lead.pk)
    others.update(attempts=F("attempts") + 1)
    return [lead, *others.select_related("notice__recipient")]


def _digest_with(delivery: Delivery) -> "QuerySet[Delivery]":
    """All that was ever to go into digests of its recipient."""
    # A subquery rather than a join, which an UPDATE cannot have.
    notices = Notice.objects.filter(recipient=delivery.notice.recipient_id).order_by()
    return Delivery.objects.filter(in_digest=True, channel=delivery.channel, notice__in=notices)


def _skip(delivery: Delivery) -> bool:
    """Whether the delivery is no longer needed; then it is stored so."""
    if delivery.notice.seen is not None:
        reason = "You saw it on the site first."
    elif delivery.notice.is_outdated:
        reason = "It no longer held when it was due."
    else:
        return False
    _store([delivery], DeliveryState.SKIPPED, reason)
    return True


def _attempt(deliveries: Sequence[Delivery]) -> None:
    lead = deliveries[0]
    try:
        channel(lead.channel).send(deliveries)
    except Undeliverable as error:
        _store(deliveries, DeliveryState.FAILED, str(error))
    except Exception as error:
        logger.warning("Delivery %d by %s failed: %r", lead.pk, lead.channel, error)
        _try_again(deliveries, _in_words(error))
    else:
        _store(deliveries, DeliveryState.SENT, "")


def _try_again(deliveries: Sequence[Delivery], reason: str) -> None:
    attempts = max(delivery.attempts for delivery in deliveries)
    if attempts >= MOST_TRIES:
        _store(deliveries, DeliveryState.FAILED, f"{reason} Given up after {attempts} tries.")
        return
    due = timezone.now() + pause(attempts)
    _mine(deliveries).update(due=due, claimed_until=None, reason=reason[:300])


def pause(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts: 1 minute, 4, 16, ..., at most 6 hours."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 4.0 ** (attempts - 1))


def _store(deliveries: Sequence[Delivery], state: DeliveryState, reason: str) -> None:
    _mine(deliveries).update(
        state=state, reason=reason[:300], finished=timezone.now(), claimed_until=None
    )


def _mine(deliveries: Sequence[Delivery]) -> "QuerySet[Delivery]":
    """The rows, unless the claim on them has been lost to another worker meanwhile."""
    claim = deliveries[0].claimed_until
    numbers = [delivery.pk for delivery in deliveries]
    return Delivery.objects.filter(pk__in=numbers, claimed_until=claim)


def _in_words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "The server did not answer in time."
    if isinstance(error, ConnectionAbortedError):
        return "The server broke off, or did not answer in time."
    if isinstance(error, ConnectionError):
        return "The server could not be reached."
    return f"The server said: {error}."[:250]
