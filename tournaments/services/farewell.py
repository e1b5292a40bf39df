"""What becomes of tournaments when an account is deleted. Their tables stay."""

from django.db import transaction
from django.db.models import F, Q, QuerySet

from sumendi_site.accounts.deletion import GONE, Farewell
from sumendi_site.accounts.models import User
from tournaments.models import Act, Appeal, LogEntry, State, Tournament

from .locking import lock
from .log import note

OVER = (State.FINISHED, State.CANCELLED)


def hindrance(person: User) -> str:
    """An event that is not over needs somebody who takes it over."""
    for event in _organised(person).order_by("pk"):
        if not _heirs(event).exists():
            return (
                f"You organise {event}, which is not over. Add a co-organiser, who then takes it "
                "over, or cancel it."
            )
    return ""


def _organised(person: User) -> "QuerySet[Tournament]":
    return Tournament.objects.filter(organiser=person).exclude(state__in=OVER)


def _heirs(event: Tournament) -> "QuerySet[User]":
    return event.co_organisers.filter(is_active=True).order_by("pk")


def forget(person: User) -> None:
    """Hand over the events that are not over, and let go of their words. Entries are withdrawn
    where games are left, see `entering.withdraw_everywhere`."""
    for event in _organised(person):
        _hand_over(person, event.pk)
    for event in Tournament.objects.filter(co_organisers=person).exclude(state__in=OVER):
        _step_back(person, event.pk)
    _forget_words(person)
    _show_anew(person)


@transaction.atomic
def _hand_over(person: User, event_id: int) -> None:
    """To the co-organiser who is here longest; where there is none left, moderators stand in."""
    event = lock(event_id)
    heir = _heirs(event).first()
    if heir is None or event.organiser_id != person.pk:
        return
    event.organiser = heir
    event.save(update_fields=["organiser"])
    event.co_organisers.remove(heir)
    note(event, Act.STAFF, person, organiser=str(heir))


@transaction.atomic
def _step_back(person: User, event_id: int) -> None:
    event = lock(event_id)
    if event.co_organisers.filter(pk=person.pk).exists():
        event.co_organisers.remove(person)
        note(event, Act.STAFF, person, removed=str(person))


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


FAREWELL = Farewell(forget, hindrance)
