"""Where allauth asks this site for its decisions."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest

from sumendi_site.accounts import policy


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {
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

    def get_login_stages(self) -> list[str]:
        ours = {
            "allauth.account.stages.EmailVerificationStage": (
                "sumendi_site.accounts.stages.NewAddressStage"
            )
        }
        return [ours.get(stage, stage) for stage in super().get_login_stages()]
