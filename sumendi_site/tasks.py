"""Tasks of the site itself.

The worker's sign of life is a key of the broker that expires, not a row: it costs the database no
write every few seconds, and when the broker is away the worker cannot work either.
"""

import time
from typing import Any

import redis
from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.core.management import call_command

from sumendi_site.accounts import deletion

HEARTBEAT_KEY = "sumendi:worker-heartbeat"
HEARTBEAT_LIFETIME = 45
"""Seconds after which a silent worker counts as missing; beat asks for a sign every 10."""


@shared_task
def worker_heartbeat() -> None:
    with redis.from_url(settings.REDIS_URL) as client:
        client.set(HEARTBEAT_KEY, int(time.time()), ex=HEARTBEAT_LIFETIME)


@worker_ready.connect
def first_heartbeat(**_: Any) -> None:
    """A new worker proves itself at once rather than at beat's next turn."""
    worker_heartbeat.delay()


@shared_task
def forget_old_sessions() -> None:
    """Delete the sessions that have expired."""
    call_command("clearsessions")


@shared_task
def finish_deletions() -> None:
    """Let go of what is left of deleted accounts."""
    deletion.finish_deletions()
