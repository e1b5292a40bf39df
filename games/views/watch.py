"""Everybody's games."""

from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Game, GameStatus
from games.presenters.lists import Reader, listed
from games.rules import SIZES

A_PAGE = 12
RUNNING, FINISHED = "running", "finished"
LONGEST_PAGE_NUMBER = 9


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Games by the query: `show` running or finished, `size`, `page`."""
    show = chosen(request, "show", (RUNNING, FINISHED))
    size = chosen(request, "size", ("", *map(str, SIZES)))
    games = shown_games(Game.objects.all(), show)
    if size:
        games = games.filter(size=int(size))
    context = {
        "show": show,
        "size": size,
        "sizes": SIZES,
        **page_of(request, games, request.user),
    }
    return render(request, "games/watch.html", context)


def chosen(request: HttpRequest, name: str, choices: tuple[str, ...]) -> str:
    """A value of the query, the first choice when it is not given. Raises Http404 for others."""
    value = request.GET.get(name, choices[0])
    if value not in choices:
        raise Http404(f"{name} is one of {', '.join(choices)}")
    return value


def shown_games(games: "QuerySet[Game]", show: str) -> "QuerySet[Game]":
    """The running games, the last moved first, or the finished ones, the last ended first."""
    if show == RUNNING:
        return games.exclude(status=GameStatus.FINISHED).order_by("-turn_started", "-id")
    return games.filter(status=GameStatus.FINISHED).order_by("-finished", "-id")


def page_of(
    request: HttpRequest, games: "QuerySet[Game]", viewer: Reader, size: int = A_PAGE
) -> dict[str, Any]:
    """The asked-for `page` of a list and its `rows`. Games end while people read, so a page off
    the end shows the last one."""
    number = request.GET.get("page", "1")[:LONGEST_PAGE_NUMBER]
    page = Paginator(games, size).get_page(number)
    on_page = cast("QuerySet[Game]", page.object_list)
    return {"page": page, "rows": listed(on_page, viewer, timezone.now())}
