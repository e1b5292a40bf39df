"""Scrimmages: bouts on demand, of an own version against another one. They are never rated."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from games.models import BotTurn, BotVersion, Bout, BoutStatus, Result, Scrimmage, VersionState
from games.rules import SIZES
from sumendi_site.accounts.models import User

from .blocks import require_no_block
from .bot_turns import with_runs
from .bots import named, owned
from .bouts import begin_scrimmage_bouts
from .errors import (
    BadTerms,
    BotRetired,
    BoutNotFound,
    NotYourBot,
    ScrimmageNotFound,
    ScrimmageRefused,
    TooManyBouts,
    VersionNotChecked,
    VersionNotFound,
)
from .hosting import require_hosting
from .locking import lock_player

MOST_BOUTS = 20
"""Of one scrimmage."""
MOST_WAITING = 40
"""Bouts that run, of all scrimmages that one person has asked for."""


@dataclass(frozen=True)
class Side:
    """A bot by its name, and which of its versions; the live one if none is told."""

    bot: str
    version: int | None = None


@dataclass(frozen=True)
class Asked:
    """A scrimmage; `repeated` when it had been asked for before under the same key."""

    scrimmage: Scrimmage
    repeated: bool = False


def ask(
    asker: User, mine: Side, theirs: Side, size: int, bouts: int, key: uuid.UUID | None = None
) -> Asked:
    """Let a checked version of an own bot play so many bouts against any live version, or against
    a checked one of an own bot. The same `key` again gives the same scrimmage.

    Raises BotNotFound, NotYourBot, BotRetired, VersionNotFound, VersionNotChecked, BadTerms,
    ScrimmageRefused, Blocked, HostingOff, TooManyBouts.
    """
    key = key or uuid.uuid4()
    with transaction.atomic():
        lock_player(asker)
        made = with_sides(Scrimmage.objects.filter(key=key)).first()
        if made is not None:
            if made.asker_id != asker.pk:
                raise NotYourBot
            return Asked(made, repeated=True)
        sides = _own(asker, mine), _of_anybody(asker, theirs)
        _require_terms(size, bouts)
        require_hosting()
        _require_room(asker, bouts)
        scrimmage = Scrimmage.objects.create(
            key=key, asker=asker, mine=sides[0], theirs=sides[1], size=size
        )
        begin_scrimmage_bouts(scrimmage, bouts)
    return Asked(with_sides(Scrimmage.objects.filter(pk=scrimmage.pk)).get())


def _own(asker: User, side: Side) -> BotVersion:
    return _version(owned(asker, side.bot), side.version)


def _of_anybody(asker: User, side: Side) -> BotVersion:
    account = named(side.bot)
    version = _version(account, side.version)
    if account.owner_id == asker.pk:
        return version
    if not version.is_live:
        raise ScrimmageRefused(f"Of {account} only the live version meets others.")
    require_no_block(asker, account)
    return version


def _version(account: User, number: int | None) -> BotVersion:
    if account.is_closed:
        raise BotRetired(f"{account} does not play here any more.")
    versions = BotVersion.objects.filter(bot=account.pk).defer("package")
    if number is None:
        version = versions.filter(state=VersionState.READY).first()
        if version is None:
            raise ScrimmageRefused(f"{account} has no live version.")
        return version
    version = versions.filter(number=number).first()
    if version is None:
        raise VersionNotFound(f"{account} has no version {number}.")
    if not version.was_checked:
        raise VersionNotChecked
    return version


def _require_terms(size: int, bouts: int) -> None:
    if size not in SIZES:
        raise BadTerms("The board's size is 5, 6 or 7.")
    if not 1 <= bouts <= MOST_BOUTS:
        raise BadTerms(f"A scrimmage has between 1 and {MOST_BOUTS} bouts.")


def _require_room(asker: User, bouts: int) -> None:
    """The caller holds the asker."""
    waiting = Bout.objects.filter(scrimmage__asker=asker, status=BoutStatus.RUNNING).count()
    if waiting + bouts > MOST_WAITING:
        raise TooManyBouts(
            f"{waiting} bouts of yours are still to be played, and {MOST_WAITING} may be. "
            "Wait for some of them, or ask for fewer."
        )


def asked_by(asker: User) -> "QuerySet[Scrimmage]":
    """With both sides and the bouts."""
    return with_sides(Scrimmage.objects.filter(asker=asker)).prefetch_related("bouts")


def with_sides(scrimmages: "QuerySet[Scrimmage]") -> "QuerySet[Scrimmage]":
    """Joined with whose versions they are, without the packages."""
    joined = scrimmages.select_related(
        "asker", "mine__bot__account__owner", "theirs__bot__account__owner"
    )
    return joined.defer("mine__package", "theirs__package")


def find_scrimmage(pk: int) -> Scrimmage:
    """Everybody may look at them. Raises ScrimmageNotFound."""
    scrimmage = with_sides(Scrimmage.objects.filter(pk=pk)).prefetch_related("bouts").first()
    if scrimmage is None:
        raise ScrimmageNotFound
    return scrimmage


@dataclass(frozen=True)
class Standing:
    """Bouts that are still to be played, and those that the asker's version won, lost and drew."""

    running: int
    won: int
    lost: int
    drawn: int


def standing(scrimmage: Scrimmage) -> Standing:
    """The caller has prefetched the bouts."""
    bouts = list(scrimmage.bouts.all())
    ends = [winner(bout) == seat_of_mine(bout) for bout in bouts if winner(bout)]
    return Standing(
        running=sum(bout.is_running for bout in bouts),
        won=sum(ends),
        lost=len(ends) - sum(ends),
        drawn=sum(bout.result == Result.DRAW for bout in bouts),
    )


def seat_of_mine(bout: Bout) -> str:
    """Where the asker's version sits, in the order of `bouts.begin_scrimmage_bouts`."""
    return "first" if bout.number % 2 else "second"


def winner(bout: Bout) -> str | None:
    """The winner's seat; None without one."""
    return bout.seat_on(bout.result) if bout.result in (Result.BLACK, Result.WHITE) else None


def bouts_of(scrimmage: Scrimmage) -> "QuerySet[Bout]":
    """For showing each of them."""
    return with_versions(scrimmage.bouts.order_by("number"))


def find_bout(pk: int, reader: User | None) -> Bout:
    """A bout with its turns and their runs: of a scrimmage for everybody, of a check for the bot's
    owner alone. Whose logs a reader may see, `bot_turns.sees_log` tells. Raises BoutNotFound."""
    seen = Q(scrimmage__isnull=False)
    if reader is not None:
        seen |= Q(check_of__bot__account__owner=reader)
    bout = _with_turns(Bout.objects.filter(seen, pk=pk)).first()
    if bout is None:
        raise BoutNotFound
    return bout


def check_of(version: BotVersion) -> "QuerySet[Bout]":
    """The bouts of a version's check, with their turns and runs."""
    return _with_turns(version.check_bouts.order_by("number"))


def _with_turns(bouts: "QuerySet[Bout]") -> "QuerySet[Bout]":
    turns = Prefetch("turns", queryset=with_runs(BotTurn.objects.order_by("ply")))
    return with_versions(bouts).prefetch_related(turns)


def with_versions(bouts: "QuerySet[Bout]") -> "QuerySet[Bout]":
    """Joined with whose versions play them, without the packages."""
    names = ("first", "second", "check_of")
    joined = bouts.select_related(*(f"{name}__bot__account__owner" for name in names))
    return joined.defer(*(f"{name}__package" for name in names))
