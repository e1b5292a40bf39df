"""Events in lists, and who has entered one."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from sumendi_site.accounts.models import User
from tournaments.models import Entry, Round, State, Tournament

from .terms import terms_of


@dataclass(frozen=True)
class Listed:
    """An event as lists show it."""

    tournament: Tournament
    players: int
    round: int

    @property
    def terms(self) -> str:
        return terms_of(self.tournament)

    @property
    def stage(self) -> str:
        """How far it is, in a word or two."""
        if self.tournament.is_running:
            return f"round {self.round} of {self.tournament.rounds}" if self.round else "begins"
        return self.tournament.get_state_display().lower()

    @property
    def starts(self) -> datetime | None:
        return self.tournament.starts if self.tournament.is_open else None


def listed(events: "QuerySet[Tournament]") -> list[Listed]:
    """With their numbers, in one query."""
    playing = Entry.objects.playing().filter(tournament=OuterRef("pk")).order_by()
    players = Subquery(playing.values("tournament").annotate(n=Count("pk")).values("n"))
    out = Round.objects.out().filter(tournament=OuterRef("pk")).order_by("-number")
    newest = Subquery(out.values("number")[:1])
    rows = events.select_related("organiser").annotate(players=players, newest=newest)
    return [Listed(one, one.players or 0, one.newest or 0) for one in rows]


def open_events() -> "QuerySet[Tournament]":
    """Those that one can enter, the soonest first."""
    return Tournament.objects.listed().filter(state=State.REGISTRATION).order_by("starts", "-pk")


def running_events() -> "QuerySet[Tournament]":
    return Tournament.objects.listed().filter(state=State.RUNNING).order_by("-started", "-pk")


def past_events() -> "QuerySet[Tournament]":
    over = Q(state=State.FINISHED) | Q(state=State.CANCELLED, started__isnull=False)
    return Tournament.objects.listed().filter(over).order_by("-finished", "-pk")


def events_of(user: User | AnonymousUser) -> "QuerySet[Tournament]":
    """Those that the user runs, or plays in, or has a bot in, and that are not over."""
    if user.pk is None:
        return Tournament.objects.none()
    entered = Entry.objects.playing().filter(Q(player=user.pk) | Q(player__owner=user.pk))
    plays = Q(pk__in=entered.values("tournament")) & ~Q(state=State.DRAFT)
    theirs = Q(organiser=user.pk) | Q(co_organisers=user.pk) | plays
    found = Tournament.objects.filter(theirs).values("pk")
    going_on = Tournament.objects.exclude(state__in=(State.FINISHED, State.CANCELLED))
    return going_on.filter(pk__in=found).order_by("-pk")


def entrants(tournament: Tournament) -> "QuerySet[Entry]":
    """Those who play, the strongest first."""
    return tournament.entries.playing().select_related("player__owner").in_order()
