"""Who may sign up: the ``SIGNUP_POLICY`` setting, and the invitation a visitor came with."""

from enum import StrEnum

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from sumendi_site.accounts.models import Invitation, User

SESSION_KEY = "invitation"


class SignupPolicy(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    INVITATION = "invitation"


class NotInvitedError(Exception):
    """The invitation was used, or expired, before the sign-up was complete."""


def signup_policy() -> SignupPolicy:
    return SignupPolicy(settings.SIGNUP_POLICY)


def remember_invitation(request: HttpRequest, invitation: Invitation) -> None:
    request.session[SESSION_KEY] = invitation.code


def why_not_sign_up(request: HttpRequest) -> str:
    """The reason to show to a visitor who may not sign up now; empty for one who may."""
    match signup_policy():
        case SignupPolicy.OPEN:
            return ""
        case SignupPolicy.CLOSED:
            return "This site takes no new accounts."
    invitation = Invitation.objects.filter(code=_code(request)).first()
    if invitation is None:
        return "This site is open by invitation: please ask for a link and follow it."
    return invitation.problem(timezone.now())


def sign_up_note(request: HttpRequest) -> dict[str, str]:
    """For every page, `sign_up_note`: why none but an invited visitor can sign up; empty where
    this one can."""
    match signup_policy():
        case SignupPolicy.CLOSED:
            return {"sign_up_note": "This site takes no new accounts."}
        case SignupPolicy.INVITATION if not _code(request):
            return {"sign_up_note": "New accounts are by invitation."}
    return {"sign_up_note": ""}


def admit(request: HttpRequest, user: User) -> None:
    """Use up the visitor's invitation where one is needed; call it in the user's transaction.

    Raises:
        NotInvitedError: somebody else used the invitation first; nothing was changed.
    """
    if signup_policy() is not SignupPolicy.INVITATION:
        return
    if not Invitation.use(_code(request), user):
        raise NotInvitedError
    del request.session[SESSION_KEY]


def closed_page(request: HttpRequest, reason: str) -> HttpResponse:
    return render(request, "account/signup_closed.html", {"reason": reason}, status=403)


def _code(request: HttpRequest) -> str:
    session = getattr(request, "session", {})  # none yet where a request was refused early
    return str(session.get(SESSION_KEY, ""))
