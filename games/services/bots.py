"""Bots: accounts that programs play, from elsewhere or here, and that a person answers for."""

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.models import Bot, BotVersion, VersionState
from sumendi_site.accounts import tokens
from sumendi_site.accounts.addresses import has_confirmed_address
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.renaming import validate_new_name
from sumendi_site.accounts.tokens import ApiToken, Scope

from .challenge_rules import Rules
from .errors import (
    BadBotName,
    BotNameTaken,
    BotNotFound,
    BotRetired,
    NoSuchToken,
    NotYourBot,
    SignUpFirst,
    TooManyBots,
)
from .hosted import stop_playing
from .leaving import close_offers_of
from .locking import lock_player
from .patience import in_words, wait_for
from .talk import require_not_muted

MOST_BOTS = 10
MOST_BOTS_A_DAY = 10
"""Retired ones count for it, too: their names stay theirs."""
SCOPES = (Scope.READ, Scope.PLAY, Scope.CHALLENGE)
"""What every token of a bot is good for."""


@dataclass(frozen=True)
class Registered:
    """A bot; `repeated` when it had been registered before under the same key."""

    account: User
    repeated: bool = False


@transaction.atomic
def register(owner: User, name: str, about: str = "", key: uuid.UUID | None = None) -> Registered:
    """Make an account for a program of `owner`. The same `key` again gives the same account."""
    _require_may_own(owner)
    lock_player(owner)
    key = key or uuid.uuid4()
    made = User.objects.select_related("owner").filter(bot__key=key, owner=owner).first()
    if made is not None:
        return Registered(made, repeated=True)
    _require_room(owner, timezone.now())
    require_not_muted(owner)  # its name is a text that others read
    return Registered(_new_account(owner, name, about, key))


def _require_may_own(owner: User) -> None:
    if owner.kind != User.Kind.PERSON:
        raise SignUpFirst("Only people can register bots: sign up first.")
    if settings.MAIL_CONFIGURED and not has_confirmed_address(owner):
        raise SignUpFirst("Confirm your e-mail address before you register a bot.")


def _require_room(owner: User, now: datetime) -> None:
    """The caller holds the owner."""
    bots = Bot.objects.filter(account__owner=owner)
    if bots.filter(account__is_active=True).count() >= MOST_BOTS:
        raise TooManyBots(f"You have {MOST_BOTS} bots. Retire one before you register another.")
    wait = wait_for(bots, MOST_BOTS_A_DAY, timedelta(days=1), now)
    if wait is not None:
        raise TooManyBots(
            f"You have registered {MOST_BOTS_A_DAY} bots within a day. "
            f"Wait {in_words(wait)} before the next one.",
            retry_after=wait,
        )


def _new_account(owner: User, name: str, about: str, key: uuid.UUID) -> User:
    if User.objects.named(name):
        raise BotNameTaken
    try:
        validate_new_name(name)
    except ValidationError as error:
        raise BadBotName(error.messages[0]) from error
    about = strip_invisible(about)
    account = User(username=name, kind=User.Kind.BOT, owner=owner, about=about)
    account.set_unusable_password()
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError as error:
        raise BotNameTaken from error
    Bot.objects.create(account=account, key=key)
    return account


def describe(owner: User, name: str, about: str) -> User:
    """Write what the page of a bot says about it."""
    account = owned(owner, name)
    require_not_muted(owner)
    account.about = strip_invisible(about)
    account.save(update_fields=["about"])
    return account


def change_rules(owner: User, name: str, rules: Rules) -> Rules:
    """Which challenges a bot accepts from now on. What it plays already goes on."""
    account = owned(owner, name)
    if not account.is_active:
        raise BotRetired
    Bot.objects.filter(account=account).update(**asdict(rules) | {"sizes": list(rules.sizes)})
    return rules


def retire(owner: User, name: str) -> User:
    """Close the account of a bot for good: its tokens and its open offers go, and no version of it
    is live. Running games go on without it, and end on time at the latest. Doing it twice is no
    error."""
    account = _close_account(owner, name)
    stop_playing(account)
    return account


@transaction.atomic
def _close_account(owner: User, name: str) -> User:
    account = owned(owner, name)
    lock_player(account)
    _keep_last_seen(account)
    account.is_active = False
    account.save(update_fields=["is_active"])
    live = BotVersion.objects.filter(bot=account.pk, state=VersionState.READY)
    live.update(state=VersionState.RETIRED)
    ApiToken.objects.filter(user=account).delete()
    close_offers_of(account)
    return account


def make_token(
    owner: User, name: str, token_name: str, days: int, code: str = ""
) -> tuple[ApiToken, str]:
    """A new token for a bot, with the scopes that a bot needs, and its text, which nobody can
    read again; with a `code` of the caller's it is made once. Raises BotRetired and what
    `tokens.issue` raises."""
    account = owned(owner, name)
    if not account.is_active:
        raise BotRetired
    return tokens.issue(account, token_name, SCOPES, days, code)


@transaction.atomic
def revoke_token(owner: User, name: str, code: str) -> None:
    """Delete a token of a bot; whoever uses it is refused from now on."""
    account = owned(owner, name)
    _keep_last_seen(account)
    if not tokens.revoke(account, code):
        raise NoSuchToken


def tokens_of(owner: User, name: str) -> "QuerySet[ApiToken]":
    return ApiToken.objects.filter(user=owned(owner, name))


def owned(owner: User, name: str) -> User:
    """The bot of this name, for its owner alone."""
    account = named(name)
    if account.owner_id != owner.pk:
        raise NotYourBot
    return account


def named(name: str) -> User:
    """The bot of this name, one of `all_bots`."""
    found = User.objects.named(name)
    account = all_bots().filter(pk=found.pk).first() if found else None
    if account is None:
        raise BotNotFound
    return account


def all_bots() -> "QuerySet[User]":
    """The accounts of all bots with their owners, for `last_seen` and `live_version`."""
    programs = User.objects.filter(kind__in=(User.Kind.BOT, User.Kind.HOUSE))
    uses = ApiToken.objects.filter(user=OuterRef("pk")).order_by().values("user")
    newest = uses.annotate(newest=Max("last_used")).values("newest")
    live = BotVersion.objects.filter(bot=OuterRef("pk"), state=VersionState.READY)
    return programs.select_related("owner", "bot").annotate(
        token_used=Subquery(newest), live_number=Subquery(live.values("number"))
    )


def active_bots() -> "QuerySet[User]":
    """Those that can play: neither retired nor left behind by their owner."""
    return all_bots().filter(is_active=True).exclude(owner__is_active=False)


def last_seen(account: User) -> datetime | None:
    """When the program of one of `all_bots` last asked for something, give or take 5 minutes;
    None for one that never did."""
    bot: Bot | None = getattr(account, "bot", None)
    known = (getattr(account, "token_used", None), bot and bot.last_seen)
    return max((moment for moment in known if moment), default=None)


def live_version(account: User) -> int | None:
    """The number of the version that plays for one of `all_bots` here; None where none does."""
    number: int | None = getattr(account, "live_number", None)
    return number


def _keep_last_seen(account: User) -> None:
    """Before tokens go, which alone know it."""
    Bot.objects.filter(account=account).update(last_seen=last_seen(account))
