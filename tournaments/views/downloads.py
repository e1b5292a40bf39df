"""Files of an event to take away."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.services.errors import NoReport, RoundNotFound
from tournaments.services.finding import find_round
from tournaments.services.interop.calendars import calendar_of
from tournaments.services.interop.records import records_of
from tournaments.services.interop.sheets import pairings_csv, standings_csv
from tournaments.services.interop.trf import trf16, trf26

from .finding import find_event


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """The report file; with `version=16` the older kind."""
    tournament = find_event(request, slug)
    write = trf16 if request.GET.get("version") == "16" else trf26
    try:
        text = write(tournament)
    except NoReport as error:
        raise Http404(error.message) from error
    return _file(text, "text/plain; charset=us-ascii", f"{slug}.trf")


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    text = standings_csv(find_event(request, slug))
    return _file(text, "text/csv; charset=utf-8", f"{slug}-standings.csv")


@require_safe
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    text = pairings_csv(find_event(request, slug))
    return _file(text, "text/csv; charset=utf-8", f"{slug}-pairings.csv")


@require_safe
def records(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The records of a round's games."""
    try:
        round_ = find_round(find_event(request, slug), number)
    except RoundNotFound as error:
        raise Http404(error.message) from error
    text = records_of(round_, settings.SITE_URL)
    return _file(text, "text/plain; charset=utf-8", f"{slug}-round-{number}.txt")


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed of the rounds."""
    text = calendar_of(find_event(request, slug), settings.SITE_URL)
    return _file(text, "text/calendar; charset=utf-8", f"{slug}.ics")


def _file(text: str | bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
