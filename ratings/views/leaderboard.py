"""The leaderboards."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.rules import SIZES
from games.views.watch import chosen
from ratings import numbers
from ratings.models import Listing
from ratings.presenters.standings import Board, Mark, page, standings
from sumendi_site.accounts.models import User

A_PAGE = 50
TABS = {Board.ALL: "Everybody", Board.PEOPLE: "People", Board.BOTS: "Bots"}
ON_BOARDS = [str(size) for size in SIZES]
BESIDE = re.compile(r"([0-9]{1,5})\.([0-9]{6})-([A-Za-z0-9_-]{1,24})")
PLACE = re.compile(r"[0-9]{1,7}")


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """By the query: `show` (all, people or bots), `size` of the board; and, for the pages after
    the first, `below` or `above` a player, as `1534.123456-amaia`, and that one's `place`."""
    show = Board(chosen(request, "show", list(Board)))
    size = chosen(request, "size", ["", *ON_BOARDS])
    players = standings(show, int(size) if size else None, timezone.now())
    found = page(players, _mark(request), A_PAGE)
    query = {"show": show.value} | ({"size": size} if size else {})
    context = {
        "show": show,
        "size": size,
        "sizes": ON_BOARDS,
        "tabs": [
            (board, label, urlencode(query | {"show": board.value}))
            for board, label in TABS.items()
        ],
        "rows": found.rows,
        "top": urlencode(query) if found.has_higher else "",
        "higher": _beside(query, "above", found.rows[0]) if found.has_higher and found.rows else "",
        "lower": _beside(query, "below", found.rows[-1]) if found.has_lower else "",
        "numbers": numbers,
    }
    return render(request, "ratings/leaderboard.html", context)


def _beside(query: dict[str, str], side: str, row: tuple[int, Listing]) -> str:
    """The query of the page on this side of a row."""
    place, listing = row
    points, rest = divmod(listing.rating, numbers.POINT)
    mark = f"{points}.{rest:06}-{listing.player.username}"
    return urlencode(query | {side: mark, "place": str(place)})


def _mark(request: HttpRequest) -> Mark | None:
    """What is no mark, or names nobody, leads to the first page."""
    above = request.GET.get("above")
    beside = BESIDE.fullmatch(above or request.GET.get("below", ""))
    place = PLACE.fullmatch(request.GET.get("place", ""))
    if beside is None or place is None:
        return None
    player = User.objects.filter(username=beside[3]).first()
    if player is None:
        return None
    rating = int(beside[1]) * numbers.POINT + int(beside[2])
    return Mark(player, rating, int(place[0]), above=above is not None)
