"""Sending what is due: each delivery is claimed by one worker, and tried again when it fails.

A worker that dies while it sends leaves its claim, which ends after `LEASE`; then that one
delivery is repeated. Sending happens outside of transactions.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from sumendi_site.queue import wake

from .channels import Undeliverable, all_channels, channel
from .models import ChannelLock, Delivery, DeliveryState, Notice

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
    return sum(_hand_out(channel.code) for channel in all_channels())


def _hand_out(code: str) -> int:
    queued = Delivery.objects.filter(channel=code, state=DeliveryState.QUEUED)
    # Nearly always nothing is due, and a look takes no lock.
    if not _free(queued, timezone.now()).exists():
        return 0
    with transaction.atomic():
        # Whoever counts what is under way must see what all others have claimed.
        ChannelLock.objects.select_for_update().get_or_create(channel=code)
        return _claim_in_turn(queued, timezone.now())


def _claim_in_turn(queued: "QuerySet[Delivery]", now: datetime) -> int:
    handed_out = 0
    for _ in range(MOST_AT_ONCE - _under_way(queued, now)):
        delivery = _next(queued, now)
        if delivery is None:
            break
        handed_out += _claim(delivery, now)
    return handed_out


def _next(queued: "QuerySet[Delivery]", now: datetime) -> Delivery | None:
    """What has waited longest, of those to whom nothing is being sent: a reader whose device or
    mail server hangs holds up only what is for them."""
    busy = queued.filter(claimed_until__gt=now).values("notice__recipient")
    waiting = _free(queued, now).exclude(notice__recipient__in=busy)
    return waiting.select_related("notice").order_by("due", "id").first()


def _under_way(queued: "QuerySet[Delivery]", now: datetime) -> int:
    """How many messages are being sent; a digest is one, whatever is in it."""
    claimed = queued.filter(claimed_until__gt=now)
    digests = claimed.filter(in_digest=True).values("notice__recipient").distinct().count()
    return claimed.filter(in_digest=False).count() + digests


def _free(queued: "QuerySet[Delivery]", now: datetime) -> "QuerySet[Delivery]":
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return queued.filter(unclaimed, due__lte=now)


def _claim(delivery: Delivery, now: datetime) -> bool:
    """Claim a delivery, or all that goes into one digest with it, and wake a worker after the
    commit. False when it has been deleted meanwhile."""
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
    batch = _begin(delivery_id, attempts)
    if batch and attempts >= MOST_TRIES:
        # Whoever tried for the last time died of it.
        _store(batch, DeliveryState.FAILED, f"Given up after {attempts} tries.")
        return
    wanted = [delivery for delivery in batch if _is_wanted(delivery)]
    if wanted:
        _attempt(wanted)


def _begin(delivery_id: int, attempts: int) -> list[Delivery]:
    """The delivery and the others of its digest that were claimed with it, with a whole `LEASE`
    from now on: the message may have waited. Empty when the claim is no longer ours."""
    now = timezone.now()
    handed_out = Delivery.objects.select_related("notice").filter(
        pk=delivery_id, state=DeliveryState.QUEUED, attempts=attempts, claimed_until__gt=now
    )
    lead = handed_out.first()
    if lead is None:
        return []
    claim, renewed = lead.claimed_until, now + LEASE
    begun = {"attempts": F("attempts") + 1, "claimed_until": renewed}
    if not handed_out.filter(claimed_until=claim).update(**begun):
        return []
    mine = Delivery.objects.filter(pk=lead.pk)
    if lead.in_digest:
        mine = _digest_with(lead)
        claimed_with_it = mine.filter(state=DeliveryState.QUEUED, claimed_until=claim)
        claimed_with_it.exclude(pk=lead.pk).update(**begun)
    return list(mine.filter(claimed_until=renewed).select_related("notice__recipient"))


def _digest_with(delivery: Delivery) -> "QuerySet[Delivery]":
    """All that was ever to go into digests of its recipient."""
    # A subquery rather than a join, which an UPDATE cannot have.
    notices = Notice.objects.filter(recipient=delivery.notice.recipient_id).order_by()
    return Delivery.objects.filter(in_digest=True, channel=delivery.channel, notice__in=notices)


def _is_wanted(delivery: Delivery) -> bool:
    """Whether the delivery is still needed; otherwise it is stored why not."""
    try:
        reason = _reason_to_skip(delivery.notice)
    except Exception:
        # One bad row stops no others of its digest.
        logger.exception("Whether delivery %d is still needed cannot be told.", delivery.pk)
        _try_again([delivery], "The site could not read it.")
        return False
    if reason:
        _store([delivery], DeliveryState.SKIPPED, reason)
    return not reason


def _reason_to_skip(notice: Notice) -> str:
    if notice.seen is not None:
        return "You saw it on the site first."
    return "It no longer held when it was due." if notice.is_outdated else ""


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
