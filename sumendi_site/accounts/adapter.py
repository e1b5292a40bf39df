"""Where allauth asks this site for its decisions."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest

from sumendi_site.accounts import policy
from sumendi_site.accounts.guests import guest_of
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import validate_chosen_name


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

    def new_user(self, request: HttpRequest) -> User:
        """The account to sign up with: the guest's own, so that the games stay theirs. Call it
        in a transaction."""
        guest = guest_of(request)
        if guest is not None:
            still_guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True)
            found = still_guests.select_for_update(no_key=True).filter(pk=guest.pk).first()
            if found is not None:
                found.kind = User.Kind.PERSON
                return found
        return User()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_chosen_name(username)
        return str(super().clean_username(username, shallow))
