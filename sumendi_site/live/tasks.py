from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from .models import LiveEvent

KEPT = timedelta(days=14)


@shared_task
def forget_old() -> None:
    """Delete the live events that no page will ask for any more."""
    LiveEvent.objects.filter(created__lt=timezone.now() - KEPT).delete()
