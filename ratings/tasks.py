"""Tasks of the workers: each is short and can be repeated without harm."""

from celery import shared_task

from ratings import services
from sumendi_site.queue import wake

LONGEST_REVISION = 600
"""Seconds; another worker that is told to do the same meanwhile leaves at once."""


@shared_task(time_limit=LONGEST_REVISION)
def follow_results() -> None:
    """Rate the games that have finished."""
    if services.follow() == services.BATCH:
        wake("ratings.tasks.follow_results")
