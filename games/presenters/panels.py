"""Panels that other apps add to the page of a game: games know nothing of them."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from games.models import Game
from sumendi_site.accounts.models import User

Panel = Callable[[Game, User | AnonymousUser], SafeString]
_panels: list[Panel] = []


def register(panel: Panel) -> None:
    """Show what `panel` makes of a game for its reader, beside the moves; it may be nothing.
    Registering twice is once."""
    if panel not in _panels:
        _panels.append(panel)


def panels_of(game: Game, reader: User | AnonymousUser) -> list[SafeString]:
    return [shown for panel in _panels if (shown := panel(game, reader))]
