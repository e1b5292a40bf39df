"""When somebody was here last."""

from datetime import datetime, timedelta

from .models import User

GRACE = timedelta(minutes=30)
"""Looks that are less than this apart are one visit: reloading a page does not end it."""
TOO_SOON = timedelta(minutes=1)
"""So soon after the last look, another one is not worth writing down."""


def look_in(user: User, now: datetime) -> datetime:
    """Note that `user` looks at what is new, and say since when it is new to them: the end of
    the visit before this one, or the day of the sign-up."""
    last, since = user.looked_in, user.visit_before or user.date_joined
    if last is not None and now - last < TOO_SOON:
        return since
    if last is not None and now - last > GRACE:
        since = last
    # Of two pages that are opened at once, one writes.
    User.objects.filter(pk=user.pk, looked_in=last).update(looked_in=now, visit_before=since)
    return since
