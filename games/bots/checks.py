"""A system check: can bots of strangers run here?"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as Advice

from games.bots.sandbox import OFF, choose

HINT = (
    "Install bubblewrap 0.8 or newer; it needs user namespaces. Without them a kernel with "
    "Landlock (Linux 5.13 or newer) does."
)


@register(deploy=True)
def sandbox(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    choice = choose()
    if choice.kind:
        return []
    return [Advice(" ".join((OFF, *choice.reasons)), hint=HINT, id="sumendi.W004")]
