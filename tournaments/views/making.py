"""Making an event and changing its settings."""

from copy import copy
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.services.fair_errors import Muted
from games.views.answers import reader
from sumendi_site.accounts.models import User
from sumendi_site.refusals import Refusal
from tournaments.forms import EventForm, ImportForm
from tournaments.models import Tournament
from tournaments.presenters.rules import Section, rules_of
from tournaments.services import settings, terms
from tournaments.services.errors import BadReport, NotADirector, TournamentError
from tournaments.services.interop.finished_events import import_event

from .finding import open_event, show

IMPORTED = ("size", "name", "unlisted", "again", "key")
FRESH = {"time_control": "3d"}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Sent with `preview`, the form comes back with the rules in plain words."""
    organiser = _organiser(request)
    form = EventForm(request.POST or None, instance=Tournament(**FRESH), may=terms.BEFORE_THE_START)
    if form.is_valid() and "preview" not in request.POST:
        try:
            made = settings.create(organiser, form.cleaned_data["key"], **form.settings)
        except (TournamentError, Muted) as error:
            refuse(form, error)
        else:
            return redirect("tournament-desk", made.slug)
    context = {"form": form, "sections": _preview(form)}
    return render(request, "tournaments/new.html", context, status=_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def bring(request: HttpRequest) -> HttpResponse:
    """Import a finished event from its report file."""
    organiser = _organiser(request)
    form = ImportForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        asked = {name: form.cleaned_data[name] for name in IMPORTED}
        try:
            made = import_event(organiser, form.report, **asked)
        except BadReport as error:
            form.add_error("file", error.message)
        except (TournamentError, Muted) as error:
            refuse(form, error)
        else:
            messages.success(
                request, "Imported. The log tells what was odd in the file, if it was."
            )
            return redirect(made)
    return render(request, "tournaments/import.html", {"form": form}, status=_status(form))


def _organiser(request: HttpRequest) -> User:
    if reader(request).kind != User.Kind.PERSON:
        raise PermissionDenied("Sign up to organise a tournament.")
    return reader(request)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings that can still be changed, and with `preview` the rules that they make."""
    event = open_event(request, slug)
    if not event.is_directed:
        raise PermissionDenied(NotADirector.message)
    tournament = event.tournament
    # The form writes into its instance even when it is invalid.
    form = EventForm(
        request.POST or None, instance=copy(tournament), may=settings.open_to_change(tournament)
    )
    if form.is_valid() and "preview" not in request.POST:
        try:
            settings.change(reader(request), slug, **form.settings)
        except (TournamentError, Muted) as error:
            refuse(form, error)
        else:
            messages.success(request, "Saved.")
            return redirect("tournament-desk", slug)
    return show(
        request,
        "change.html",
        event,
        "desk",
        _status(form),
        form=form,
        sections=_preview(form),
    )


def refuse(form: Any, error: Refusal) -> None:
    """Show the reason at the field that it names."""
    form.add_error(error.reason if error.reason in form.fields else None, error.message)


def _preview(form: EventForm) -> list[Section]:
    """Only of settings that can be."""
    if not form.is_bound or form.errors:
        return []
    draft = form.instance
    try:
        draft.password = draft.password or form.settings.get("password", "")
        terms.validate(draft)
    except TournamentError as error:
        refuse(form, error)
        return []
    return rules_of(draft)


def _status(form: BaseForm) -> int:
    return 400 if form.is_bound and form.errors else 200
