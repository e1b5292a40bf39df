"""What the bell in the bar shows."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest

from sumendi_site.accounts.models import User

from .kinds import live_events
from .seeing import unseen_count


def bell(request: HttpRequest) -> dict[str, Callable[[], object]]:
    """`unseen_notices`: how many notices are new to the reader; counted when a page asks.
    `bell_events`: the live events after which it is to be counted again."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"unseen_notices": partial(unseen_count, user), "bell_events": live_events}
