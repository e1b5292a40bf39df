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
