"""The pages of moderators: what waits, one report, one player, appeals, and the log."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import services
from games.fair_forms import AnswerForm, LiftForm, MeasureForm, OutcomeForm
from games.fair_notices import QUEUE
from games.models import ModeratorAct
from games.models.report import Outcome
from games.presenters import moderation as presenters
from games.services import GameError
from games.services.appeals import find_appeal
from games.services.errors import NotAModerator
from games.services.moderators import is_moderator
from games.services.reports import readable_report
from games.services.sanctions import find_sanction
from sumendi_site.accounts.models import User
from sumendi_site.notices.seeing import seen_at

from .answers import done, player_action, reader
from .watch import page_number

P = ParamSpec("P")
Found = TypeVar("Found")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
A_PAGE = 50


def for_moderators(view: View[P]) -> View[P]:
    """A page that nobody but moderators sees."""

    @login_required
    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_moderator(request.user):
            raise PermissionDenied(NotAModerator.message)
        return view(request, *args, **kwargs)

    return cast(View[P], wrapper)


@require_safe
@for_moderators
def queue(request: HttpRequest) -> HttpResponse:
    """What waits: the oldest first."""
    seen_at(reader(request), QUEUE)
    return render(request, "moderation/queue.html", presenters.queue_for(reader(request)))


@require_safe
@for_moderators
def closed(request: HttpRequest) -> HttpResponse:
    """The reports that were dealt with, the last closed first."""
    page = Paginator(presenters.closed_reports(reader(request)), A_PAGE).get_page(
        page_number(request)
    )
    return render(request, "moderation/closed.html", {"page": page})


@require_safe
@for_moderators
def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """A report with all that is known of it, but to whom it is about."""
    found = _found(lambda: readable_report(reader(request), report_id))
    file = presenters.file_of(found, reader(request))
    context = {"file": file, "form": OutcomeForm()}
    return render(request, "moderation/report.html", context)


@player_action
def take(request: HttpRequest, report_id: int) -> HttpResponse:
    services.take_report(reader(request), report_id)
    return done(request, reverse("moderation-report", args=[report_id]))


@player_action
def release(request: HttpRequest, report_id: int) -> HttpResponse:
    services.release_report(reader(request), report_id)
    return done(request, reverse("moderation"))


@player_action
def close(request: HttpRequest, report_id: int) -> HttpResponse:
    """End a report with the `outcome` and a `remark`."""
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose what came of it.")
        return redirect("moderation-report", report_id)
    outcome, remark = Outcome(form.cleaned_data["outcome"]), form.cleaned_data["remark"]
    services.close_report(reader(request), report_id, outcome, remark)
    messages.success(request, "Closed. The reporter is told.")
    return done(request, reverse("moderation"))


@player_action
def reveal(request: HttpRequest, report_id: int) -> HttpResponse:
    """Show what was said at the game; the log tells who read it."""
    services.reveal_chat(reader(request), report_id)
    return done(request, reverse("moderation-report", args=[report_id]) + "#chat")


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def person(request: HttpRequest, username: str) -> HttpResponse:
    """All about a player. Sent to, it acts on the account; `?report=` names the report on which."""
    found = User.objects.named(username)
    if found is None:
        raise Http404("There is no player of this name.")
    data = request.POST if request.method == "POST" else None
    form = MeasureForm(data)
    status = 200 if data is None else 400
    if form.is_valid():
        try:
            act = services.sanction(
                reader(request),
                found,
                form.measure(),
                form.cleaned_data["key"],
                presenters.report_of(request.GET.get("report", "")),
            )
        except GameError as error:
            form.add_error(None, error.message)
            status = error.status
        else:
            messages.success(request, f"Done: {act.get_kind_display().lower()}.")
            return redirect(_back(request, act.person))
    context = {"dossier": presenters.dossier_of(found, reader(request)), "form": form}
    return render(request, "moderation/person.html", context, status=status)


def _back(request: HttpRequest, found: User) -> str:
    report = presenters.report_of(request.GET.get("report", ""))
    if report is not None:
        return reverse("moderation-report", args=[report.pk])
    return reverse("moderation-person", args=[found.username])


@player_action
def lift(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Take an act back, for the reason `why`."""
    form = LiftForm(request.POST)
    why = form.cleaned_data["why"] if form.is_valid() else ""
    act = services.lift(reader(request), sanction_id, why)
    messages.success(request, f"Lifted: {act.get_kind_display().lower()} of {act.person}.")
    return done(request, reverse("moderation-person", args=[act.person.username]))


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def appeal(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """An appeal with the act that it is against. Sent to, it answers it."""
    found = _found(lambda: find_appeal(appeal_id))
    data = request.POST if request.method == "POST" else None
    form = AnswerForm(data)
    status = 200 if data is None else 400
    if form.is_valid():
        answer, granted = form.cleaned_data["answer"], form.cleaned_data["granted"]
        try:
            services.answer_appeal(reader(request), appeal_id, answer, granted=granted)
        except GameError as error:
            form.add_error(None, error.message)
            status = error.status
        else:
            messages.success(request, "Answered.")
            return redirect("moderation")
    context = {
        "appeal": found,
        "act": find_sanction(found.sanction_id),
        "hindrance": presenters.hindrance_to_answer(reader(request), found),
        "form": form,
    }
    return render(request, "moderation/appeal.html", context, status=status)


@require_safe
@for_moderators
def log(request: HttpRequest) -> HttpResponse:
    """What moderators did, the newest first: all but about reports of the reader."""
    acts = ModeratorAct.objects.readable_by(reader(request)).select_related(
        "by", "person", "game", "report"
    )
    page = Paginator(acts, A_PAGE).get_page(page_number(request))
    return render(request, "moderation/log.html", {"page": page})


def _found(look_up: Callable[[], Found]) -> Found:
    try:
        return look_up()
    except GameError as error:
        raise Http404(error.message) from error
