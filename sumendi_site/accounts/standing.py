"""What moderators' acts mean while somebody uses the site.

Who is banned has a closed account, which Django signs out; here they stay signed in, to see why,
to take their data with them, and to appeal. They can read what everybody can read, and do nothing.
"""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare

from sumendi_site.errors import error_json, wants_json

from .models import User
from .sanctions import is_banned

STANDING = "/standing/"
OPEN_TO_BANNED = (STANDING, "/accounts/", "/account/data/", "/preferences/", "/notices/")
"""What somebody who is banned can do: appeal, sign out and in, take their data, look after the
looks of the site and their notices."""
OPEN_BEFORE_READING = (STANDING, "/accounts/")
READING = ("GET", "HEAD", "OPTIONS")
BANNED = "Your account is banned. Nothing was changed."

View = Callable[[HttpRequest], HttpResponseBase]


def banned_readers(get_response: View) -> View:
    """Middleware: keeps readers whose account is banned signed in, and refuses what they send."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.user.is_authenticated and SESSION_KEY in request.session:
            request.user = _banned_reader(request) or request.user
        if not request.user.is_authenticated or request.user.is_active:
            return get_response(request)
        if request.method in READING or request.path.startswith(OPEN_TO_BANNED):
            return get_response(request)
        if wants_json(request):
            return error_json(403, "banned", BANNED)
        messages.error(request, BANNED)
        return redirect(STANDING)

    return middleware


def _banned_reader(request: HttpRequest) -> User | None:
    """Whose session this is, if that account is banned: the same look-up as Django's, which leaves
    closed accounts out."""
    closed = User.objects.filter(is_active=False)
    found = closed.filter(pk=User._meta.pk.to_python(request.session[SESSION_KEY])).first()
    if found is None or not is_banned(found):
        return None
    stamp = request.session.get(HASH_SESSION_KEY, "")
    return found if constant_time_compare(stamp, found.get_session_auth_hash()) else None


def must_read_first(get_response: View) -> View:
    """Middleware: leads who was warned to the warning, until they have said that it was read. What
    they send and what the scripts of open pages ask for goes on as before."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        user = request.user
        is_page = request.method in READING and "text/html" in request.headers.get("Accept", "")
        if not (is_page and user.is_authenticated and user.must_read):
            return get_response(request)
        if request.path.startswith(OPEN_BEFORE_READING):
            return get_response(request)
        return redirect(STANDING)

    return middleware
