"""Players who want nothing to do with each other."""

from django.db import transaction
from django.utils import timezone

from games.models import Offer
from games.models.offer import OfferStatus
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.follows import Follow
from sumendi_site.accounts.models import User

from .errors import Blocked, CannotBlock


@transaction.atomic
def block(owner: User, other: User) -> None:
    """From now on neither offers the other a game or writes to the other, nor are they friends.
    Open challenges between them are closed; running games go on. Doing it twice is no error."""
    if owner.pk == other.pk:
        raise CannotBlock("You cannot block yourself.")
    if is_deleted(other):
        raise CannotBlock("This account was deleted.")
    Block.objects.get_or_create(owner=owner, blocked=other)
    Follow.objects.between(owner, other).delete()
    now = timezone.now()
    challenges = Offer.objects.filter(status=OfferStatus.OPEN)
    challenges.filter(creator=owner, opponent=other).update(
        status=OfferStatus.WITHDRAWN, answered=now
    )
    challenges.filter(creator=other, opponent=owner).update(
        status=OfferStatus.DECLINED, answered=now
    )


def unblock(owner: User, other: User) -> None:
    """Take the block back; doing it twice is no error."""
    Block.objects.filter(owner=owner, blocked=other).delete()


def require_no_block(actor: User, other: User) -> None:
    """Raises Blocked, with the reason as `actor` may know it, when one blocks the other."""
    owners = set(Block.objects.between(actor, other).values_list("owner_id", flat=True))
    if actor.pk in owners:
        raise Blocked(
            f"You have blocked {other}. To play or to write with {other} again, undo that on the "
            "page of your account."
        )
    if owners:
        raise Blocked(f"{other} has blocked you. Games that you play already go on.")
