"""Tasks of the workers: each is short and can be repeated without harm."""

from celery import shared_task

from ratings import services
from ratings.presenters.figures import keep_figures
from sumendi_site.queue import wake

LONGEST_REVISION = 600
"""Seconds; another worker that is told to do the same meanwhile leaves at once."""
LONGEST_COUNT = 300


@shared_task(time_limit=LONGEST_REVISION)
def follow_results() -> None:
    """Rate the games that have finished, and let the archive have them."""
    rated = services.follow()
    if rated:
        wake("games.tasks.follow_archive")
    if rated == services.BATCH:
        wake("ratings.tasks.follow_results")


@shared_task(time_limit=LONGEST_COUNT)
def count_statistics() -> None:
    """Count the figures of the statistics page anew."""
    keep_figures()
