"""Accounts that go for good, while the games that they played stay their opponents'.

What tells who it was goes at once, in one transaction. The rest is done by a worker, app by app,
in steps that can be repeated without harm; a sweep finds what was left half done.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from sumendi_site.queue import wake
from sumendi_site.refusals import Refusal

from . import told_names
from .banned_addresses import forget_ended, keep_banned
from .blocks import Block
from .deleted import Deletion
from .follows import Follow
from .likeness import skeleton
from .models import Invitation, User
from .names import DELETED_PREFIX
from .preferences import Preferences
from .sanctions import Appeal, Sanction
from .sessions import sessions_of
from .tokens import ApiToken

FINISH = "sumendi_site.tasks.finish_deletions"
HELD = timedelta(days=90)
"""So long nobody can take the name, or one that looks like it."""
BATCH = 50
GONE = "(deleted)"
"""What stands where something was written that others answered."""

logger = logging.getLogger(__name__)


class CannotDelete(Refusal):
    """Something has to be done before the account can go; the message says what."""

    code = "cannot_delete"


@dataclass(frozen=True)
class Hindrance:
    """What has to be done before an account can go, in a sentence that begins "You", and the
    `address` of the page where it is done."""

    sentence: str
    address: str = ""


@dataclass(frozen=True)
class Farewell:
    """What an app does when an account goes. `hand_over` gives to others what they run; it belongs
    to the act of deleting, which it comes before, and is undone if `hindrances` are left. `forget`
    takes the account out of whatever runs and lets go of its rows, later on; both can be repeated
    without harm."""

    forget: Callable[[User], None]
    hand_over: Callable[[User], None] = lambda person: None
    hindrances: Callable[[User], list[Hindrance]] = lambda person: []


_farewells: dict[str, Farewell] = {}


def register(app: str, farewell: Farewell) -> None:
    _farewells[app] = farewell


def hindrances(person: User) -> list[Hindrance]:
    """What keeps an account from being deleted now."""
    if person.kind not in (User.Kind.PERSON, User.Kind.GUEST):
        return [Hindrance("Only people have an account to delete.")]
    if person.is_superuser:
        return [Hindrance("You operate this site: another operator has to take that from you.")]
    return [one for farewell in _farewells.values() for one in farewell.hindrances(person)]


@transaction.atomic
def delete_account(person: User) -> Deletion:
    """Let go of an account. From now on nobody can sign in to it, or find it by its name. Doing it
    twice is no error. Raises CannotDelete."""
    for farewell in _farewells.values():
        farewell.hand_over(person)
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    made = Deletion.objects.filter(person=person).first()
    if made is not None:
        return made
    if found := hindrances(person):
        raise CannotDelete(" ".join(one.sentence for one in found))
    made = Deletion.objects.create(
        person=person, former_name=person.username, looks=looks_of(person.username)
    )
    keep_banned(person)
    _forget_who_it_was(person)
    wake(FINISH)
    return made


def _forget_who_it_was(person: User) -> None:
    person.username = _free_name(person)
    person.email = person.about = ""
    person.is_active = person.is_staff = person.must_read = False
    person.last_login = person.looked_in = person.visit_before = None
    for field in Preferences._meta.local_fields:
        setattr(person, field.name, field.get_default())
    person.set_unusable_password()
    person.save()
    person.groups.clear()
    person.user_permissions.clear()
    for rows in (EmailAddress.objects, Authenticator.objects, ApiToken.objects):
        rows.filter(user=person).delete()
    # At once: an act that ended or was lifted later would open the account, or give its name back.
    acts = Sanction.objects.filter(person=person, lifted=None)
    acts.update(lifted=timezone.now(), lifted_why="The account was deleted.")


def _free_name(person: User) -> str:
    """Somebody may have chosen such a name before it was the site's to give."""
    name = f"{DELETED_PREFIX}{person.pk}"
    while User.objects.named(name):
        name += "x"
    return name


def looks_of(name: str) -> str:
    """By what a name can be known again that nobody has written down."""
    return salted_hmac(__name__, skeleton(name), algorithm="sha256").hexdigest()


def is_held(name: str) -> bool:
    """Whether a name looks like that of an account which was deleted not long ago."""
    since = timezone.now() - HELD
    return Deletion.objects.filter(looks=looks_of(name), asked__gt=since).exists()


def finish_deletions(now: datetime | None = None) -> int:
    """Do what is left to do for the accounts that were deleted; one that fails is tried again the
    next time. Returns how many were finished."""
    moment = now or timezone.now()
    forget_ended(moment)
    over = Deletion.objects.filter(asked__lte=moment - HELD)
    over.exclude(looks="").update(looks="")
    waiting = Deletion.objects.filter(finished=None).select_related("person").order_by("asked")
    return sum(_tried(deletion) for deletion in waiting[:BATCH])


def _tried(deletion: Deletion) -> bool:
    try:
        _finish(deletion)
    except Exception:
        logger.exception("The deletion of account %d could not be finished", deletion.person_id)
        return False
    return True


def _finish(deletion: Deletion) -> None:
    """Apps that know others come before those that they know."""
    for farewell in reversed(_farewells.values()):
        farewell.forget(deletion.person)
    told_names.rename(deletion.former_name, deletion.person.username)
    unfinished = Deletion.objects.filter(pk=deletion.pk, finished=None)
    unfinished.update(finished=timezone.now(), former_name="")


def forget(person: User) -> None:
    """The farewell of the accounts themselves. The name that a moderator took from the account is
    still taken."""
    _forget_former_names(person)
    of_accounts = ContentType.objects.get_for_model(User)
    looks = LogEntry.objects.filter(content_type=of_accounts, object_id=str(person.pk))
    looks.update(object_repr=person.username)
    Appeal.objects.filter(sanction__person=person).delete()
    _forget_people([person, *person.bots.all()])
    Invitation.objects.filter(used_by=person).update(used_by=None)
    Invitation.objects.filter(created_by=person).update(created_by=None, note="")
    _forget_sessions(person)


def _forget_former_names(person: User) -> None:
    """Also where they were told before a moderator took them away."""
    taken = Sanction.objects.filter(person=person).exclude(former_name="")
    for name in taken.values_list("former_name", flat=True):
        told_names.rename(name, person.username)
    taken.update(former_name="")


def _forget_people(accounts: list[User]) -> None:
    """Whom they know, and who knows them."""
    for rows, field in ((Block, "blocked"), (Follow, "followed")):
        rows.objects.filter(owner__in=accounts).delete()
        rows.objects.filter(**{f"{field}__in": accounts}).delete()


def _forget_sessions(person: User) -> None:
    """None of them lets anybody in any more."""
    theirs = [session.pk for session in sessions_of(person)]
    Session.objects.filter(pk__in=theirs).delete()
