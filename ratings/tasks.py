"""Tasks of the workers: each is short and can be repeated without harm."""

from celery import shared_task

from ratings import services


@shared_task
def follow_results() -> None:
    """Rate the games that have finished."""
    services.follow()
