"""The pages of the ladder."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.services.hosting import hosting
from games.views.watch import page_number
from ratings import numbers
from tournaments.presenters.ladder.games import Listed, games
from tournaments.presenters.ladder.standings import bots, standings

BOTS_A_PAGE = 50
GAMES_A_PAGE = 30
NEWEST = 10


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """The standings, by their `page`, and the newest games."""
    page = Paginator(bots(), BOTS_A_PAGE).get_page(page_number(request))
    context = {
        "page": page,
        "rows": standings(page.object_list, timezone.now()),
        "games": [Listed(row) for row in games()[:NEWEST]],
        "is_on": settings.LADDER,
        "hosting": hosting(),
        "most_games": settings.LADDER_GAMES,
        "numbers": numbers,
    }
    return render(request, "tournaments/ladder.html", context)


@require_safe
def ladder_games(request: HttpRequest) -> HttpResponse:
    """All games of the ladder, the newest first, by their `page`."""
    page = Paginator(games(), GAMES_A_PAGE).get_page(page_number(request))
    context = {"page": page, "games": [Listed(row) for row in page.object_list]}
    return render(request, "tournaments/ladder_games.html", context)
