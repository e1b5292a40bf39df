"""The reader's vacations: what is saved, what is planned, and coming back."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import services
from games.models import Vacation
from games.presenters.clocks import in_words
from games.services import GameError
from games.services.vacations import MOST_DAYS, saved
from sumendi_site.errors import wants_json

from .answers import done, player_action, reader


class VacationForm(forms.Form):
    days = forms.IntegerField(
        label="Days",
        min_value=1,
        max_value=MOST_DAYS,
        help_text="Of 24 hours each. You can come back earlier, and keep the rest.",
        error_messages={
            "required": "How many days?",
            "invalid": "Write a whole number of days.",
            "min_value": "A vacation lasts at least a day.",
            "max_value": f"A vacation lasts at most {MOST_DAYS} days.",
        },
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    starts = forms.DateTimeField(
        label="From",
        required=False,
        help_text="In your own time zone. Leave it empty to begin now.",
        error_messages={"invalid": "Write a day and a time."},
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """The page; sent to, it takes a vacation of `days` at once, or plans it from `starts` on."""
    form = VacationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            taken = services.take_vacation(reader(request), **form.cleaned_data)
        except GameError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _taken(taken))
            return redirect("vacation")
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "games/vacation.html", _context(request, form), status=status)


@player_action
def end_vacation(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """Come back now, or call a planned vacation off."""
    services.end_vacation(reader(request), vacation_id)
    if not wants_json(request):
        messages.success(request, "This vacation is over. What was left of it is saved again.")
    return done(request, reverse("vacation"))


def _taken(taken: Vacation) -> str:
    return "Your clocks stand still." if taken.begun else "Your vacation is planned."


def _context(request: HttpRequest, form: VacationForm) -> dict[str, Any]:
    now = timezone.now()
    budget = saved(reader(request))
    ahead = Vacation.objects.filter(player=reader(request), ends__gt=now)
    return {
        "form": form,
        "saved": in_words(budget) if budget else "",
        "is_enough": budget >= timedelta(days=1),
        "current": ahead.filter(starts__lte=now).first(),
        "planned": ahead.filter(starts__gt=now),
    }
