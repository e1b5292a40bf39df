"""Panels that other apps add to the page of a finished game: games know nothing of them."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from games.models import Game
from sumendi_site.accounts.models import User

Panel = Callable[[Game, User | AnonymousUser], SafeString]
_panels: list[Panel] = []


def register(panel: Panel) -> None:
    """Show what `panel` makes of a finished game for its reader, beside the moves.
    Registering twice is once."""
    if panel not in _panels:
        _panels.append(panel)


def panels_of(game: Game, reader: User | AnonymousUser) -> list[SafeString]:
    return [panel(game, reader) for panel in _panels] if game.is_over else []
