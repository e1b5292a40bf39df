"""The revisions of the ledger: who changed the past, why, and what that did."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.views.watch import chosen, page_number
from ratings.models import Revision
from ratings.presenters.revisions import BEHIND_IT, compared, rated_again, revisions, that_changed

A_PAGE = 20
GAMES_A_PAGE = 25
CHANGED, ALL = "changed", "all"


@require_safe
def revision_list(request: HttpRequest) -> HttpResponse:
    """All revisions, the newest first."""
    page = Paginator(revisions(), A_PAGE).get_page(page_number(request))
    return render(request, "ratings/revisions.html", {"page": page})


@require_safe
def revision(request: HttpRequest, number: int) -> HttpResponse:
    """The games that a revision rated again, before and after; `?show=all` has those, too, for
    which that made no difference."""
    found = get_object_or_404(Revision.objects.select_related(*BEHIND_IT), pk=number)
    show = chosen(request, "show", (CHANGED, ALL))
    rows = rated_again(found)
    shown = rows if show == ALL else that_changed(rows)
    in_order = shown.select_related("first", "second").order_by("sequence")
    page = Paginator(in_order, GAMES_A_PAGE).get_page(page_number(request))
    context = {
        "revision": found,
        "show": show,
        "games": page.paginator.count if show == ALL else rows.count(),
        "page": page,
        "rows": compared(page.object_list),
    }
    return render(request, "ratings/revision.html", context)
