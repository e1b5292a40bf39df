"""What every page shows of the reader's games."""

from django.http import HttpRequest

from games.models import Game
from sumendi_site.accounts.models import User


def waiting_games(request: HttpRequest) -> dict[str, int]:
    """`waiting_games`: in how many games it is the reader's turn."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"waiting_games": Game.objects.waiting_for(user).count()}
