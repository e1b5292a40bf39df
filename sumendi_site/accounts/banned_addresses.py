"""Addresses of accounts that were deleted under a ban, which would else end with a new sign-up."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from .deleted import BannedAddress
from .models import User
from .sanctions import Sanction, SanctionKind


def keep_banned(person: User) -> None:
    """Know the addresses of somebody who is banned until the ban would end. The caller deletes the
    account after that."""
    bans = Sanction.objects.in_force().filter(person=person, kind=SanctionKind.BAN)
    for until in bans.values_list("until", flat=True):
        rows = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
        addresses = {address.lower() for address in (*rows, person.email) if address}
        BannedAddress.objects.bulk_create(
            BannedAddress(looks=looks_of(address), until=until) for address in sorted(addresses)
        )


def looks_of(address: str) -> str:
    """By what an address can be known again that nobody has written down."""
    return salted_hmac(__name__, address.lower(), algorithm="sha256").hexdigest()


def require_not_banned(address: str) -> None:
    """For whoever signs up with an address or adds it. Raises ValidationError, which does not say
    more than it must to who only tries addresses."""
    lasting = Q(until=None) | Q(until__gt=timezone.now())
    if BannedAddress.objects.filter(lasting, looks=looks_of(address)).exists():
        raise ValidationError("This address cannot be used here.", "banned")


def forget_ended(now: datetime) -> None:
    BannedAddress.objects.filter(until__lte=now).delete()
