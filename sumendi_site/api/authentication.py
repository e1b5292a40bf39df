"""Who asks: the header ``Authorization: Token ...``."""

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed
from rest_framework.request import Request

from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import is_banned
from sumendi_site.accounts.tokens import ApiToken, token_of

SCHEME = "Token"


class BadToken(AuthenticationFailed):
    default_code = "bad_token"
    default_detail = "This token is unknown, revoked or expired."


class Banned(APIException):
    status_code = 403
    default_code = "banned"
    default_detail = "This account is banned. Sign in on the site to read why, and to appeal."


class TokenAuthentication(BaseAuthentication):
    """`request.user` is the account, `request.auth` the token. No header: a stranger."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() != SCHEME.lower().encode():
            raise BadToken(f"The header Authorization is: {SCHEME}, a space, and the token.")
        token = token_of(words[1].decode("latin-1"))
        if token is None or token.has_expired:
            raise BadToken
        if token.user.is_closed:
            raise Banned if is_banned(token.user.owner or token.user) else BadToken
        token.note_use(timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME
