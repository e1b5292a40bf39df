"""What becomes of tournaments when an account is deleted. Their tables stay."""

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse

from sumendi_site.accounts.deletion import GONE, Farewell, Hindrance
from sumendi_site.accounts.models import User
from tournaments.event_notices import tell_directors, tell_heir
from tournaments.models import Act, Appeal, LogEntry, State, Tournament

from .locking import lock
from .log import note

OVER = (State.FINISHED, State.CANCELLED)


def hindrances(person: User) -> list[Hindrance]:
    """Each event that is not over needs somebody who takes it over."""
    return [
        Hindrance(
            f"You organise {event}, which is not over. Add a co-organiser, who then takes it over, "
            "or cancel it.",
            reverse("tournament-desk", args=[event.slug]),
        )
        for event in _not_over().filter(organiser=person).order_by("pk")
        if not _heirs(event).exists()
    ]


def _not_over() -> "QuerySet[Tournament]":
    return Tournament.objects.exclude(state__in=OVER)


def _heirs(event: Tournament) -> "QuerySet[User]":
    return event.co_organisers.filter(is_active=True).order_by("pk")


@transaction.atomic
def hand_over(person: User) -> None:
    """Leave the events that are not over to those who organise them, too. All of them stay locked,
    so that the last two organisers of one cannot leave it at the same moment."""
    run = Q(organiser=person) | Q(co_organisers=person)
    found = _not_over().filter(run).order_by("pk").distinct()
    for event_id in list(found.values_list("pk", flat=True)):
        event = lock(event_id)
        if event.organiser_id != person.pk:
            _step_back(person, event)
        elif heir := _heirs(event).first():
            _make_organiser(heir, event, person)


def _make_organiser(heir: User, event: Tournament, before: User) -> None:
    """The co-organiser who is here longest."""
    event.organiser = heir
    event.save(update_fields=["organiser"])
    event.co_organisers.remove(heir)
    note(event, Act.STAFF, before, organiser=str(heir))
    tell_heir(event)


def _step_back(person: User, event: Tournament) -> None:
    if event.co_organisers.filter(pk=person.pk).exists():
        event.co_organisers.remove(person)
        note(event, Act.STAFF, person, removed=str(person))


def forget(person: User) -> None:
    """Let go of their words. Entries are withdrawn where games are left, see
    `entering.withdraw_everywhere`."""
    hand_over(person)  # what they were given while they went
    _leave_to_moderators(person)
    _forget_words(person)
    _show_anew(person)


@transaction.atomic
def _leave_to_moderators(person: User) -> None:
    for event_id in list(_not_over().filter(organiser=person).values_list("pk", flat=True)):
        tell_directors(lock(event_id), f"alone:{event_id}", "alone")


def _forget_words(person: User) -> None:
    """The reasons of their appeals and their bots', where decisions and where logs tell them."""
    accounts = [person, *person.bots.all()]
    Appeal.objects.filter(by__in=accounts).exclude(why=GONE).update(why=GONE)
    for entry in LogEntry.objects.filter(by__in=accounts, act=Act.APPEALED):
        LogEntry.objects.filter(pk=entry.pk).update(data={**entry.data, "why": GONE})


def _show_anew(person: User) -> None:
    """The tables that are kept tell names."""
    played = Q(entries__player=person) | Q(organiser=person) | Q(co_organisers=person)
    events = Tournament.objects.filter(pk__in=Tournament.objects.filter(played).values("pk"))
    events.update(version=F("version") + 1)


FAREWELL = Farewell(forget, hand_over, hindrances)
