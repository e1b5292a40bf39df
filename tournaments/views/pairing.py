"""How an organiser makes a round: pair, look at it, change it by hand, publish it or take it
back."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.answers import reader
from tournaments.forms import ByHandForm, as_lines
from tournaments.models import Round
from tournaments.presenters.events import entrants
from tournaments.presenters.points import DASH
from tournaments.presenters.rounds import names_of
from tournaments.services import pairing, publishing
from tournaments.services.boards import Board
from tournaments.services.errors import NoPairing, TournamentError
from tournaments.services.pairing import Check
from tournaments.services.progress import draft_of

from .desk import back, require_director, show_desk
from .finding import EventPage, event_action, open_event, show


@event_action
def pair(request: HttpRequest, event: EventPage) -> HttpResponse:
    """Where the rules leave no pairing, the desk tells why, and the ways out."""
    try:
        draft = pairing.pair(reader(request), event.tournament.slug)
    except NoPairing as refusal:
        if not refusal.ways:
            messages.error(request, refusal.message)
        return show_desk(request, event, HTTPStatus.CONFLICT)
    messages.success(request, f"Round {draft.number} is paired. Nobody sees it until it is out.")
    return _to_round(event, draft.number)


@event_action
def check(request: HttpRequest, event: EventPage, number: int) -> HttpResponse:
    found = pairing.check(reader(request), event.tournament.slug, number)
    if found.is_by_the_rules:
        messages.success(request, "Checked: just what the rules would pair now.")
    else:
        messages.warning(request, _difference(event, found))
    return _to_round(event, number)


def _difference(event: EventPage, found: Check) -> str:
    names = names_of(event.tournament)

    def told(boards: tuple[Board, ...]) -> str:
        said = [f"{names[a]} {DASH} {names[b] if b else 'bye'}" for a, b in boards]
        return ", ".join(said) or "nothing"

    return (
        f"Checked. By hand: {told(found.drafted)}. The rules would pair instead:"
        f" {told(found.expected)}."
    )


@event_action
def publish(request: HttpRequest, event: EventPage, number: int) -> HttpResponse:
    publishing.publish(reader(request), event.tournament.slug, number)
    messages.success(request, f"Round {number} is out, and its games have begun.")
    return _to_round(event, number)


@event_action
def undo(request: HttpRequest, event: EventPage, number: int) -> HttpResponse:
    pairing.undo(reader(request), event.tournament.slug, number)
    messages.success(request, f"The pairings of round {number} are taken back.")
    return back(event)


@never_cache
@require_safe
def by_hand(request: HttpRequest, slug: str) -> HttpResponse:
    """The form with the boards of the draft, if there is one."""
    event = open_event(request, slug)
    require_director(event)
    lines = _lines(draft_of(event.tournament))
    return _by_hand(request, event, ByHandForm(initial={"boards": lines}))


@event_action
def save_by_hand(request: HttpRequest, event: EventPage) -> HttpResponse:
    require_director(event)
    form = ByHandForm(request.POST)
    if not form.is_valid():
        return _by_hand(request, event, form, HTTPStatus.BAD_REQUEST)
    boards, rematch = form.cleaned_data["boards"], form.cleaned_data["allow_rematch"]
    number = event.next_number
    try:
        pairing.by_hand(
            reader(request), event.tournament.slug, number, boards, allow_rematch=rematch
        )
    except TournamentError as error:
        form.add_error("boards", error.message)
        return _by_hand(request, event, form, error.status)
    messages.success(request, f"Round {number} is paired as you wrote.")
    return _to_round(event, number)


def _by_hand(
    request: HttpRequest, event: EventPage, form: ByHandForm, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "number": event.next_number,
        "players": entrants(event.tournament).exclude(number=None),
    }
    return show(request, "by_hand.html", event, "desk", status, **context)


def _lines(draft: Round | None) -> str:
    if draft is None:
        return ""
    boards = draft.pairings.order_by("board").values_list("white__number", "black__number")
    return as_lines((first, second) for first, second in boards if first)


def _to_round(event: EventPage, number: int) -> HttpResponse:
    return redirect("tournament-round", event.tournament.slug, number)
