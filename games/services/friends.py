"""Friends, and who may offer whom a game."""

from django.db import transaction

from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.follows import Follow
from sumendi_site.accounts.models import User
from sumendi_site.accounts.preferences import ChallengesFrom

from .blocks import require_no_block
from .errors import CannotChallenge, CannotFollow

MOST_FRIENDS = 500


@transaction.atomic
def follow(owner: User, other: User) -> None:
    """Count `other` among one's friends, which nobody else is told. Doing it twice is no error."""
    if owner.pk == other.pk:
        raise CannotFollow("You cannot be a friend of your own.")
    if owner.kind == User.Kind.GUEST or other.kind == User.Kind.GUEST:
        raise CannotFollow("Guests have no friends here, and are nobody's: sign up first.")
    if is_deleted(other):
        raise CannotFollow("This account was deleted.")
    require_no_block(owner, other)
    if owner.follows.filter(followed=other).exists():
        return
    if owner.follows.count() >= MOST_FRIENDS:
        raise CannotFollow(f"You have {MOST_FRIENDS} friends. Let go of one first.")
    Follow.objects.get_or_create(owner=owner, followed=other)


def unfollow(owner: User, other: User) -> None:
    """Take it back; doing it twice is no error."""
    Follow.objects.filter(owner=owner, followed=other).delete()


def unwelcome(opponent: User, *, is_friend: bool) -> str:
    """Why `opponent` wants no challenge of somebody; empty if they do. `is_friend` is whether
    `opponent` counts them among their friends."""
    wanted = opponent.challenges_from
    if wanted == ChallengesFrom.NOBODY:
        return f"{opponent} accepts no challenges."
    if wanted == ChallengesFrom.FRIENDS and not is_friend:
        return f"{opponent} accepts challenges of friends alone."
    return ""


def require_welcome(creator: User, opponent: User) -> None:
    """Raises CannotChallenge. The query is for those alone who have friends to ask for."""
    is_picky = opponent.challenges_from == ChallengesFrom.FRIENDS
    is_friend = is_picky and opponent.follows.filter(followed=creator).exists()
    if said := unwelcome(opponent, is_friend=is_friend):
        raise CannotChallenge(said)
