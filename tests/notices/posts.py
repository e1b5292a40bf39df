"""Sending what is due in tests, where no worker runs."""

from datetime import timedelta

from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.notices import delivering
from sumendi_site.notices.models import Delivery, DeliveryState, Notice, settings_of
from sumendi_site.notices.notify import notify


def tell(user: User, kind: str = "harbour", key: str = "h1", about: str = "") -> Notice:
    """A notice for `user`."""
    notice = notify(user, kind, key, {"island": "Izaro"}, about)
    assert notice is not None
    return notice


def delivery_of(notice: Notice, channel: str = "email") -> Delivery:
    return notice.deliveries.get(channel=channel)


def make_due(user: User) -> None:
    """As if the time had come to send everything that waits for `user`."""
    waiting = Delivery.objects.filter(notice__recipient=user, state=DeliveryState.QUEUED)
    waiting.update(due=timezone.now() - timedelta(seconds=1), claimed_until=None)


def post(user: User, channel: str = "email") -> None:
    """Claim what waits for `user` and send it, as hand-out and worker do together."""
    make_due(user)
    claim = timezone.now() + delivering.LEASE
    waiting = Delivery.objects.filter(
        notice__recipient=user, channel=channel, state=DeliveryState.QUEUED
    )
    waiting.update(claimed_until=claim)
    for delivery in waiting:
        delivering.deliver(delivery.pk, delivery.attempts)


def choose(user: User, **fields: object) -> None:
    stored = settings_of(user)
    for name, value in fields.items():
        setattr(stored, name, value)
    stored.save()
