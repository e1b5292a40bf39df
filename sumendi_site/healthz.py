"""``/healthz``: whether the parts of the site work, for load balancers and the operator."""

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from sumendi_site.notices import canary
from sumendi_site.notices.kinds import ChannelCode
from sumendi_site.searching import Search, search_now
from sumendi_site.tasks import HEARTBEAT_KEY, HEARTBEAT_LIFETIME

PATIENCE = 0.7
"""Seconds given to the broker for each step."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 and ``{"status": "ok", ...}`` when all is well, 503 and what is wrong otherwise.
    ``mail`` is ``ok`` or ``late``, and ``search`` is ``ok``, ``warming up`` or why there is none.
    These two alone are no failure, for people can play."""
    broker, worker = broker_and_worker()
    parts = {"database": database(), "broker": broker, "worker": worker}
    well = all(part == "ok" for part in parts.values())
    return JsonResponse(
        {"status": "ok" if well else "failing", **parts, "mail": mail(), "search": search()},
        status=200 if well else 503,
    )


def database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except Error:
        return "The database does not answer, or is not set up."
    return "ok"


def mail() -> str:
    try:
        return "late" if canary.problem_of(ChannelCode.EMAIL, timezone.now()) else "ok"
    except Error:
        return "unknown"


def search() -> str:
    try:
        return search_now().value
    except Error:
        return Search.UNKNOWN.value


def broker_and_worker() -> tuple[str, str]:
    client = redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        with client:
            heartbeat = client.get(HEARTBEAT_KEY)
    except (RedisError, OSError):
        return "The broker does not answer.", "Unknown: the worker reports through the broker."
    if heartbeat is None:
        return "ok", f"No worker has reported for {HEARTBEAT_LIFETIME} seconds."
    return "ok", "ok"
