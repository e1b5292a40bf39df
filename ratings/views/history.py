"""How the rating of a player came about."""

from django.core.paginator import Paginator
from django.db.models import Case, F, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.views.watch import LONGEST_PAGE_NUMBER
from ratings.facts import Reason
from ratings.models import LedgerEntry, LedgerQuerySet
from ratings.presenters.entries import line_of
from ratings.presenters.graph import graph
from sumendi_site.accounts.models import User

A_PAGE = 50


@require_safe
def history(request: HttpRequest, username: str) -> HttpResponse:
    """The games of a player that were rated, or were meant to be, the newest first, and the
    ratings as a picture."""
    found = User.objects.named(username)
    if found is None or not found.has_rating:
        raise Http404("There is no rated player of this name.")
    if found.username != username:
        return redirect("rating-history", found.username, permanent=True)
    entries = LedgerEntry.objects.current().of(found.pk).filter(half_points__isnull=False)
    entries = entries.exclude(reason=Reason.CASUAL)
    number = request.GET.get("page", "1")[:LONGEST_PAGE_NUMBER]
    newest_first = entries.select_related("first__owner", "second__owner").order_by("-sequence")
    page = Paginator(newest_first, A_PAGE).get_page(number)
    context = {
        "player": found,
        "picture": _picture(entries.filter(rated=True), found),
        "page": page,
        "rows": [
            (line_of(entry, found.pk), entry.second if entry.first == found else entry.first)
            for entry in page.object_list
        ],
    }
    return render(request, "ratings/history.html", context)


def _picture(entries: LedgerQuerySet, player: User) -> SafeString | None:
    is_first = {"first": player.pk}
    ratings = entries.order_by("sequence").values_list(
        Case(When(**is_first, then=F("first_before")), default=F("second_before")),
        Case(When(**is_first, then=F("first_after")), default=F("second_after")),
    )
    rows = list(ratings)
    if not rows:
        return None
    return graph([rows[0][0], *(after for _, after in rows)], player.username)
