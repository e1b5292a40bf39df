"""What every page shows of the reader's games."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from games.models import Game
from sumendi_site.accounts.models import User


def waiting_games(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """`waiting_games`: in how many games it is the reader's turn; counted when a page asks."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"waiting_games": cache(lambda: Game.objects.waiting_for(user).count())}
