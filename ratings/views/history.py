"""How the rating of a player came about."""

from collections import Counter
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Case, F, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.views.watch import page_number
from ratings import numbers
from ratings.facts import Reason
from ratings.models import LedgerEntry, LedgerQuerySet
from ratings.presenters import words
from ratings.presenters.entries import line_of
from ratings.presenters.graph import NARROW, WIDE, graph
from sumendi_site.accounts.models import User

A_PAGE = 50
SHAPES = {"narrow": NARROW, "wide": WIDE}
"""Style shows the one that suits the window."""


@dataclass(frozen=True)
class Summary:
    """The rated games of a player; ratings as text, with the one before the first game."""

    games: int
    won: int
    drawn: int
    lost: int
    lowest: str
    highest: str


@require_safe
def history(request: HttpRequest, username: str) -> HttpResponse:
    """The games of a player that were rated, or were meant to be, the newest first, and the
    ratings as a picture over time."""
    found = User.objects.named(username)
    if found is None or not found.has_rating:
        raise Http404("There is no rated player of this name.")
    if found.username != username:
        return redirect("rating-history", found.username, permanent=True)
    entries = LedgerEntry.objects.current().of(found.pk).filter(half_points__isnull=False)
    entries = entries.exclude(reason=Reason.CASUAL)
    newest_first = entries.select_related("first__owner", "second__owner").order_by("-sequence")
    page = Paginator(newest_first, A_PAGE).get_page(page_number(request))
    context = {
        "player": found,
        "numbers": numbers,
        **_past(entries.filter(rated=True), found),
        "page": page,
        "rows": [
            (line_of(entry, found.pk), entry.second if entry.first == found else entry.first)
            for entry in page.object_list
        ],
    }
    return render(request, "ratings/history.html", context)


def _past(entries: LedgerQuerySet, player: User) -> dict[str, object]:
    """What all rated games together have come to, and the pictures of them."""
    is_first = {"first": player.pk}
    rated = entries.order_by("sequence").values_list(
        "finished",
        Case(When(**is_first, then=F("first_before")), default=F("second_before")),
        Case(When(**is_first, then=F("first_after")), default=F("second_after")),
        Case(When(**is_first, then=F("half_points")), default=2 - F("half_points")),
    )
    rows = list(rated)
    if not rows:
        return {}
    ends = [row[0] for row in rows]
    ratings = [rows[0][1], *(row[2] for row in rows)]
    scores = Counter(row[3] for row in rows)
    summary = Summary(
        games=len(rows),
        won=scores[2],
        drawn=scores[1],
        lost=scores[0],
        lowest=words.points(min(ratings)),
        highest=words.points(max(ratings)),
    )
    pictures = [(name, graph(ratings, ends, player.username, of)) for name, of in SHAPES.items()]
    return {"summary": summary, "pictures": pictures}
