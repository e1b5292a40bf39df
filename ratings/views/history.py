"""How the rating of a player came about."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.views.watch import page_number
from ratings import numbers
from ratings.facts import Reason
from ratings.models import LedgerEntry
from ratings.presenters.entries import line_of
from ratings.presenters.past import past_of
from sumendi_site.accounts.models import User

A_PAGE = 50


@require_safe
def history(request: HttpRequest, username: str) -> HttpResponse:
    """The games of a player that were rated, or were meant to be, the newest first, and the
    ratings as a picture over time."""
    found = User.objects.named(username)
    if found is None or not found.plays_rated:
        raise Http404("There is no rated player of this name.")
    if found.username != username:
        return redirect("rating-history", found.username, permanent=True)
    entries = LedgerEntry.objects.current().of(found.pk).filter(half_points__isnull=False)
    entries = entries.exclude(reason=Reason.CASUAL)
    newest_first = entries.select_related("first__owner", "second__owner").order_by("-sequence")
    page = Paginator(newest_first, A_PAGE).get_page(page_number(request))
    past = past_of(found)
    context = {
        "player": found,
        "numbers": numbers,
        "summary": past,
        "pictures": past.pictures() if past else [],
        "page": page,
        "rows": [
            (line_of(entry, found.pk), entry.second if entry.first == found else entry.first)
            for entry in page.object_list
        ],
    }
    return render(request, "ratings/history.html", context)
