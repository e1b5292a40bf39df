"""What moderators do to accounts."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.fair_notices import tell_lifted, tell_sanction
from games.models import ActKind, Report
from sumendi_site.accounts import told_names
from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.likeness import skeleton
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import is_given
from sumendi_site.accounts.renaming import give_back, given_name, validate_new_name
from sumendi_site.accounts.sanctions import Sanction, SanctionKind, SanctionQuerySet

from .fair_errors import BadName, CannotSanction, SanctionNotFound
from .leaving import come_back, leave
from .locking import lock_player
from .moderators import note_act, reason_of, require_may_judge
from .one_by_one import each

LONGEST_DAYS = 3650
LASTING = (SanctionKind.MUTE, SanctionKind.BAN)
BATCH = 100


@dataclass(frozen=True)
class Measure:
    """What is to be done, and why; for a mute or a ban after how many `days` it is over, never
    where that is None, and for a ban whether all running games are lost at once."""

    kind: SanctionKind
    reason: str
    days: int | None = None
    ends_games: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", reason_of(self.reason))
        if self.days is not None and self.kind not in LASTING:
            raise CannotSanction("Only a mute or a ban lasts for a time.")
        if self.days is not None and not 1 <= self.days <= LONGEST_DAYS:
            raise CannotSanction(f"A mute or a ban lasts 1 to {LONGEST_DAYS} days, or for good.")


def sanction(
    by: User,
    person: User,
    measure: Measure,
    key: uuid.UUID | None = None,
    report: Report | None = None,
) -> Sanction:
    """Act on an account. The same `key` again gives the same act. A ban closes the account and
    takes it out of everything: see `leaving`."""
    try:
        made = _impose(by, person, measure, key or uuid.uuid4(), report)
    except IntegrityError as error:
        raise CannotSanction(f"Another moderator acted on {person} at this moment.") from error
    carry_out(made.pk)
    return made


@transaction.atomic
def _impose(
    by: User, person: User, measure: Measure, key: uuid.UUID, report: Report | None
) -> Sanction:
    require_may_judge(by, person)
    lock_player(person)
    made = Sanction.objects.filter(key=key, by=by).first()
    if made is not None:
        return made
    person.refresh_from_db()
    if hindrance := _hindrance(person, measure.kind):
        raise CannotSanction(hindrance)
    now = timezone.now()
    act = Sanction(
        key=key,
        person=person,
        by=by,
        kind=measure.kind,
        reason=measure.reason,
        created=now,
        until=now + timedelta(days=measure.days) if measure.days else None,
        ends_games=measure.ends_games and measure.kind == SanctionKind.BAN,
    )
    said = f"{act.get_kind_display()} for {person}{_for_how_long(measure)}: {measure.reason}"
    _take_effect(act, person)
    act.save()
    note_act(ActKind.SANCTIONED, by, said, person=person, sanction=act, report=report)
    _remind(act.person)
    tell_sanction(act)
    return act


def in_days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"


def _for_how_long(measure: Measure) -> str:
    if measure.kind not in LASTING:
        return ""
    lasts = f", {in_days(measure.days)}" if measure.days else ", for good"
    return f"{lasts}, running games lost" if measure.ends_games else lasts


def _hindrance(person: User, kind: SanctionKind) -> str:
    if person.kind == User.Kind.HOUSE:
        return "House bots are part of the site."
    if is_deleted(person):
        return "This account was deleted."
    if person.is_bot and kind != SanctionKind.RENAME:
        return f"A program cannot be held to account: act on its owner, {person.owner}."
    if kind == SanctionKind.RENAME and is_given(person.username):
        return "This name was given by the site."
    if kind == SanctionKind.BAN and not person.is_active:
        return "This account is closed already."
    if kind in LASTING and person.sanctions.in_force().filter(kind=kind).exists():
        return f"{person} is under a {kind} already. Lift that first."
    return ""


def _take_effect(act: Sanction, person: User) -> None:
    if act.kind == SanctionKind.BAN:
        person.is_active = False
        person.save(update_fields=["is_active"])
    elif act.kind == SanctionKind.RENAME:
        act.former_name, act.former_skeleton = person.username, skeleton(person.username)
        person.username = given_name()
        person.save(update_fields=["username"])


def _remind(person: User) -> None:
    """Whether something waits for the person, or for who answers for a bot, to be read."""
    reader = person.owner or person
    theirs = Sanction.objects.filter(person__in=[reader, *reader.bots.all()])
    waits = any(act.is_to_be_seen for act in theirs.filter(seen=None, lifted=None))
    User.objects.filter(pk=reader.pk).exclude(must_read=waits).update(must_read=waits)


def carry_out(sanction_id: int) -> bool:
    """Take a banned account out of everything, or a name that was taken away from what was told.
    False when there is nothing to be done."""
    waiting = _not_carried_out().select_related("person").filter(pk=sanction_id).first()
    if waiting is None:
        return False
    if waiting.kind == SanctionKind.BAN:
        leave(waiting.person, ends_games=waiting.ends_games)
    else:
        told_names.rename(waiting.former_name, waiting.person.username)
    Sanction.objects.filter(pk=sanction_id).update(carried_out=timezone.now())
    return True


def _not_carried_out() -> SanctionQuerySet:
    kinds = (SanctionKind.BAN, SanctionKind.RENAME)
    return Sanction.objects.filter(kind__in=kinds, carried_out=None, lifted=None)


def keep_sanctions(now: datetime | None = None) -> int:
    """End the bans whose time is over, and carry out what a lost process has left. Returns
    how many."""
    moment = now or timezone.now()
    over = Sanction.objects.filter(kind=SanctionKind.BAN, lifted=None, until__lte=moment)
    ended = each(_ids(over), lambda pk: _end(pk, moment))
    return ended + each(_ids(_not_carried_out()), carry_out)


def _ids(rows: SanctionQuerySet) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])


def lift(by: User, sanction_id: int, why: str) -> Sanction:
    """Take an act back before its time. Doing it twice is no error."""
    why = reason_of(why)
    lifted = write_lift(by, sanction_id, why)
    come_back(lifted.person)
    return lifted


@transaction.atomic
def write_lift(by: User, sanction_id: int, why: str) -> Sanction:
    """The part of `lift` that is done at once or not at all; what is left, `come_back`, the sweeps
    do as well."""
    act = find_sanction(sanction_id)
    require_may_judge(by, act.person)
    if not _lift(act, timezone.now(), by, why):
        return act
    said = f"{act.get_kind_display()} of {act.person} lifted: {why}"
    note_act(ActKind.LIFTED, by, said, person=act.person, sanction=act)
    return act


def _end(sanction_id: int, now: datetime) -> bool:
    with transaction.atomic():
        act = find_sanction(sanction_id)
        ended = _lift(act, now, None, "Its time is over.")
    if ended:
        come_back(act.person)
    return ended


def find_sanction(sanction_id: int) -> Sanction:
    found = Sanction.objects.with_appeals().filter(pk=sanction_id).first()
    if found is None:
        raise SanctionNotFound
    return found


def _lift(act: Sanction, now: datetime, by: User | None, why: str) -> bool:
    """Claim it by one conditional update; False when it was lifted before."""
    lock_player(act.person)
    still = Sanction.objects.filter(pk=act.pk, lifted=None)
    if not still.update(lifted=now, lifted_by=by, lifted_why=why):
        return False
    act.lifted, act.lifted_by, act.lifted_why = now, by, why
    person = act.person
    if act.kind == SanctionKind.BAN:
        person.is_active = True
        person.save(update_fields=["is_active"])
    elif act.kind == SanctionKind.RENAME and act.seen is None:
        give_back(person, act.former_name)
    _remind(person)
    tell_lifted(act)
    return True


@transaction.atomic
def acknowledge(reader: User, sanction_id: int) -> Sanction:
    """The person has read a warning. Doing it twice is no error."""
    act = own_sanction(reader, sanction_id)
    if act.kind != SanctionKind.WARNING:
        raise CannotSanction("Only a warning has to be read.")
    _mark_seen(act)
    return act


@transaction.atomic
def choose_name(reader: User, sanction_id: int, name: str) -> Sanction:
    """The person chooses, once, another name than the one that a moderator took."""
    act = own_sanction(reader, sanction_id)
    person = act.person
    if act.kind != SanctionKind.RENAME or act.lifted is not None:
        raise CannotSanction("You cannot change this name.")
    lock_player(person)
    if act.seen is not None:
        if person.username == name:
            return act
        raise CannotSanction("You have chosen a new name already.")
    if person.sanctions.filter(former_skeleton=skeleton(name), lifted=None).exists():
        raise BadName("A moderator took this name from you. Please choose another.")
    try:
        validate_new_name(name, person)
        person.username = name
        with transaction.atomic():
            person.save(update_fields=["username"])
    except ValidationError as error:
        raise BadName(error.messages[0]) from error
    except IntegrityError as error:
        raise BadName("Somebody took this name a moment before you.") from error
    _mark_seen(act)
    return act


def _mark_seen(act: Sanction) -> None:
    Sanction.objects.filter(pk=act.pk, seen=None).update(seen=timezone.now())
    act.refresh_from_db(fields=["seen"])
    _remind(act.person)


def own_sanction(reader: User, sanction_id: int) -> Sanction:
    """One on `reader` or on a bot of theirs. Raises SanctionNotFound."""
    act = find_sanction(sanction_id)
    if reader.pk not in (act.person_id, act.person.owner_id):
        raise SanctionNotFound
    return act


def sanctions_on(reader: User) -> SanctionQuerySet:
    """All that was done to an account and its bots, the newest first."""
    theirs = Sanction.objects.filter(person__in=[reader, *reader.bots.all()])
    return theirs.with_appeals()
