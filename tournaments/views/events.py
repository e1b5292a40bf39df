"""The list of events, and the pages of one that everybody sees."""

from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from games.views.watch import page_number
from sumendi_site.accounts.models import User
from sumendi_site.live.stream import follow
from sumendi_site.live.threads import in_thread
from sumendi_site.notices.seeing import seen_at
from tournaments.models import Pairing, Round, Tournament
from tournaments.notices import about
from tournaments.presenters import crosstables
from tournaments.presenters.cards import card_of
from tournaments.presenters.events import (
    entrants,
    events_of,
    listed,
    open_events,
    past_events,
    running_events,
)
from tournaments.presenters.log import lines_of
from tournaments.presenters.mine import Mine, mine_of
from tournaments.presenters.played import entries_of, played
from tournaments.presenters.rounds import boards_of, unpaired_in
from tournaments.presenters.rules import rules_of
from tournaments.presenters.standings import standings_of
from tournaments.services.live import topic
from tournaments.services.tables import standings

from .finding import EventPage, find_event, open_event, show

A_PAGE = 30
LINES_A_PAGE = 50


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Those that one can enter, that are played, and by their `page` those that are over."""
    page = Paginator(past_events(), A_PAGE).get_page(page_number(request))
    context = {
        "mine": listed(events_of(request.user)),
        "open": listed(open_events()[:A_PAGE]),
        "running": listed(running_events()[:A_PAGE]),
        "page": page,
        "past": listed(cast("QuerySet[Tournament]", page.object_list)),
    }
    return render(request, "tournaments/tournaments.html", context)


@require_safe
def tournaments_of_player(request: HttpRequest, username: str) -> HttpResponse:
    """Where somebody came in, by the `page`."""
    found = User.objects.named(username)
    if found is None:
        raise Http404("There is no player of this name.")
    if found.username != username:
        return redirect("player-tournaments", found.username, permanent=True)
    page = Paginator(entries_of(found), A_PAGE).get_page(page_number(request))
    context = {"player": found, "page": page, "rows": played(page.object_list)}
    return render(request, "tournaments/played.html", context)


@never_cache
@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, or before the start who has entered. `?fragment=1` sends what changes."""
    event = open_event(request, slug)
    mine = mine_of(event.tournament, event.round, request.user)
    context = _first_page(event, mine)
    if "fragment" in request.GET:
        return show(request, "event_body.html", event, "standings", **context)
    if isinstance(request.user, User):
        seen_at(request.user, about(event.tournament.pk))
    return show(request, "event.html", event, "standings", **context)


def _first_page(event: EventPage, mine: Mine) -> dict[str, Any]:
    if not event.has_standings:
        return {"mine": mine, "entrants": list(entrants(event.tournament))}
    own = {one.entry.account.pk for one in mine.entries}
    return {"mine": mine, "standings": standings_of(event.tournament, own)}


@never_cache
@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The boards of a round; of a draft for the organisers alone."""
    event = open_event(request, slug)
    round_ = find_round(event, number)
    context: dict[str, Any] = {
        "round": round_,
        "progress": next((one for one in event.rounds if one.round == round_), None),
        "boards": boards_of(event.tournament, round_),
        "unpaired": unpaired_in(event.tournament, round_),
    }
    template = "round_body.html" if "fragment" in request.GET else "round.html"
    return show(request, template, event, "round", **context)


def find_round(event: EventPage, number: int) -> Round:
    """Raises Http404."""
    round_ = event.tournament.all_rounds.filter(number=number).first()
    if round_ is None or not (round_.is_out or event.is_directed):
        raise Http404
    return round_


def find_board(event: EventPage, number: int, board: int) -> Pairing:
    """Raises Http404."""
    round_ = find_round(event, number)
    rows = round_.pairings.select_related("white__player__owner", "black__player__owner", "game")
    pairing = rows.filter(board=board).first()
    if pairing is None:
        raise Http404
    round_.tournament = event.tournament
    pairing.round = round_
    return pairing


@require_safe
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Some rows, by the `page`."""
    event = open_event(request, slug)
    if not event.has_standings:
        raise Http404
    table = standings(event.tournament)
    page = Paginator(table.lines, crosstables.A_PAGE).get_page(page_number(request))
    start = (page.number - 1) * crosstables.A_PAGE
    part = crosstables.crosstable_of(event.tournament, table, start, start + crosstables.A_PAGE)
    return show(request, "crosstable.html", event, "crosstable", page=page, table=part)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The card of one who plays: each round, and the sums behind the values."""
    event = open_event(request, slug)
    card = card_of(event.tournament, number) if event.has_standings else None
    if card is None:
        raise Http404
    return show(request, "player.html", event, "standings", card=card)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    event = open_event(request, slug)
    return show(request, "rules.html", event, "rules", sections=rules_of(event.tournament))


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """What was done, the newest first, by its `page`."""
    event = open_event(request, slug)
    rows = event.tournament.log.select_related("by").order_by("-pk")
    page = Paginator(rows, LINES_A_PAGE).get_page(page_number(request))
    lines = lines_of(page.object_list)
    return show(request, "log.html", event, "log", page=page, lines=lines)


@require_GET
async def events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What happens in an event."""
    event = await in_thread(lambda: find_event(request, slug))
    return await follow(request, [topic(event.pk)])
