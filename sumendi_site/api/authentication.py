"""Who asks: the header ``Authorization: Token ...``."""

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, token_of

SCHEME = "Token"


class BadToken(AuthenticationFailed):
    default_code = "bad_token"
    default_detail = "This token is unknown, revoked or expired."


class TokenAuthentication(BaseAuthentication):
    """`request.user` is the account, `request.auth` the token. No header: a stranger."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() != SCHEME.lower().encode():
            raise BadToken(f"The header Authorization is: {SCHEME}, a space, and the token.")
        token = token_of(words[1].decode("latin-1"))
        if token is None or not token.is_good:
            raise BadToken
        token.note_use(timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME
