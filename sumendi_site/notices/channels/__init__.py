"""The ways by which notices reach people; each is a folder with one `Channel`."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from sumendi_site.accounts.models import User
from sumendi_site.notices.kinds import ChannelCode
from sumendi_site.notices.models import Delivery


class Undeliverable(Exception):
    """It will not get better by trying again; the message says why, to the reader."""


class Channel(Protocol):
    """`send` raises Undeliverable to give up, and any other exception to be tried again later."""

    code: ChannelCode
    label: str

    @property
    def delay(self) -> timedelta:
        """How long a notice waits, in case it is seen on the site meanwhile."""

    def targets(self, user: User) -> list[str]:
        """Where to send a notice for `user`: one text for each delivery, empty when this channel
        cannot reach them."""

    def send(self, deliveries: Sequence[Delivery]) -> None:
        """Send one message with these deliveries of one recipient, to the same target."""


def all_channels() -> list[Channel]:
    from .bell import Bell
    from .email import Email
    from .push import Push

    return [Bell(), Email(), Push()]


def channel(code: str) -> Channel:
    return next(channel for channel in all_channels() if channel.code == code)
