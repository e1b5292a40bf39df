"""What a reader has seen needs no mail any more."""

from collections.abc import Iterable

from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish

from .kinds import SEEN_EVENT
from .models import Notice, NoticeQuerySet

MOST_COUNTED = 100


def unseen_count(user: User) -> int:
    """How many notices the bell shows as new, at most `MOST_COUNTED`."""
    return Notice.objects.in_bell_of(user).unseen().order_by()[:MOST_COUNTED].count()


def seen_at(user: User, about: str) -> None:
    """`user` looks at the page that shows all notices with this `about`."""
    # Nearly always there are none, and a look is cheaper than a write.
    unseen = unseen_about(user.pk, about)
    if unseen.exists():
        mark_seen(user, unseen)


def unseen_about(user_id: int | None, about: str) -> NoticeQuerySet:
    """The notices that the page with this `about` shows and the user has not seen."""
    return Notice.objects.filter(recipient=user_id, about=about).unseen()


def seen(user: User, notices: Iterable[Notice]) -> None:
    """`user` has had these notices before their eyes."""
    numbers = [notice.pk for notice in notices if notice.seen is None]
    if numbers:
        mark_seen(user, Notice.objects.filter(recipient=user, pk__in=numbers).unseen())


def all_seen(user: User) -> None:
    mark_seen(user, Notice.objects.filter(recipient=user).unseen())


def mark_seen(user: User, notices: NoticeQuerySet) -> None:
    """Note that `user` has seen these notices of theirs, and tell their open pages."""
    if notices.update(seen=timezone.now()):
        publish(player_topic(user.pk), SEEN_EVENT, {})
