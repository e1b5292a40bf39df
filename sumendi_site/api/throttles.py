"""How much one may ask within a minute: counted in the broker, for all processes together.

While the broker is down nothing is counted and nobody is refused.
"""

import time
from typing import cast

from django.conf import settings
from django.http import HttpRequest
from redis import Redis
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from sumendi_site.accounts.models import User
from sumendi_site.broker import ask

WINDOW = 60
"""Seconds."""


class PerMinute(BaseThrottle):
    """Whole minutes are counted, so that at their edge twice as much may come at once."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return _is_within(*self.who(request))

    def wait(self) -> float:
        return seconds_left()

    def who(self, request: Request | HttpRequest) -> tuple[str, int]:
        """A name to count under, and how often it may ask."""
        if not isinstance(request.user, User):
            return f"ip:{self.get_ident(cast(Request, request))}", settings.API_RATE_ANONYMOUS
        if request.method in SAFE_METHODS:
            return f"r:{request.user.pk}", settings.API_RATE_READS
        return f"w:{request.user.pk}", settings.API_RATE_WRITES


class FewPerMinute(PerMinute):
    """For what costs as much as a hundred ordinary reads."""

    most = 10

    def who(self, request: Request | HttpRequest) -> tuple[str, int]:
        who, _ = super().who(request)
        return f"few:{who}", self.most


def may_take_file(request: HttpRequest) -> bool:
    """Whether a page may send as much as that; counted together with the API's."""
    return _is_within(*FewPerMinute().who(request))


def seconds_left() -> int:
    """Until the next minute begins."""
    return WINDOW - int(time.time()) % WINDOW


def _is_within(who: str, most: int) -> bool:
    minute = int(time.time()) // WINDOW
    count = ask(lambda broker: _count(broker, f"api:{who}:{minute}"))
    return count is None or count <= most


def _count(broker: "Redis", key: str) -> int:
    asked = broker.pipeline(transaction=False)
    asked.incr(key)
    asked.expire(key, 2 * WINDOW)
    return int(asked.execute()[0])
