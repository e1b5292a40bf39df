"""Telling open pages that something happened."""

from typing import Any

from django.db import transaction

from sumendi_site.broker import ask

from .models import LiveEvent

CHANNEL = "live"


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
    transaction.on_commit(lambda: ask(lambda broker: broker.publish(CHANNEL, topic)), robust=True)
