"""Tokens: keys by which programs use the API in the name of an account."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar

from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.utils import timezone
from knox.crypto import hash_token
from knox.models import get_digest_token
from knox.settings import CONSTANTS, knox_settings

from sumendi_site.refusals import Refusal

if TYPE_CHECKING:
    from sumendi_site.accounts.models import User

    class AbstractAuthToken(models.Model):
        """The library's columns, which it does not type."""

        digest = models.CharField(max_length=128, primary_key=True)
        token_key = models.CharField(max_length=25)
        user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="auth_token_set")
        created = models.DateTimeField(auto_now_add=True)
        expiry = models.DateTimeField(null=True)

        class Meta:
            abstract = True

else:
    from knox.models import AbstractAuthToken

MOST_TOKENS = 20
LONGEST_LIFE = 366
"""Days."""
USED_EVERY = timedelta(minutes=5)
"""How exactly it is known when a token was used last: it is not written at each request."""
LONGEST_TEXT = 200
LONGEST_NAME = 60


class Scope(models.TextChoices):
    """What a token lets its holder do; what is public needs none."""

    READ = "read", "read what is yours: your games, notices and stream"
    PLAY = "play", "move, resign, agree on a draw, write"
    CHALLENGE = "challenge", "offer and accept games"
    TOURNAMENT = "tournament", "enter tournaments and organise them"
    BOT = "bot", "register bots, make their tokens and send their programs"


class TooManyTokens(Refusal):
    code = "too_many_tokens"
    message = f"An account has at most {MOST_TOKENS} tokens. Revoke one before you make another."


class TokenMadeBefore(Exception):
    """A form was sent once more, by a reload of the page that shows the text."""

    message = "This token was made before. Its text was shown then, and is not shown again."


def new_code() -> str:
    return secrets.token_hex(8)


class ApiToken(AbstractAuthToken):
    """Its text is told once, when it is made; here is only its hash. `code` names it in
    addresses, `scopes` says what it is good for, `expiry` until when."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    scopes = models.JSONField(default=list)
    last_used = models.DateTimeField(null=True, editable=False)

    objects: ClassVar["models.Manager[ApiToken]"] = models.Manager()  # the library's has no types

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"

    def is_good_for(self, scope: str) -> bool:
        return scope in self.scopes

    @property
    def has_expired(self) -> bool:
        return self.expiry is not None and self.expiry <= timezone.now()

    @property
    def is_good(self) -> bool:
        """Neither expired nor the token of an account that is closed."""
        return not self.has_expired and not self.user.is_closed

    def note_use(self, now: datetime) -> None:
        """Remember that the token was used, every few minutes."""
        if self.last_used is None or now - self.last_used > USED_EVERY:
            ApiToken.objects.filter(pk=self.pk).update(last_used=now)


@transaction.atomic
def issue(
    user: "User", name: str, scopes: Iterable[str], days: int, code: str = ""
) -> tuple[ApiToken, str]:
    """A new token of `user` and its text, which nobody can read again; with a `code` of the
    caller's it is made once. Raises TooManyTokens and TokenMadeBefore."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    if code and ApiToken.objects.filter(code=code).exists():
        raise TokenMadeBefore
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise TooManyTokens
    digest, text = get_digest_token(knox_settings.TOKEN_PREFIX)
    token = ApiToken.objects.create(
        user=user,
        code=code or new_code(),
        name=name,
        scopes=[scope.value for scope in Scope if scope in set(scopes)],
        digest=digest,
        token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH],
        expiry=timezone.now() + timedelta(days=days),
    )
    return token, text


def revoke(user: "User", code: str) -> bool:
    """Delete this token of `user`; False when there is none (any more)."""
    deleted, _ = ApiToken.objects.filter(user=user, code=code).delete()
    return deleted > 0


def token_of(text: str) -> ApiToken | None:
    """The token of this text with its account, whether or not it is still good."""
    if len(text) > LONGEST_TEXT or not text.isascii():
        return None
    return _with_account(hash_token(text))


def _with_account(digest: str) -> ApiToken | None:
    tokens = ApiToken.objects.select_related("user__owner")
    try:
        return tokens.get(digest=digest)  # without an ORDER BY, which takes Django as long again
    except ApiToken.DoesNotExist:
        return None


def is_still_good(token: ApiToken) -> bool:
    """Whether the token of somebody who stays is not revoked either. That counts as a use."""
    still = _with_account(token.digest)
    if still is None or not still.is_good:
        return False
    still.note_use(timezone.now())
    return True
