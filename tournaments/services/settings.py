"""Making an event, its settings, who organises it, and calling it off."""

import uuid
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from games.services.locking import lock_player
from games.services.talk import require_not_muted
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake
from tournaments.event_notices import tell_cancelled
from tournaments.models import Access, Act, Format, State, Tournament

from . import terms
from .errors import (
    BadSetting,
    MayNotOrganise,
    NotTheOrganiser,
    SettingStands,
    TooManyTournaments,
    WrongState,
)
from .locking import lock_for
from .log import note
from .progress import rounds_out

MOST_AT_ONCE = 20
"""Events of one organiser that are neither finished nor cancelled."""
MOST_CO_ORGANISERS = 10
TRIES = 3
KEEP_ROUNDS = "tournaments.tasks.keep_rounds"
"""The task that looks which events can go on."""
OVER = (State.FINISHED, State.CANCELLED)


@transaction.atomic
def create(organiser: User, key: uuid.UUID | None = None, **settings: Any) -> Tournament:
    """A draft with these settings, which are named as their columns; nobody else sees it. The same
    `key` again gives the same event. Raises BadSetting, MayNotOrganise, Muted and
    TooManyTournaments."""
    made = made_before(organiser, key)
    if made is not None:
        return made
    running = Tournament.objects.filter(organiser=organiser).exclude(state__in=OVER)
    if running.count() >= MOST_AT_ONCE:
        raise TooManyTournaments(f"You have {MOST_AT_ONCE} tournaments that are not over yet.")
    require_not_muted(organiser)
    tournament = Tournament(organiser=organiser, key=key or uuid.uuid4())
    _set(tournament, terms.with_usual(settings), terms.BEFORE_THE_START)
    save_at_free_address(tournament)
    note(tournament, Act.CREATED, organiser, name=tournament.name)
    return tournament


def made_before(organiser: User, key: uuid.UUID | None) -> Tournament | None:
    """What an organiser, who is locked until the transaction ends, has made with this key. Raises
    MayNotOrganise, and BadSetting for somebody else's key."""
    if organiser.kind != User.Kind.PERSON:
        raise MayNotOrganise("Sign up to organise a tournament.")
    lock_player(organiser)
    made = Tournament.objects.filter(key=key).first() if key else None
    if made is not None and made.organiser_id != organiser.pk:
        raise BadSetting("This key belongs to another tournament.", reason="key")
    return made


def is_as_asked(tournament: Tournament, settings: Mapping[str, Any]) -> bool:
    """Whether an event has just these settings, in whatever way they were written; passwords cannot
    be compared."""
    asked = Tournament(**terms.with_usual({**settings, "password": ""}))
    asked.password = tournament.password
    terms.validate(asked)
    columns = [name for name in settings if name != "password"]
    return all(getattr(asked, name) == getattr(tournament, name) for name in columns)


@transaction.atomic
def change(director: User, slug: str, **settings: Any) -> Tournament:
    """Give settings other values, all or none: before the start all of them, then those that do not
    touch the rules that were announced. The number of rounds is never below the rounds that are
    paired already. Raises BadSetting and SettingStands, and Muted for a new name or text."""
    tournament = lock_for(director, slug)
    if settings.get("format", tournament.format) != tournament.format:
        settings = terms.with_usual(settings)
    before = terms.values(tournament)
    _set(tournament, settings, open_to_change(tournament))
    changes = terms.changes(before, terms.values(tournament))
    if not changes and not settings.get("password"):
        return tournament
    if not terms.ALWAYS.isdisjoint(changes):
        require_not_muted(director)
    if "rounds" in changes:
        _require_possible_rounds(tournament, before["rounds"])
        tournament.all_rounds.not_out().filter(number__gt=tournament.rounds).delete()
    tournament.save()
    act = Act.ROUNDS if list(changes) == ["rounds"] else Act.CHANGED
    note(tournament, act, director, changes=changes)
    if tournament.is_running:
        wake(KEEP_ROUNDS)
    return tournament


def open_to_change(tournament: Tournament) -> frozenset[str]:
    """The settings that can be given other values now, by the names of their columns."""
    if tournament.state in OVER:
        return terms.ALWAYS
    return terms.WHILE_RUNNING if tournament.is_running else terms.BEFORE_THE_START


def _set(tournament: Tournament, settings: Mapping[str, Any], may: frozenset[str]) -> None:
    for name, value in settings.items():
        if name not in terms.BEFORE_THE_START:
            raise BadSetting(f"A tournament has no setting named {name[:40]}.", reason=name[:40])
        if name not in may and value != getattr(tournament, name):
            said = "The tournament has begun: this stands as it was announced."
            raise SettingStands(said, reason=name)
        if name == "starts" and value != tournament.starts:
            _require_to_come(value)
        if name != "password":
            setattr(tournament, name, value)
    if settings.get("password"):
        terms.validate_password(settings["password"])
        tournament.password = make_password(settings["password"])
    if tournament.access != Access.PASSWORD:
        tournament.password = ""
    terms.validate(tournament)


def _require_to_come(start: datetime | None) -> None:
    if start is not None and start < timezone.now():
        said = "This start has passed. Choose one to come, or leave it empty to begin it yourself."
        raise BadSetting(said, reason="starts")


def _require_possible_rounds(tournament: Tournament, before: int) -> None:
    if tournament.is_running and tournament.format == Format.ROUND_ROBIN:
        raise SettingStands("The table of a round robin gives its rounds.", reason="rounds")
    paired = rounds_out(tournament)
    if tournament.rounds < paired:
        said = f"{paired} rounds are paired already: there cannot be fewer."
        raise BadSetting(said, reason="rounds")
    if not tournament.is_running or tournament.rounds <= before:
        return
    players = tournament.entries.exclude(number=None).count()
    if tournament.rounds > terms.most_rounds(players):
        most = f"{terms.most_rounds(players)} rounds at most"
        said = f"{players} players can play {most}: nobody meets anybody twice."
        raise BadSetting(said, reason="rounds")


def save_at_free_address(tournament: Tournament) -> None:
    """Another organiser may take the address at the same time: then the next one is taken."""
    for _ in range(TRIES):
        tournament.slug = _free_slug(tournament.name)
        with suppress(IntegrityError), transaction.atomic():
            tournament.save()
            return
    raise TooManyTournaments("Many tournaments of this name are being made. Try again.")


def _free_slug(name: str) -> str:
    """The address of a new event: its name, with a number if another one has it."""
    stem = slugify(name)[:50].strip("-") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | {
        "new"
    }
    number = 2
    slug = stem
    while slug in taken:
        slug = f"{stem}-{number}"
        number += 1
    return slug


@transaction.atomic
def open_registration(director: User, slug: str) -> Tournament:
    """Let players see the event and enter. Doing it twice is no error."""
    tournament = lock_for(director, slug)
    if tournament.is_open:
        return tournament
    if tournament.state != State.DRAFT:
        raise WrongState("Its registration was opened before.")
    tournament.state = State.REGISTRATION
    tournament.save(update_fields=["state"])
    note(tournament, Act.OPENED, director)
    return tournament


@transaction.atomic
def cancel(director: User, slug: str, why: str = "") -> Tournament:
    """Call the event off; games that run go on, and no more are paired. Doing it twice is no
    error."""
    tournament = lock_for(director, slug)
    if tournament.state == State.CANCELLED:
        return tournament
    if tournament.state == State.FINISHED:
        raise WrongState("This tournament is over.")
    tournament.all_rounds.not_out().delete()
    was_seen = tournament.state != State.DRAFT
    tournament.state = State.CANCELLED
    tournament.finished = timezone.now()
    tournament.save(update_fields=["state", "finished"])
    note(tournament, Act.CANCELLED, director, why=strip_invisible(why)[:500])
    if was_seen:
        tell_cancelled(tournament)
    return tournament


@transaction.atomic
def add_co_organiser(organiser: User, slug: str, other: User) -> Tournament:
    """`other` may do all that the organiser may, but for this. Doing it twice is no error."""
    tournament = _lock_for_organiser(organiser, slug)
    if other.kind != User.Kind.PERSON or not other.is_active:
        raise MayNotOrganise(f"{other} cannot organise tournaments.")
    if tournament.is_directed_by(other):
        return tournament
    if tournament.co_organisers.count() >= MOST_CO_ORGANISERS:
        raise MayNotOrganise(f"A tournament has at most {MOST_CO_ORGANISERS} co-organisers.")
    tournament.co_organisers.add(other)
    note(tournament, Act.STAFF, organiser, added=str(other))
    return tournament


@transaction.atomic
def remove_co_organiser(organiser: User, slug: str, other: User) -> Tournament:
    """Co-organisers may also leave by themselves. Doing it twice is no error."""
    leaves = organiser.pk == other.pk
    tournament = lock_for(organiser, slug) if leaves else _lock_for_organiser(organiser, slug)
    if tournament.co_organisers.filter(pk=other.pk).exists():
        tournament.co_organisers.remove(other)
        note(tournament, Act.STAFF, organiser, removed=str(other))
    return tournament


def _lock_for_organiser(organiser: User, slug: str) -> Tournament:
    tournament = lock_for(organiser, slug)
    if tournament.organiser_id != organiser.pk:
        raise NotTheOrganiser
    return tournament
