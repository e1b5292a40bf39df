"""Telling open pages that something happened."""

import logging
from functools import cache
from typing import Any

from django.conf import settings
from django.db import transaction
from redis import Redis, RedisError

from .models import LiveEvent

CHANNEL = "live"

logger = logging.getLogger(__name__)


def game_topic(game_id: int) -> str:
    return f"game:{game_id}"


def talk_topic(game_id: int) -> str:
    """What only the two players of a game are told."""
    return f"talk:{game_id}"


def player_topic(player_id: int) -> str:
    return f"player:{player_id}"


def publish(topic: str, kind: str, data: dict[str, Any]) -> None:
    """Store an event in the running transaction and wake the streams of its topic after the
    commit. A broker that is down costs only time: streams also look by themselves."""
    LiveEvent.objects.create(topic=topic, kind=kind, data=data)
    transaction.on_commit(lambda: _wake(topic))


def _wake(topic: str) -> None:
    try:
        _client(settings.REDIS_URL).publish(CHANNEL, topic)
    except (RedisError, OSError) as error:
        logger.warning("The broker did not take the live event of %s: %s", topic, error)


@cache
def _client(url: str) -> "Redis":
    return Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
