"""Ending mails by a link, without signing in."""

from dataclasses import dataclass

from django.core import signing
from django.db import transaction

from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.models import User
from sumendi_site.notices.kinds import ChannelCode, all_kinds, find
from sumendi_site.notices.models import NoticeSettings

EVERY_KIND = "*"
_signer = signing.Signer(salt="sumendi.notices.unsubscribe")


@dataclass(frozen=True)
class Subscription:
    """Who gets mails of which kind, or of every kind."""

    user: User
    kind: str

    @property
    def label(self) -> str:
        kind = find(self.kind)
        return kind.label if kind else "all notices"


def token(user: User, kind: str) -> str:
    """What stands in the link. It holds for ever, and for nothing else."""
    return _signer.sign(f"{user.pk}:{kind}")


def read(text: str) -> Subscription | None:
    """What a token stands for; None when this site did not make it, or the account is gone."""
    try:
        number, _, kind = _signer.unsign(text).partition(":")
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=number).first()
    return Subscription(user, kind) if user and not is_deleted(user) else None


@transaction.atomic
def unsubscribe(subscription: Subscription) -> None:
    """No more mails of this kind. Doing it twice is no error."""
    NoticeSettings.objects.get_or_create(user=subscription.user)
    choices = NoticeSettings.objects.select_for_update().get(user=subscription.user)
    for kind in all_kinds():
        if subscription.kind in (EVERY_KIND, kind.code):
            kept = [way for way in ChannelCode if way != ChannelCode.EMAIL]
            choices.choose(kind, [way for way in kept if choices.wants(kind, way)])
    choices.save()
