"""Tasks of the workers: `deliver` runs in the postman's, which nothing else waits for."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from . import canary, delivering
from .models import Notice

KEPT = timedelta(days=90)


@shared_task
def hand_out_due() -> None:
    """Find what is to be sent, also what a lost message left behind."""
    delivering.hand_out()


@shared_task
def deliver(delivery_id: int, attempts: int) -> None:
    """Send one delivery, and hand out the next."""
    delivering.deliver(delivery_id, attempts)
    delivering.hand_out()


@shared_task
def look_after_mail() -> None:
    """Tell the operator when mail or push messages stop."""
    canary.look()


@shared_task
def forget_old() -> None:
    """Delete notices that nobody will look for any more."""
    Notice.objects.filter(created__lt=timezone.now() - KEPT).delete()
