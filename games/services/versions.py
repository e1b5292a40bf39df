"""The versions of a bot: uploading one, what its check has shown, and which one plays."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from games.bot_notices import tell_version
from games.models import Bot, BotVersion, Bout, Termination, VersionState
from sumendi_site.accounts.models import User

from . import packages
from .bots import named, owned
from .bouts import AGAINST_ITSELF, begin_check, call_off
from .errors import (
    BotRetired,
    NotYourBot,
    TooManyUploads,
    VersionNotChecked,
    VersionNotFound,
)
from .hosted import go_on_playing
from .hosting import require_hosting
from .locking import lock_player
from .patience import in_words, wait_for
from .pausing import BY_ITS_OWNER

MOST_A_DAY = 20
MOST_IN_CHECK = 3
"""Of one bot, at the same time. Those that only wait for it are replaced by the next upload."""
UNSETTLED = (VersionState.QUEUED, VersionState.CHECKING)
LONGEST_REFUSAL = 300


@dataclass(frozen=True)
class Uploaded:
    """A version; `repeated` when it had been uploaded before under the same key."""

    version: BotVersion
    repeated: bool = False

    def is_of(self, name: str, file_name: str, data: bytes) -> bool:
        """Whether it was made of this file, for the bot of this name."""
        version = self.version
        same_file = version.file_name == packages.shown_name(file_name)
        same_bot = version.bot_id == named(name).pk
        return same_bot and same_file and bytes(version.package) == data


def upload(
    owner: User, name: str, file_name: str, data: bytes, key: uuid.UUID | None = None
) -> Uploaded:
    """Take a package as the next version of the owner's bot, and let it be checked. Versions that
    still wait for their check are replaced by it. The same `key` again gives the same version.

    Raises NotYourBot, BotRetired, HostingOff, BadPackage, TooManyUploads.
    """
    account = owned(owner, name)
    uploaded = _store(owner, account, file_name, data, key or uuid.uuid4())
    if not uploaded.repeated:
        _replace_waiting(uploaded.version)
    return uploaded


@transaction.atomic
def _store(owner: User, account: User, file_name: str, data: bytes, key: uuid.UUID) -> Uploaded:
    lock_player(owner)
    made = BotVersion.objects.select_related("bot__account").filter(key=key).first()
    if made is not None:
        if made.bot.account.owner_id != owner.pk:
            raise NotYourBot
        return Uploaded(made, repeated=True)
    if account.is_closed:
        raise BotRetired
    require_hosting()
    file_name = packages.shown_name(file_name)
    packages.read(file_name, data)
    versions = BotVersion.objects.filter(bot=account.pk)
    _require_room(versions)
    version = BotVersion.objects.create(
        bot=account.bot,
        number=(versions.aggregate(last=Max("number"))["last"] or 0) + 1,
        key=key,
        file_name=file_name,
        package=data,
    )
    begin_check(version)
    return Uploaded(version)


def _require_room(versions: "QuerySet[BotVersion]") -> None:
    """The caller holds the owner."""
    wait = wait_for(versions, MOST_A_DAY, timedelta(days=1), timezone.now(), "uploaded")
    if wait is not None:
        raise TooManyUploads(
            f"{MOST_A_DAY} versions of this bot were uploaded within a day. "
            f"Wait {in_words(wait)} before the next one.",
            retry_after=wait,
        )
    if versions.filter(state=VersionState.CHECKING).count() >= MOST_IN_CHECK:
        raise TooManyUploads(
            f"{MOST_IN_CHECK} versions of this bot are being checked. Wait for one of them."
        )


def _replace_waiting(version: BotVersion) -> None:
    waiting = BotVersion.objects.filter(bot=version.bot_id, state=VersionState.QUEUED)
    why = f"Replaced by version {version.number}."
    for pk in waiting.filter(number__lt=version.number).values_list("pk", flat=True):
        if _refuse(pk, why, VersionState.QUEUED):
            call_off(Bout.objects.filter(check_of=pk), why)


def _refuse(version_id: int, why: str, *states: VersionState) -> bool:
    """True for the one who refused it."""
    unsettled = BotVersion.objects.filter(pk=version_id, state__in=states)
    refused = {"state": VersionState.REFUSED, "refusal": why[:LONGEST_REFUSAL]}
    return unsettled.update(**refused, checked=timezone.now()) == 1


def check_ended(version: BotVersion) -> None:
    """When both bouts of its check are over: the version goes live, or is refused with what it did
    wrong, and its owner is told. Doing it again changes nothing. Not to be called in a transaction
    that holds a bout or a game."""
    bouts = list(version.check_bouts.order_by("number"))
    if not bouts or any(bout.is_running for bout in bouts):
        return
    spoiled = next((bout for bout in bouts if bout.termination != Termination.SCORE), None)
    if _settle(version, spoiled) and version.is_live:
        go_on_playing(version.bot.account)


@transaction.atomic
def _settle(version: BotVersion, spoiled: Bout | None) -> bool:
    """True for the one who settled it."""
    _hold(version)
    if spoiled is not None:
        settled = _refuse(version.pk, _what_went_wrong(spoiled), *UNSETTLED)
    else:
        settled = _pass(version)
    version.refresh_from_db(fields=["state", "refusal", "checked", "went_live"])
    if settled:
        tell_version(version)
    return settled


def _what_went_wrong(bout: Bout) -> str:
    if bout.termination != Termination.FAULT:
        return bout.detail or "Its check was called off."
    whom = "itself" if bout.number == AGAINST_ITSELF else "the random player"
    return f"In its game against {whom}: {bout.detail}"


def _pass(version: BotVersion) -> bool:
    """It has shown that it can play, and goes live unless a newer one has done so meanwhile. The
    caller holds the bot."""
    unsettled = BotVersion.objects.filter(pk=version.pk, state__in=UNSETTLED)
    if not unsettled.update(state=VersionState.RETIRED, checked=timezone.now()):
        return False
    live = BotVersion.objects.filter(bot=version.bot_id, state=VersionState.READY)
    if not live.filter(number__gt=version.number).exists():
        _put_live(version)
    return True


def make_live(owner: User, name: str, number: int) -> BotVersion:
    """Let a version that was checked once play again. Turns that the other one was called to stay
    its own. Doing it twice is no error."""
    account = owned(owner, name)
    if account.is_closed:
        raise BotRetired
    version = find(account, number, owner)
    _make_live(version)
    go_on_playing(account)
    return version


@transaction.atomic
def _make_live(version: BotVersion) -> None:
    _hold(version)
    version.refresh_from_db(fields=["state"])
    if not version.was_checked:
        raise VersionNotChecked
    if not version.is_live:
        _put_live(version)
    version.refresh_from_db(fields=["state", "went_live"])


def _hold(version: BotVersion) -> None:
    """Of one bot one version is settled after the other."""
    Bot.objects.select_for_update(no_key=True).get(pk=version.bot_id)


def _put_live(version: BotVersion) -> None:
    """The caller holds the bot. What its faults had paused plays on with the other version."""
    BotVersion.objects.filter(bot=version.bot_id, state=VersionState.READY).update(
        state=VersionState.RETIRED
    )
    BotVersion.objects.filter(pk=version.pk).update(
        state=VersionState.READY, went_live=timezone.now()
    )
    bot = Bot.objects.filter(pk=version.bot_id)
    bot.update(faults_in_a_row=0)
    bot.exclude(paused_why=BY_ITS_OWNER).update(paused=None, paused_why="")


def forget_refused(before: datetime) -> int:
    """Empty the packages that were refused before then: nobody runs them any more. Returns how
    many."""
    refused = BotVersion.objects.filter(state=VersionState.REFUSED, checked__lt=before)
    return refused.exclude(package=b"").update(package=b"")


def find(account: User, number: int, reader: User | None) -> BotVersion:
    """One of those that are shown to the reader. Raises VersionNotFound."""
    version = shown_to(reader, account).filter(number=number).first()
    if version is None:
        raise VersionNotFound
    return version


def shown_to(reader: User | None, account: User) -> "QuerySet[BotVersion]":
    """The bot's versions, the newest first, without their packages, which are large. Its owner sees
    all, others those that have played."""
    versions = BotVersion.objects.filter(bot=account.pk).order_by("-number").defer("package")
    versions = versions.select_related("bot__account__owner")
    if reader is not None and account.owner_id == reader.pk:
        return versions
    return versions.filter(went_live__isnull=False)


def playable_by(asker: User) -> "QuerySet[BotVersion]":
    """The versions that this person's scrimmages can be played with: those that are live, and all
    own ones that were checked."""
    live = Q(state=VersionState.READY)
    own = Q(bot__account__owner=asker, state=VersionState.RETIRED)
    versions = BotVersion.objects.filter(live | own, bot__account__is_active=True)
    return versions.exclude(bot__account__owner__is_active=False).defer("package")
