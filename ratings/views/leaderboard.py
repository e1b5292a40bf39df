"""The leaderboards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.rules import SIZES
from games.views.watch import chosen
from ratings import numbers
from ratings.presenters.standings import Board, standings

A_PAGE = 50
MOST_PAGES = 9999
TABS = {Board.ALL: "Everybody", Board.PEOPLE: "People", Board.BOTS: "Bots"}
ON_BOARDS = [str(size) for size in SIZES]


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """By the query: `show` (all, people or bots), `size` of the board, and `page`. Nobody counts
    the pages: that would weigh every player, where the order's index needs those of a page."""
    show = Board(chosen(request, "show", list(Board)))
    size = chosen(request, "size", ["", *ON_BOARDS])
    players = standings(show, int(size) if size else None, timezone.now())
    number = _page_number(request.GET.get("page", ""))
    before = (number - 1) * A_PAGE
    found = list(players[before : before + A_PAGE + 1])
    context = {
        "show": show,
        "size": size,
        "sizes": ON_BOARDS,
        "tabs": [(board, label, _query(board, size)) for board, label in TABS.items()],
        "query": _query(show, size),
        "page": number,
        "rows": list(enumerate(found[:A_PAGE], start=before + 1)),
        "higher": number - 1,
        "lower": number + 1 if len(found) > A_PAGE else None,
        "numbers": numbers,
    }
    return render(request, "ratings/leaderboard.html", context)


def _query(show: Board, size: str) -> str:
    return urlencode({"show": show.value} | ({"size": size} if size else {}))


def _page_number(text: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_PAGES))
    return max(1, int(text)) if is_number else 1
