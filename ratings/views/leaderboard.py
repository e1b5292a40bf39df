"""The leaderboards."""

import re
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.rules import SIZES
from games.views.watch import chosen
from ratings import numbers
from ratings.models import Listing
from ratings.presenters.places import Place, place_of
from ratings.presenters.standings import Beside, Board, Mark, page, standings
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST

A_PAGE = 50
TABS = {Board.ALL: "Everybody", Board.PEOPLE: "People", Board.BOTS: "Bots"}
ON_BOARDS = [str(size) for size in SIZES]
BESIDE = re.compile(r"([0-9]{1,5})\.([0-9]{6})-([A-Za-z0-9_-]{1,24})")


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """By the query: `show` (all, people or bots), `size` of the board, the name of a `player` to
    be found; and, for the pages after the first, `below` or `above` a player, as
    `1534.123456-amaia`."""
    show = Board(chosen(request, "show", list(Board)))
    chosen_size = chosen(request, "size", ["", *ON_BOARDS])
    size, now = int(chosen_size) if chosen_size else None, timezone.now()
    name = request.GET.get("player", "").strip()[:LONGEST]
    sought = User.objects.named(name) if name else None
    sought_place = place_of(sought, show, size, now) if sought else None
    mark = _mark_of(sought_place) if name else _mark(request)
    found = page(standings(show, size, now), mark, A_PAGE)
    query = {"show": show.value} | ({"size": chosen_size} if chosen_size else {})
    context = {
        "show": show,
        "size": chosen_size,
        "sizes": ON_BOARDS,
        "tabs": [
            (board, label, urlencode(query | {"show": board.value}))
            for board, label in TABS.items()
        ],
        "name": name,
        "sought": sought,
        "sought_place": sought_place,
        "own": _own_place(request, found.rows, show, size, now),
        "own_query": urlencode(query | {"player": request.user.get_username()}),
        "rows": found.rows,
        "top": urlencode(query) if found.has_higher else "",
        "higher": _beside(query, Beside.ABOVE, found.rows) if found.has_higher else "",
        "lower": _beside(query, Beside.BELOW, found.rows) if found.has_lower else "",
        "numbers": numbers,
    }
    return render(request, "ratings/leaderboard.html", context)


def _own_place(
    request: HttpRequest,
    rows: list[tuple[int, Listing]],
    show: Board,
    size: int | None,
    now: datetime,
) -> Place | None:
    """The reader's, for which the database is asked only where it is not among the rows."""
    reader = request.user
    if not isinstance(reader, User):
        return None
    for place, listing in rows:
        if listing.player_id == reader.pk:
            return Place(reader, place, [])
    return place_of(reader, show, size, now)


def _beside(query: dict[str, str], side: Beside, rows: list[tuple[int, Listing]]) -> str:
    """The query of the page above or below these rows; empty without any."""
    if not rows:
        return ""
    _, listing = rows[0] if side is Beside.ABOVE else rows[-1]
    points, rest = divmod(listing.rating, numbers.POINT)
    mark = f"{points}.{rest:06}-{listing.player.username}"
    return urlencode(query | {side.value: mark})


def _mark_of(place: Place | None) -> Mark | None:
    if place is None or place.place is None:
        return None
    return Mark(place.player, place.player.rating, Beside.FROM, place.place)


def _mark(request: HttpRequest) -> Mark | None:
    """What is no mark, or names nobody, leads to the first page."""
    side = Beside.ABOVE if "above" in request.GET else Beside.BELOW
    beside = BESIDE.fullmatch(request.GET.get(side, ""))
    player = User.objects.filter(username=beside[3]).first() if beside else None
    if beside is None or player is None:
        return None
    return Mark(player, int(beside[1]) * numbers.POINT + int(beside[2]), side)
