"""The page of one version of a bot: what it came to, and the games of its check."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from games.models import BotTurn, BotVersion, Bout, VersionState
from sumendi_site.accounts.models import User

from . import bot_turns, bouts
from .bot_turns import TurnRow
from .version_rows import tag_of


@dataclass(frozen=True)
class CheckBout:
    """A game of a check; `turns` are those of the program, for its owner alone."""

    bout: Bout
    turns: Sequence[TurnRow]

    @property
    def title(self) -> str:
        against = "itself" if self.bout.first_id and self.bout.second_id else bouts.RANDOM
        return f"Against {against}"

    @property
    def status(self) -> str:
        return bouts.ending(self.bout)

    @property
    def plies(self) -> int:
        return len(self.bout.moves)

    @property
    def failed(self) -> TurnRow | None:
        """The turn that the program failed in the end."""
        return next((row for row in reversed(self.turns) if row.has_failed), None)


@dataclass(frozen=True)
class VersionPage:
    version: BotVersion
    account: User
    is_readers: bool
    check: Sequence[CheckBout]

    @property
    def tag(self) -> str:
        return tag_of(self.version)

    @property
    def is_checked_now(self) -> bool:
        return self.version.state in (VersionState.QUEUED, VersionState.CHECKING)

    @property
    def is_retired(self) -> bool:
        return self.version.state == VersionState.RETIRED

    @property
    def can_be_changed(self) -> bool:
        return self.is_readers and not self.account.is_closed


def page_of(version: BotVersion, account: User, *, is_readers: bool) -> VersionPage:
    """Of a version of the bot `account`."""
    version.bot.account = account
    if not is_readers:
        return VersionPage(version, account, is_readers, ())
    found = list(Bout.objects.filter(check_of=version).order_by("number"))
    for bout in found:
        bout.first = version if bout.first_id else None
        bout.second = version if bout.second_id else None
    turns = _turns_of(found)
    check = [CheckBout(bout, turns.get(bout.pk, ())) for bout in found]
    return VersionPage(version, account, is_readers, check)


def _turns_of(check: Sequence[Bout]) -> dict[int, list[TurnRow]]:
    turns: defaultdict[int, list[TurnRow]] = defaultdict(list)
    asked = BotTurn.objects.filter(bout__in=check).order_by("ply")
    for row in bot_turns.rows_of(asked):
        turns[row.turn.bout_id or 0].append(row)
    return turns
