"""The organisers' desk: what waits for them, and what they do about it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.answers import reader
from sumendi_site.notices.seeing import seen_at
from tournaments.forms import DeadlineForm, EntryListForm, MessageForm, PairForm, PlayerForm
from tournaments.models import ByeKind, Format
from tournaments.notices import about
from tournaments.presenters.desk import Desk, desk_of
from tournaments.services import (
    byes,
    deadlines,
    entering,
    finishing,
    forbidding,
    settings,
    starting,
)
from tournaments.services.admission import is_late
from tournaments.services.errors import BadEntryList, NotADirector
from tournaments.services.interop import importing
from tournaments.services.messages import write_to_all

from .finding import EventPage, event_action, open_event, show


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """`?fragment=1` sends what changes while one looks on."""
    event = open_event(request, slug)
    require_director(event)
    if "fragment" in request.GET:
        page = desk_of(event.tournament, timezone.now())
        return show(request, "desk_now.html", event, "desk", desk=page)
    seen_at(reader(request), about(event.tournament.pk))
    return show_desk(request, event)


def show_desk(
    request: HttpRequest, event: EventPage, status: int = 200, **forms: Any
) -> HttpResponse:
    """With `forms` as they were sent, if something was wrong with them."""
    require_director(event)
    page = desk_of(event.tournament, timezone.now())
    context = _forms(event, page) | forms
    staff = event.tournament.co_organisers.order_by("username")
    return show(request, "desk.html", event, "desk", status, desk=page, staff=staff, **context)


def require_director(event: EventPage) -> None:
    if not event.is_directed:
        raise PermissionDenied(NotADirector.message)


def _forms(event: EventPage, page: Desk) -> dict[str, Any]:
    deadline = event.round.deadline if event.round else None
    local = timezone.localtime(deadline) if deadline else None
    return {
        "message_form": MessageForm(),
        "deadline_form": DeadlineForm(initial={"deadline": local}),
        "enter_form": PlayerForm(auto_id="enter_%s"),
        "list_form": EntryListForm(auto_id="list_%s"),
        "staff_form": PlayerForm(auto_id="staff_%s"),
        "forbid_form": PairForm(auto_id="forbid_%s"),
    }


def back(event: EventPage) -> HttpResponse:
    return redirect("tournament-desk", event.tournament.slug)


@event_action
def open_registration(request: HttpRequest, event: EventPage) -> HttpResponse:
    settings.open_registration(reader(request), event.tournament.slug)
    messages.success(request, "Players can enter now.")
    return back(event)


@event_action
def start(request: HttpRequest, event: EventPage) -> HttpResponse:
    planned = event.tournament.rounds
    begun = starting.start(reader(request), event.tournament.slug)
    messages.success(request, "The tournament has begun.")
    if begun.rounds < planned and begun.format == Format.SWISS:
        said = f"It has {begun.rounds} rounds and not {planned}: so few players can play no more."
        messages.warning(request, said)
    return back(event)


@event_action
def finish(request: HttpRequest, event: EventPage) -> HttpResponse:
    finishing.finish(reader(request), event.tournament.slug)
    messages.success(request, "The tournament is over, and its standings are final.")
    return redirect(event.tournament)


@event_action
def cancel(request: HttpRequest, event: EventPage) -> HttpResponse:
    """Only with the `sure` of the form: this is for good."""
    require_director(event)
    if "sure" not in request.POST:
        messages.error(request, "Nothing was done: tick the box if you are sure.")
        return back(event)
    settings.cancel(reader(request), event.tournament.slug, request.POST.get("why", ""))
    messages.success(request, "The tournament is called off.")
    return back(event)


@event_action
def message(request: HttpRequest, event: EventPage) -> HttpResponse:
    require_director(event)
    form = MessageForm(request.POST)
    if not form.is_valid():
        return show_desk(request, event, 400, message_form=form)
    write_to_all(reader(request), event.tournament.slug, form.cleaned_data["text"])
    messages.success(request, "Sent to all who play.")
    return back(event)


@event_action
def deadline(request: HttpRequest, event: EventPage, number: int) -> HttpResponse:
    require_director(event)
    form = DeadlineForm(request.POST)
    if not form.is_valid():
        return show_desk(request, event, 400, deadline_form=form)
    until = form.cleaned_data["deadline"]
    deadlines.move_deadline(reader(request), event.tournament.slug, number, until)
    messages.success(request, f"Round {number} has another deadline.")
    return back(event)


@event_action
def enter_player(request: HttpRequest, event: EventPage) -> HttpResponse:
    require_director(event)
    form = PlayerForm(request.POST, auto_id="enter_%s")
    if not form.is_valid():
        return show_desk(request, event, 400, enter_form=form)
    player = form.cleaned_data["player"]
    entering.enter_by_director(reader(request), event.tournament.slug, player)
    messages.success(request, f"{player} is entered.")
    _remark_on_late(request, event)
    return back(event)


def _remark_on_late(request: HttpRequest, event: EventPage) -> None:
    """Organisers may do what players may not any more, and should know it."""
    if event.tournament.is_running and is_late(event.tournament):
        said = "More than half of the rounds are paired: by themselves players enter no more."
        messages.warning(request, said)


@event_action
def enter_list(request: HttpRequest, event: EventPage) -> HttpResponse:
    require_director(event)
    form = EntryListForm(request.POST, auto_id="list_%s")
    if not form.is_valid():
        return show_desk(request, event, 400, list_form=form)
    try:
        entries = importing.enter_list(
            reader(request), event.tournament.slug, form.cleaned_data["text"]
        )
    except BadEntryList as error:
        form.add_error("text", error.message)
        return show_desk(request, event, error.status, list_form=form)
    messages.success(request, f"On the list and entered: {len(entries)}.")
    _remark_on_late(request, event)
    return back(event)


@event_action
def player(request: HttpRequest, event: EventPage) -> HttpResponse:
    """What an organiser does with an entrant: ``withdraw`` or ``leave`` after the round, or a bye
    (``F``, ``H``, ``Z``) in the next round."""
    require_director(event)
    form = PlayerForm(request.POST)
    if not form.is_valid():
        raise PermissionDenied("There is no such player.")
    who, act = form.cleaned_data["player"], request.POST.get("act", "")
    slug, director = event.tournament.slug, reader(request)
    if act in ("withdraw", "leave"):
        entering.withdraw(director, slug, who, after_round=act == "leave")
        messages.success(request, f"{who} does not play on.")
    elif act == "no-bye":
        byes.cancel_bye(director, slug, event.next_number, who)
        messages.success(request, f"{who} plays in round {event.next_number}.")
    else:
        bye = byes.ask_bye(director, slug, event.next_number, act, who)
        messages.success(request, f"{who}: {ByeKind(bye.kind).label} in round {bye.round}.")
    return back(event)


@event_action
def forbid(request: HttpRequest, event: EventPage) -> HttpResponse:
    """Two never meet; sent with `allow`, they may again."""
    require_director(event)
    form = PairForm(request.POST, auto_id="forbid_%s")
    if not form.is_valid():
        return show_desk(request, event, 400, forbid_form=form)
    one, other = form.cleaned_data["player"], form.cleaned_data["other"]
    if "allow" in request.POST:
        forbidding.allow(reader(request), event.tournament.slug, one, other)
        messages.success(request, f"{one} and {other} may meet again.")
    else:
        forbidding.forbid(reader(request), event.tournament.slug, one, other)
        messages.success(request, f"{one} and {other} are not paired from now on.")
    return back(event)


@event_action
def staff(request: HttpRequest, event: EventPage) -> HttpResponse:
    """Another organiser; sent with `remove`, not any more."""
    require_director(event)
    form = PlayerForm(request.POST, auto_id="staff_%s")
    if not form.is_valid():
        return show_desk(request, event, 400, staff_form=form)
    who, slug = form.cleaned_data["player"], event.tournament.slug
    if "remove" not in request.POST:
        settings.add_co_organiser(reader(request), slug, who)
        messages.success(request, f"{who} organises with you.")
        return back(event)
    settings.remove_co_organiser(reader(request), slug, who)
    messages.success(request, f"{who} does not organise any more.")
    return redirect(event.tournament) if who == request.user else back(event)
