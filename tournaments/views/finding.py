"""Finding the event of a page, and the frame that all its pages share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.views.answers import player_action
from tournaments.models import Round, Tournament
from tournaments.presenters.coming import Coming, coming_after
from tournaments.presenters.rounds import Progress, rounds_with_progress
from tournaments.presenters.terms import terms_of
from tournaments.services.errors import TournamentNotFound
from tournaments.services.finding import find


@dataclass
class EventPage:
    """An event as the reader of a page sees it; `rounds` are those that are out, in order."""

    tournament: Tournament
    is_directed: bool
    rounds: list[Progress] = field(default_factory=list)

    @property
    def progress(self) -> Progress | None:
        """Of the newest round that is out."""
        return self.rounds[-1] if self.rounds else None

    @property
    def round(self) -> Round | None:
        return self.progress.round if self.progress else None

    @cached_property
    def coming(self) -> Coming | None:
        """What follows the newest round that is out."""
        return coming_after(self.tournament, self.round, timezone.now())

    @property
    def next_number(self) -> int:
        """Of the round after those that are out, which may be a draft."""
        return self.round.number + 1 if self.round else 1

    @property
    def terms(self) -> str:
        return terms_of(self.tournament)

    @property
    def has_standings(self) -> bool:
        return self.tournament.started is not None


View = Callable[..., HttpResponse]


def find_event(request: HttpRequest, slug: str) -> Tournament:
    """Raises Http404 where there is no event, or a draft that is not the reader's."""
    try:
        return find(slug, request.user)
    except TournamentNotFound as error:
        raise Http404(error.message) from error


def open_event(request: HttpRequest, slug: str) -> EventPage:
    """The frame of a page of the event. Raises Http404."""
    found = find_event(request, slug)
    rounds = rounds_with_progress(found) if found.started else []
    return EventPage(found, found.is_directed_by(request.user), rounds)


def event_action(view: View) -> View:
    """A `player_action` on an event that its reader may see."""

    @wraps(view)
    def found(request: HttpRequest, slug: str, **numbers: int) -> HttpResponse:
        return view(request, open_event(request, slug), **numbers)

    action: View = found
    return player_action(action)


def show(
    request: HttpRequest,
    template: str,
    event: EventPage,
    tab: str,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """A page of the event, under one of its tabs."""
    shared = {"event": event, "tournament": event.tournament, "tab": tab}
    return render(request, f"tournaments/{template}", shared | context, status=status)
