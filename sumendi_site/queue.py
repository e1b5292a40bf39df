"""Waking the workers. The database is the truth; a message on the queue only says "look now"."""

import logging
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def wake(
    task: str, *args: object, expires: float | None = None, priority: int | None = None
) -> None:
    """Send the task of this name once the running transaction has been committed. Workers leave
    one alone that they come to after `expires` seconds. Of those on one queue the lower `priority`,
    from 0 to 9, comes first.

    A broker that is down is logged and otherwise ignored: the beat sweep of the task's app finds
    what was not announced.
    """

    def send() -> None:
        given = {"expires": expires, "priority": priority}
        options: dict[str, Any] = {name: it for name, it in given.items() if it is not None}
        try:
            current_app.send_task(task, args=args, **options)
        except (OperationalError, OSError) as error:
            logger.warning("The broker did not take %s: %s", task, error)

    transaction.on_commit(send, robust=True)
