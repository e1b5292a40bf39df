"""Whether mail goes out, for the operator."""

import logging
from datetime import datetime, timedelta

from django.utils import timezone

from sumendi_site.accounts.models import User

from .kinds import ChannelCode, Data, NoticeKind, Text
from .models import Delivery, DeliveryState
from .notify import notify

LATE = timedelta(hours=1)
"""What is due for longer has stopped."""
TRIES = 3
"""So many tries in vain, and nothing else sent for an hour, are no accident."""
SEVERAL = 3
"""So many readers whom nothing reaches, and nobody else reached for an hour, are none either."""
ALARMS = {ChannelCode.EMAIL: ("Mail", 0), ChannelCode.PUSH: ("Push messages", 3)}
"""For each channel its name, and how many messages may fail so: a device names its own server,
so a few of those say nothing about this site."""

logger = logging.getLogger(__name__)


def _write(data: Data) -> Text:
    return Text("Mail has stopped", str(data["problem"]), "/admin/")


MAIL_LATE = NoticeKind(
    code="mail_late",
    label="Mail has stopped",
    meaning="Mail or push messages of this site are late or fail.",
    write=_write,
    channels=frozenset({ChannelCode.BELL, ChannelCode.PUSH}),
    staff_only=True,
)


def look() -> list[str]:
    """Log what is wrong and tell the operators, once a day. Returns the problems."""
    now = timezone.now()
    problems = {code: problem_of(code, now) for code in ALARMS}
    for code, problem in problems.items():
        if problem:
            logger.error("%s", problem)
            _tell_operators(problem, f"{code}:{now:%Y-%m-%d}")
    return [problem for problem in problems.values() if problem]


def problem_of(code: ChannelCode, now: datetime) -> str:
    """What is wrong with a channel now; an empty text when nothing is."""
    name, tolerated = ALARMS[code]
    ways = Delivery.objects.filter(channel=code)
    late = ways.filter(state=DeliveryState.QUEUED, due__lt=now - LATE).count()
    if late:
        return f"{name}: {late} waiting for over an hour. Is the postman running?"
    recent = ways.filter(finished__gt=now - LATE)
    if recent.filter(state=DeliveryState.SENT).exists():
        return ""
    in_vain = ways.filter(state=DeliveryState.QUEUED, attempts__gte=TRIES).count()
    # Fewer tries are the recipient's fault: there is no such address or device.
    failed = recent.filter(state=DeliveryState.FAILED)
    in_vain += failed.filter(attempts__gte=TRIES).count()
    if in_vain > tolerated:
        return f"{name}: {in_vain} tried {TRIES} times or more in vain, none sent for an hour."
    refused = failed.values("notice__recipient").distinct().count()
    if refused >= SEVERAL:
        return f"{name}: all {refused} readers were refused, none sent for an hour."
    return ""


def _tell_operators(problem: str, key: str) -> None:
    for operator in User.objects.moderators():
        notify(operator, MAIL_LATE.code, f"mail_late:{key}", {"problem": problem})
