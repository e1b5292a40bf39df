"""E-mail: a message a notice, or one a day, as plain text and as HTML."""

import re
from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

from allauth.account.models import EmailAddress
from django.conf import settings

from sumendi_site.accounts.models import User
from sumendi_site.notices.channels import Undeliverable
from sumendi_site.notices.kinds import ChannelCode
from sumendi_site.notices.models import Delivery

from .message import compose

ENHANCED_STATUS = re.compile(r"[245]\.\d{1,3}\.\d{1,3}\b")


class Email:
    code = ChannelCode.EMAIL
    label = "E-mail"

    @property
    def delay(self) -> timedelta:
        return timedelta(seconds=settings.NOTICE_MAIL_DELAY)

    def targets(self, user: User) -> list[str]:
        return [""] if settings.MAIL_CONFIGURED and address_of(user) else []

    def send(self, deliveries: Sequence[Delivery]) -> None:
        recipient = deliveries[0].notice.recipient
        address = address_of(recipient)
        if address is None:
            raise Undeliverable("Your account has no confirmed e-mail address.")
        message = compose(address, recipient, [delivery.notice for delivery in deliveries])
        try:
            message.send()
        except SMTPRecipientsRefused as error:
            # One message has one recipient, whose name may be written in another way here.
            ((code, reply),) = error.recipients.values()
            if not is_no_such_mailbox(code, _text(reply)):
                raise
            raise Undeliverable(f"Your mail server refused it: {_text(reply)}") from error
        except SMTPServerDisconnected as error:
            raise ConnectionAbortedError from error


def address_of(user: User) -> str | None:
    """The address of a person who plays here, once it has been confirmed."""
    if user.kind != User.Kind.PERSON or not user.is_active:
        return None
    confirmed = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    return confirmed.email if confirmed else None


def is_no_such_mailbox(code: int, reply: str) -> bool:
    """Whether a refusal is about the recipient (RFC 3463: 5.1.x, for servers that say it so).
    Others are about this site, as when its mail is taken for spam, and may end."""
    if code not in (550, 551, 553):
        return False
    enhanced = ENHANCED_STATUS.match(reply)
    return enhanced is None or enhanced[0].startswith("5.1.")


def _text(reply: bytes | str) -> str:
    return reply.decode(errors="replace") if isinstance(reply, bytes) else reply
