"""Panels that other apps add to the page of a finished game: games know nothing of them."""

from collections.abc import Callable

from django.utils.safestring import SafeString

from games.models import Game

Panel = Callable[[Game], SafeString]
_panels: list[Panel] = []


def register(panel: Panel) -> None:
    """Show what `panel` makes of a finished game beside its moves. Registering twice is once."""
    if panel not in _panels:
        _panels.append(panel)


def panels_of(game: Game) -> list[SafeString]:
    return [panel(game) for panel in _panels] if game.is_over else []
