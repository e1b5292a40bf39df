"""Times are shown in the reader's own zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

View = Callable[[HttpRequest], HttpResponseBase]


def reader_time_zone(get_response: View) -> View:
    """Activate the time zone of the signed-in reader while the request is answered."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(request.user.zone):
            return get_response(request)

    return middleware
