"""What moderators did to the reader's account, and the reader's answers to it."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import services
from games.fair_forms import AppealForm, NewNameForm
from games.fair_notices import STANDING
from games.services import GameError
from games.services.sanctions import sanctions_on
from sumendi_site.errors import wants_json
from sumendi_site.notices.seeing import seen_at

from .answers import done, player_action, reader, refused_json


@login_required
@never_cache
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """All acts, the newest first, with what can be answered to each."""
    seen_at(reader(request), STANDING)
    return _page(request)


@player_action
def acknowledge(request: HttpRequest, sanction_id: int) -> HttpResponse:
    services.acknowledge(reader(request), sanction_id)
    if not wants_json(request):
        messages.success(request, "Thank you. That is all: go on playing.")
    return done(request, reverse("standing"))


@player_action
def new_name(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Choose the `name` that takes the place of the one that was taken away."""
    form = NewNameForm(request.POST)
    try:
        if form.is_valid():
            name = form.cleaned_data["name"]
            services.choose_name(reader(request), sanction_id, name)
            messages.success(request, f"The name is {name} now.")
            return done(request, reverse("standing"))
    except GameError as error:
        if wants_json(request):
            return refused_json(error)
        form.add_error("name", error.message)
    return _page(request, sanction_id, name_form=form)


@player_action
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Appeal against an act with the `text`."""
    form = AppealForm(request.POST)
    try:
        if form.is_valid():
            services.appeal(reader(request), sanction_id, form.cleaned_data["text"])
            messages.success(request, "Your appeal was sent. Its answer will stand here.")
            return done(request, reverse("standing"))
    except GameError as error:
        if wants_json(request):
            return refused_json(error)
        form.add_error("text", error.message)
    return _page(request, sanction_id, appeal_form=form)


def _page(request: HttpRequest, refused: int | None = None, **forms: Any) -> HttpResponse:
    """With the form that was `refused` at the act that it is about, as it was filled in."""
    acts = list(sanctions_on(reader(request)))
    context = {
        "acts": acts,
        "refused": refused,
        "appeal_form": AppealForm(),
        "name_form": NewNameForm(),
        **forms,
    }
    status = HTTPStatus.OK if refused is None else HTTPStatus.BAD_REQUEST
    return render(request, "accounts/standing.html", context, status=status)
