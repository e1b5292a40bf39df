"""What players do: enter, leave, sit out a round, appeal."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.views.answers import reader
from sumendi_site.accounts.models import User
from tournaments.models import ByeKind
from tournaments.services import appeals, byes, entering

from .events import find_board
from .finding import EventPage, event_action

BYES = {ByeKind.HALF: "with half a point", ByeKind.ZERO: "without points"}


@event_action
def enter(request: HttpRequest, event: EventPage) -> HttpResponse:
    """Oneself, or the `bot` of one's own that is named."""
    password, slug = request.POST.get("password", ""), event.tournament.slug
    bot = _named(request, "bot")
    if bot is None:
        entering.enter(reader(request), slug, password)
        messages.success(request, "You are entered.")
    else:
        entering.enter_bot(reader(request), slug, bot, password)
        messages.success(request, f"{bot} is entered.")
    return redirect(event.tournament)


@event_action
def withdraw(request: HttpRequest, event: EventPage) -> HttpResponse:
    """Oneself or the `player` that is named; `when` says whether the game at hand is played on."""
    after = request.POST.get("when") == "after"
    entry = entering.withdraw(
        reader(request), event.tournament.slug, _named(request, "player"), after_round=after
    )
    messages.success(request, f"{entry.called} does not play on.")
    return redirect(event.tournament)


@event_action
def ask_bye(request: HttpRequest, event: EventPage, number: int) -> HttpResponse:
    kind = request.POST.get("kind", ByeKind.HALF)
    bye = byes.ask_bye(
        reader(request), event.tournament.slug, number, kind, _named(request, "player")
    )
    how = BYES.get(ByeKind(bye.kind), "with all points")
    messages.success(request, f"{bye.entry.called} sits out round {number}, {how}.")
    return redirect(event.tournament)


@event_action
def cancel_bye(request: HttpRequest, event: EventPage, number: int) -> HttpResponse:
    byes.cancel_bye(reader(request), event.tournament.slug, number, _named(request, "player"))
    messages.success(request, f"The bye in round {number} is taken back.")
    return redirect(event.tournament)


@event_action
def appeal(request: HttpRequest, event: EventPage, number: int, board: int) -> HttpResponse:
    pairing = find_board(event, number, board)
    appeals.appeal(reader(request), pairing.pk, request.POST.get("why", ""))
    messages.success(request, "The organisers are asked to look at it again.")
    return redirect("tournament-board", event.tournament.slug, number, board)


def _named(request: HttpRequest, field: str) -> User | None:
    """None where nobody is named. Raises PermissionDenied for somebody who is not there."""
    name = request.POST.get(field, "")
    if not name:
        return None
    player = User.objects.named(name)
    if player is None:
        raise PermissionDenied("There is no such player.")
    return player
