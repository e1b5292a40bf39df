"""Scrimmages, and the bouts of these and of checks."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.bot_forms import LONGEST_SIDE, ScrimmageForm
from games.presenters.bouts import BoutTable
from games.presenters.scrimmages import card_of, cards_of
from games.presenters.workshop import live_opponents
from games.services import scrimmages as service
from games.services.errors import BoutNotFound, ScrimmageNotFound
from games.services.hosting import hosting
from sumendi_site.accounts.models import User

from .answers import reader
from .watch import page_number

A_PAGE = 20
LONGEST_NUMBER = 9


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def scrimmages(request: HttpRequest) -> HttpResponse:
    """The reader's own, and the form that begins one: `?mine=` and `?against=` fill it in."""
    player = reader(request)
    form = ScrimmageForm(player, request.POST) if request.method == "POST" else _empty(request)
    if request.method == "POST" and form.is_valid():
        begun = form.begin()
        if begun is not None:
            return redirect("scrimmage", begun.pk)
    page = Paginator(service.asked_by(player), A_PAGE).get_page(page_number(request))
    context: dict[str, Any] = {"cards": cards_of(page.object_list), "page": page}
    if "fragment" in request.GET:
        return render(request, "games/bots/scrimmages_table.html", context)
    context |= {"form": form, "hosting": hosting(), "opponents": live_opponents()}
    return render(request, "games/bots/scrimmages.html", context)


def _empty(request: HttpRequest) -> ScrimmageForm:
    mine = request.GET.get("mine", "")[:LONGEST_NUMBER]
    against = request.GET.get("against", "")[:LONGEST_SIDE]
    return ScrimmageForm(reader(request), initial={"mine": mine, "against": against})


@never_cache
@require_safe
def scrimmage(request: HttpRequest, scrimmage_id: int) -> HttpResponse:
    """Its bouts, which everybody may follow."""
    try:
        card = card_of(service.find_scrimmage(scrimmage_id))
    except ScrimmageNotFound as error:
        raise Http404(error.message) from error
    fragment = "fragment" in request.GET
    template = "games/bots/scrimmage_body.html" if fragment else "games/bots/scrimmage.html"
    return render(request, template, {"card": card})


@never_cache
@require_safe
def bout(request: HttpRequest, bout_id: int) -> HttpResponse:
    """One bout; `?ply=n` shows an earlier position, and the owner of the program that played this
    ply what it printed."""
    player = request.user if isinstance(request.user, User) else None
    try:
        found = service.find_bout(bout_id, player)
    except BoutNotFound as error:
        raise Http404(error.message) from error
    ply = request.GET.get("ply", "")
    shown = int(ply) if ply.isascii() and ply.isdigit() and len(ply) <= LONGEST_NUMBER else None
    table = BoutTable(found, request.user, shown)
    context = {"table": table, "log": table.log, "checked": found.check_of}
    fragment = "fragment" in request.GET
    template = "games/bots/bout_body.html" if fragment else "games/bots/bout.html"
    return render(request, template, context)
