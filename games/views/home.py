"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import services
from games.models import Game
from games.presenters.lists import listed
from games.presenters.showcase import showcase
from sumendi_site.accounts.models import User

from .answers import reader

MOST_GAMES = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, how to play in one screen, and the games that are going on."""
    now = timezone.now()
    running = Game.objects.running().order_by("-turn_started", "-id")[: MOST_GAMES + 1]
    games = listed(running, request.user, now)
    shown = showcase(request.user, now, games)
    others = [row for row in games if row.game != shown.game]
    guest = isinstance(request.user, User) and request.user.kind == User.Kind.GUEST
    context = {
        "unfinished": services.unfinished_house_game(reader(request)) if guest else None,
        "showcase": shown,
        "games": (others or games)[:MOST_GAMES],
    }
    return render(request, "games/home.html", context)
