"""Names that are free: nobody else's, and nothing that looks like one."""

import secrets

from django.core.exceptions import ValidationError
from django.db.models import Q

from .deletion import is_held
from .likeness import OLDER, skeleton
from .models import User
from .names import RENAMED_PREFIX, validate_chosen_name, validate_username
from .sanctions import Sanction


def require_unlike(name: str, own: User | None = None) -> None:
    """Refuse a name that looks like that of another account than `own`, like one that was deleted
    lately, or like one that a moderator took, which `own` alone can have again once that was
    lifted.

    Raises:
        ValidationError: with one of the codes ``held`` and ``alike``.
    """
    looks = skeleton(name)
    alike = User.objects.filter(Q(name_skeleton=looks) | Q(name_skeleton__startswith=looks + OLDER))
    taken = Sanction.objects.filter(former_skeleton=looks)
    if own is not None:
        alike = alike.exclude(pk=own.pk)
        taken = taken.exclude(person=own.pk, lifted__isnull=False)
    if is_held(name):
        raise ValidationError(
            "An account of this name, or one that looks like it, was deleted not long ago: nobody "
            "can take the name before 90 days have passed.",
            "held",
        )
    if alike.exists() or taken.exists():
        raise ValidationError(
            "This name looks too much like that of somebody else. Please choose another.", "alike"
        )


def validate_new_name(name: str, own: User | None = None) -> None:
    """All that is asked of a name that somebody chooses. Raises ValidationError."""
    validate_username(name)
    validate_chosen_name(name)
    holder = User.objects.named(name)
    if holder is not None and holder != own:
        raise ValidationError("Somebody has this name already.", "taken")
    require_unlike(name, own)


def give_back(person: User, name: str) -> None:
    """Let an account have its former name again, which nobody else could take meanwhile. Where it
    looks like that of another one it did so before names were compared."""
    looks = skeleton(name)
    if User.objects.filter(name_skeleton=looks).exclude(pk=person.pk).exists():
        person.name_skeleton = f"{looks}{OLDER}{person.pk}"
    person.username = name
    person.save(update_fields=["username"])


def given_name() -> str:
    """A free name for an account that lost its own."""
    name = RENAMED_PREFIX + secrets.token_hex(4)
    while User.objects.filter(username=name).exists():
        name = RENAMED_PREFIX + secrets.token_hex(4)
    return name
