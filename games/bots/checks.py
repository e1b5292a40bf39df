"""System checks: can bots of strangers run here, and within which limits?"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as Advice

from games.bots.sandbox import OFF, choose

HINT = (
    "Install bubblewrap 0.8 or newer; it needs user namespaces. Without them a kernel with "
    "Landlock (Linux 5.13 or newer) does."
)
LONGEST_WALL = 45
"""Seconds: the broker hands a turn to another worker after 120, and a program has two tries."""
AT_LEAST_ONE = (
    "BOT_CPU",
    "BOT_WALL",
    "LADDER_CPU",
    "LADDER_WALL",
    "BOT_MEMORY_MIB",
    "BOT_SCRATCH_MIB",
    "BOT_OUTPUT_KIB",
    "BOT_THREADS",
    "BOT_TURNS_AT_ONCE",
)


@register
def limits(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    errors: list[CheckMessage] = []
    for name in AT_LEAST_ONE:
        value = getattr(settings, name)
        if value < 1:
            errors.append(Error(f"{name} is {value}; write 1 or more.", id="sumendi.E010"))
        elif name.endswith("_WALL") and value > LONGEST_WALL:
            text = f"{name} is {value}; a turn lasts {LONGEST_WALL} seconds at most."
            errors.append(Error(text, id="sumendi.E010"))
    return errors


@register(deploy=True)
def sandbox(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    choice = choose()
    if choice.kind:
        return []
    return [Advice(" ".join((OFF, *choice.reasons)), hint=HINT, id="sumendi.W004")]
