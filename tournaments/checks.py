"""System checks: wrong settings of tournaments, in the words of the environment's variables."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register
def ladder_games(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    if settings.LADDER_GAMES >= 1:
        return []
    said = f"LADDER_GAMES is {settings.LADDER_GAMES}: so no bot would ever play on the ladder."
    hint = "Set it to 1 or more; LADDER=0 switches the ladder off."
    return [Error(said, hint=hint, id="tournaments.E001")]
