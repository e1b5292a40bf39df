"""The message itself: what it says, and how to get no more of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice

from .unsubscribing import EVERY_KIND, token


@dataclass(frozen=True)
class Item:
    """A notice in a message; `url` is complete."""

    title: str
    body: str
    url: str


def compose(address: str, recipient: User, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """One message with these notices. Its unsubscribe link works without signing in: it ends
    the mails of this kind, or all when the message has several."""
    items = [_item(notice) for notice in notices]
    kind = notices[0].kind if len(notices) == 1 else EVERY_KIND
    unsubscribe = settings.SITE_URL + reverse("unsubscribe", args=[token(recipient, kind)])
    context = {
        "recipient": recipient,
        "items": items,
        "ends_all": kind == EVERY_KIND,
        "unsubscribe": unsubscribe,
        "choices": settings.SITE_URL + reverse("notice-settings"),
    }
    message = EmailMultiAlternatives(
        subject=_subject(items),
        body=render_to_string("notices/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname),
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message


def _item(notice: Notice) -> Item:
    text = notice.text
    return Item(text.title, text.body, settings.SITE_URL + text.url)


def _subject(items: Sequence[Item]) -> str:
    if len(items) == 1:
        return f"[Sumendi] {items[0].title}"
    return f"Your day at Sumendi: {items[0].title}, and {len(items) - 1} more"
