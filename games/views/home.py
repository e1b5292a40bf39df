"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Game
from games.presenters.lists import listed
from games.presenters.showcase import showcase

MOST_GAMES = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, how to play in one screen, and the games that are going on."""
    now = timezone.now()
    running = Game.objects.running().order_by("-turn_started", "-id")[:MOST_GAMES]
    context = {
        "showcase": showcase(request.user, now),
        "games": listed(running, request.user, now),
    }
    return render(request, "games/home.html", context)
