"""Where allauth asks this site for its decisions."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from sumendi_site.accounts import policy
from sumendi_site.accounts.guests import SignedUpAlready, become_person, guest_of, is_guest_here
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import validate_chosen_name
from sumendi_site.accounts.renaming import require_unlike
from sumendi_site.accounts.sanctions import is_banned
from sumendi_site.accounts.stages import AFTER_CONFIRMATION

MAIL_FAILED = "The e-mail could not be sent just now. Please ask for it again in a few minutes."
HELD_BACK = "A mail was sent a moment ago; another can be sent in 3 minutes."

logger = logging.getLogger(__name__)
MAIL_SENT = "account/messages/email_confirmation_sent.txt"


def mail_went_out(request: HttpRequest) -> bool | None:
    """Whether the mail of this request could be sent; None when none was tried. allauth holds back
    a second confirmation to an address within three minutes, and says nothing."""
    return getattr(request, "mail_went_out", None)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "cannot_remove_primary_email": "Choose another address for mail to you first.",
        "duplicate_email": "This address belongs to your account already.",
        "max_email_addresses": "An account has at most %d e-mail addresses.",
        "unverified_primary_email": "Confirm this address first.",
        "email_taken": "There is an account with this e-mail address already.",
        "too_many_login_attempts": (
            "Too many failed attempts to sign in. Please wait five minutes and try again."
        ),
        "username_password_mismatch": "This name and this password do not belong together.",
        "email_password_mismatch": "This address and this password do not belong together.",
        "username_taken": "Somebody has this name already.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        reason = policy.why_not_sign_up(request)
        if reason:
            raise ImmediateHttpResponse(policy.closed_page(request, reason))
        return True

    def new_user(self, request: HttpRequest) -> User:
        """The account to sign up with: the guest's own, so that the games stay theirs. It is a
        guest's until it is confirmed or signed in to. Call it in a transaction.

        Raises SignedUpAlready when the guest did so in another request meanwhile."""
        guest = guest_of(request)
        if guest is not None:
            still_guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True)
            found = still_guests.select_for_update(no_key=True).filter(pk=guest.pk).first()
            if found is not None:
                if found.is_unconfirmed:
                    raise SignedUpAlready
                # The confirmation has as much time as a new guest has for a first ply; what the
                # guest has not seen yet is still news.
                found.visit_before = found.visit_before or found.date_joined
                found.date_joined = timezone.now()
                # Nobody has signed in with a password yet.
                found.last_login = None
                return found
        return User()

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponseBase | None:
        """Who is banned may sign in, to see why: see `banned`."""
        if is_banned(user):
            return None
        response: HttpResponseBase | None = super().pre_login(request, user, **kwargs)
        return response

    def login(self, request: HttpRequest, user: User) -> None:
        become_person(request, user)
        super().login(request, user)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """A guest's sign-up is complete with this address, whichever it began with."""
        with transaction.atomic():
            confirmed: bool = super().confirm_email(request, email_address)
            if confirmed and email_address.user.kind == User.Kind.GUEST:
                become_person(request, email_address.user)
                email_address.set_as_primary()
                email_address.user.emailaddress_set.exclude(pk=email_address.pk).delete()
        return confirmed

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Without an address a sign-up that waits for its confirmation could not go on."""
        is_guests = email_address.user.kind == User.Kind.GUEST
        return not is_guests and bool(super().can_delete_email(email_address))

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """The page for which somebody signed up in this browser, by way of the sign-in if need
        be."""
        page = self.request.session.pop(AFTER_CONFIRMATION, "")
        if is_guest_here(self.request, email_address.user):
            return page or reverse("dashboard")
        if self.request.user.is_authenticated or not page:
            return str(super().get_email_verification_redirect_url(email_address))
        return f"{reverse('account_login')}?{urlencode({'next': page})}"

    def respond_email_verification_sent(
        self, request: HttpRequest, user: User | None
    ) -> HttpResponseBase:
        if mail_went_out(request) is None:
            messages.warning(request, HELD_BACK)
        response: HttpResponseBase = super().respond_email_verification_sent(request, user)
        return response

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_chosen_name(username)
        name = str(super().clean_username(username, shallow))
        require_unlike(name, guest_of(self.request))
        return name

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is down is no reason to refuse what the mail only confirms."""
        try:
            super().send_mail(template_prefix, email, context)
            self.request.mail_went_out = True
        except (SMTPException, OSError):
            self.request.mail_went_out = False
            # It does not count as one after which the next has to wait.
            ratelimit.clear(self.request, action="confirm_email", key=email.lower())
            logger.exception("The mail %s could not be sent", template_prefix)
            messages.warning(self.request, MAIL_FAILED)

    def send_farewell(self, email: str, name: str) -> None:
        """To the address of an account that was deleted: it may have been somebody else's doing.
        Nobody is left to be told that the mail failed."""
        try:
            super().send_mail("account/email/account_deleted", email, {"name": name})
        except (SMTPException, OSError):
            logger.exception("A mail about a deleted account could not be sent")

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *context: Any,
        **rest: Any,
    ) -> None:
        if message_template == MAIL_SENT and not mail_went_out(request):
            return
        super().add_message(request, level, message_template, *context, **rest)

    def get_login_stages(self) -> list[str]:
        ours = {
            "allauth.account.stages.EmailVerificationStage": (
                "sumendi_site.accounts.stages.NewAddressStage"
            )
        }
        return [ours.get(stage, stage) for stage in super().get_login_stages()]


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": "Turn off the second factor before you add an e-mail address.",
        "incorrect_code": "This code is not right. Codes change every half minute.",
        "unverified_email": "Confirm your e-mail address before you turn on the second factor.",
    }
