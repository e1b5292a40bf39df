"""Where allauth asks this site for its decisions."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from sumendi_site.accounts import policy


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return policy.may_sign_up(request)
