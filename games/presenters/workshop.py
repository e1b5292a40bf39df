"""The workshop of a bot: its versions and what came of them, and what its owner does there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings

from games.models import Bot, BotVersion, VersionState
from games.services.hosting import Hosting
from games.services.pausing import BY_ITS_OWNER
from games.services.versions import shown_to
from sumendi_site.accounts.models import User

from . import bot_turns, version_rows
from .bot_results import Against, Results, most_played, results_of
from .lists import Reader
from .version_rows import SHOWN, Sampled, VersionRow

LAST_TURNS = 8
MOST_NAMES = 100
SANDBOXES = {"bwrap": "bubblewrap", "landlock": "Landlock and seccomp"}
"""The kinds as people call them."""


class Workshop:
    """A bot, one of `all_bots`, as `reader` sees it; `hosting` says whether programs run here."""

    def __init__(self, account: User, reader: Reader, hosting: Hosting) -> None:
        self.account = account
        self.reader = reader
        self.hosting = hosting
        self.limits = Limits()
        versions = shown_to(reader if isinstance(reader, User) else None, account)
        self.all_versions: list[Any] = list(version_rows.with_sums(versions))

    @property
    def bot(self) -> Bot:
        return self.account.bot

    @property
    def is_paused_by_owner(self) -> bool:
        """Then only the owner lets it play on."""
        return self.bot.paused is not None and self.bot.paused_why == BY_ITS_OWNER

    @property
    def is_readers(self) -> bool:
        return self.reader.pk is not None and self.account.owner_id == self.reader.pk

    @property
    def can_be_changed(self) -> bool:
        """By who reads it."""
        return self.is_readers and not self.account.is_closed

    @property
    def version_count(self) -> int:
        return len(self.all_versions)

    @cached_property
    def live(self) -> Any:
        """The version that plays, or None."""
        return next((version for version in self.all_versions if version.is_live), None)

    @property
    def newest(self) -> VersionRow | None:
        return self.versions[0] if self.versions else None

    @property
    def next_number(self) -> int:
        return self.all_versions[0].number + 1 if self.all_versions else 1

    @property
    def has_older(self) -> bool:
        return len(self.all_versions) > SHOWN

    @cached_property
    def versions(self) -> list[VersionRow]:
        """The newest, and the one that plays."""
        return version_rows.rows_of(self._shown, self._sample, self.results.by_version)

    def rows_of(self, versions: Sequence[Any]) -> list[VersionRow]:
        """Some of `all_versions` as rows of a table."""
        sample = version_rows.sample_of(versions)
        return version_rows.rows_of(versions, sample, self.results.by_version)

    @cached_property
    def _shown(self) -> list[Any]:
        older = [version for version in self.all_versions[SHOWN:] if version.is_live]
        return [*self.all_versions[:SHOWN], *older]

    @cached_property
    def _sample(self) -> list[Sampled]:
        return version_rows.sample_of(self._shown) if self.all_versions else []

    @cached_property
    def results(self) -> Results:
        return results_of(self.account)

    @cached_property
    def opponents(self) -> list[Against]:
        return most_played(self.results)

    @cached_property
    def turns(self) -> list[bot_turns.TurnRow]:
        """The newest of games and scrimmages, for the owner. Those of checks are with them."""
        if not self.is_readers:
            return []
        newest = sorted({run.turn for run in self._sample if not run.is_of_check})[-LAST_TURNS:]
        if not newest:
            return []
        return bot_turns.rows_of(bot_turns.turns_of(self.account).filter(pk__in=newest))

    @property
    def is_busy(self) -> bool:
        """Whether a page that is left open will soon have something new."""
        return any(
            version.state in (VersionState.QUEUED, VersionState.CHECKING)
            for version in self.all_versions
        )

    @property
    def marks(self) -> list[tuple[datetime, str]]:
        """When versions went live, for the picture of the rating."""
        return [
            (version.went_live, f"v{version.number}")
            for version in self.all_versions
            if version.went_live
        ]

    @property
    def sizes(self) -> str:
        return sizes_in_words(self.bot.sizes)


@dataclass(frozen=True)
class Limits:
    """What a program may take for a turn: seconds of processor time and in all, in games against
    other programs the two of the ladder; MiB of memory; threads."""

    cpu: int = field(default_factory=lambda: settings.BOT_CPU)
    wall: int = field(default_factory=lambda: settings.BOT_WALL)
    ladder_cpu: int = field(default_factory=lambda: settings.LADDER_CPU)
    ladder_wall: int = field(default_factory=lambda: settings.LADDER_WALL)
    memory: int = field(default_factory=lambda: settings.BOT_MEMORY_MIB)
    threads: int = field(default_factory=lambda: settings.BOT_THREADS)


def sizes_in_words(sizes: Sequence[int]) -> str:
    """`5, 6 and 7`; empty for none."""
    *some, last = [str(size) for size in sorted(sizes)] or [""]
    return f"{', '.join(some)} and {last}" if some else last


def live_opponents() -> list[str]:
    """Names of bots whose programs run here, the newest ones, for a field that completes them."""
    live = BotVersion.objects.filter(state=VersionState.READY, bot__account__is_active=True)
    played = live.exclude(bot__account__owner__is_active=False)
    names = played.order_by("-went_live").values_list("bot__account__username", flat=True)
    return list(names[:MOST_NAMES])
