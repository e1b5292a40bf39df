"""The leaderboards."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.rules import SIZES
from games.views.watch import LONGEST_PAGE_NUMBER, chosen
from ratings import numbers
from ratings.presenters.standings import Board, standings

A_PAGE = 50
TABS = {Board.ALL: "Everybody", Board.PEOPLE: "People", Board.BOTS: "Bots"}
ON_BOARDS = [str(size) for size in SIZES]


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """By the query: `show` (all, people or bots), `size` of the board, and `page`."""
    show = Board(chosen(request, "show", list(Board)))
    size = chosen(request, "size", ["", *ON_BOARDS])
    players = standings(show, int(size) if size else None, timezone.now())
    number = request.GET.get("page", "1")[:LONGEST_PAGE_NUMBER]
    page = Paginator(players, A_PAGE).get_page(number)
    context = {
        "show": show,
        "size": size,
        "sizes": ON_BOARDS,
        "tabs": [(board, label, _query(board, size)) for board, label in TABS.items()],
        "query": _query(show, size),
        "page": page,
        "rows": list(enumerate(page.object_list, start=page.start_index())),
        "numbers": numbers,
    }
    return render(request, "ratings/leaderboard.html", context)


def _query(show: Board, size: str) -> str:
    return urlencode({"show": show.value} | ({"size": size} if size else {}))
