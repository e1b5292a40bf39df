"""Tasks of the workers: each is short and can be repeated without harm."""

from celery import shared_task

from sumendi_site.queue import wake
from tournaments.services import ladder

PAIR_LADDER = "tournaments.tasks.pair_ladder"


@shared_task
def pair_ladder() -> None:
    """Begin games between bots that have room for them."""
    if ladder.pair() == ladder.AT_ONCE:
        wake(PAIR_LADDER)
