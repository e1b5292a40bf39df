"""Telling the moderators of a player, and what became of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import services
from games.fair_forms import ReportForm
from games.models import ChatMessage
from games.services import GameError
from games.services.reports import reports_by
from sumendi_site.accounts.models import User

from .answers import reader, with_retry_after
from .watch import page_number

A_PAGE = 30


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """The form; `?game=` or `?line=` says what it is about. Sent to, it makes the report."""
    person = User.objects.named(username)
    if person is None:
        raise Http404("There is no player of this name.")
    game, line = _number(request, "game"), _number(request, "line")
    data = request.POST if request.method == "POST" else None
    form = ReportForm(person, game, line, data)
    status = 200 if data is None else 400
    error: GameError | None = None
    if form.is_valid():
        try:
            services.report(reader(request), person, form.complaint(), form.cleaned_data["key"])
        except GameError as refusal:
            error, status = refusal, refusal.status
            form.add_error(None, refusal.message)
        else:
            messages.success(request, "Thank you. A moderator will look at it.")
            return redirect("own-reports")
    context = {"person": person, "form": form, "line": _readable_line(request, line)}
    page = render(request, "games/report.html", context, status=status)
    return with_retry_after(page, error) if error else page


@login_required
@never_cache
@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    """What the reader reported, and how far it is."""
    page = Paginator(reports_by(reader(request)), A_PAGE).get_page(page_number(request))
    return render(request, "games/own_reports.html", {"page": page})


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _readable_line(request: HttpRequest, line_id: int | None) -> ChatMessage | None:
    """The line that is reported, for one who can read it."""
    line = ChatMessage.objects.select_related("game").filter(pk=line_id or 0).first()
    return line if line and line.game.seat_of(request.user) else None
