"""Where allauth asks this site for its decisions."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.http import HttpRequest

from sumendi_site.accounts import policy
from sumendi_site.accounts.guests import guest_of
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import validate_chosen_name

MAIL_FAILED = "The e-mail could not be sent just now. Please ask for it again in a few minutes."

logger = logging.getLogger(__name__)


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
        """The account to sign up with: the guest's own, so that the games stay theirs. Call it
        in a transaction."""
        guest = guest_of(request)
        if guest is not None:
            still_guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True)
            found = still_guests.select_for_update(no_key=True).filter(pk=guest.pk).first()
            if found is not None:
                found.kind = User.Kind.PERSON
                # Nobody has signed in as this person yet.
                found.last_login = None
                return found
        return User()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_chosen_name(username)
        return str(super().clean_username(username, shallow))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is down is no reason to refuse what the mail only confirms."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("The mail %s could not be sent", template_prefix)
            messages.warning(self.request, MAIL_FAILED)

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
