"""What a sign-in has to pass through besides the password."""

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.http import HttpResponseBase

from sumendi_site.accounts.models import User

AFTER_CONFIRMATION = "after_confirmation"
"""The key of the session under which the page stands that comes after the confirmation."""


class NewAddressStage(EmailVerificationStage):  # type: ignore[misc]
    """Where mail is configured, the address of a sign-up is confirmed before the first sign-in.

    Nobody else is stopped: accounts from before mail was configured, and those that the operator
    made, may have no address or one that nobody ever confirmed. Where the sign-up leads is kept in
    the session for the time after the confirmation.
    """

    def handle(self) -> tuple[HttpResponseBase | None, bool]:
        user = self.login.user
        if user is not None and not awaits_confirmation(user):
            return None, True
        response, goes_on = super().handle()
        if response is not None and self.login.redirect_url:
            self.request.session[AFTER_CONFIRMATION] = self.login.redirect_url
        return response, goes_on


def awaits_confirmation(user: User) -> bool:
    """Whether the account comes from a sign-up, and nobody has confirmed or used it yet."""
    if user.kind == User.Kind.GUEST:
        return True
    if user.last_login is not None:
        return False
    confirmed = EmailAddress.objects.filter(user=user).values_list("verified", flat=True)
    return bool(confirmed) and not any(confirmed)
