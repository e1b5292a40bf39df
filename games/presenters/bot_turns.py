"""The turns of programs that run here, for the owners of the bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from games.models import BotRun, BotTurn, TurnState
from sumendi_site.accounts.models import User

LONGEST_REMARK = 90


@dataclass(frozen=True)
class TurnRow:
    """A turn in a list."""

    turn: BotTurn
    runs: Sequence[BotRun]

    @property
    def newest_run(self) -> BotRun | None:
        return self.runs[-1] if self.runs else None

    @property
    def where(self) -> str:
        """Whom it is played against: `v pumice`, or which check or scrimmage it is of."""
        turn = self.turn
        if turn.game is not None:
            return f"v {turn.game.opponent_of(self.account)}"
        assert turn.bout is not None  # noqa: S101  # see the constraint
        if turn.bout.check_of_id:
            return f"check of v{turn.version.number}"
        return f"scrimmage, game {turn.bout.number}"

    @property
    def title(self) -> str:
        """`Ply 9 against pumice`."""
        ply, where = f"Ply {self.turn.ply}", self.where
        return f"{ply} against {where[2:]}" if self.turn.game else f"{ply}, {where}"

    @property
    def account(self) -> User:
        return self.turn.version.bot.account

    @property
    def fault(self) -> str:
        """What was wrong with the newest run, in a word or two; empty when nothing was."""
        run = self.newest_run
        return run.get_fault_display() if run and run.fault else ""

    @property
    def remark(self) -> str:
        """A line about it: what went wrong, or the program's note, or the end of its log."""
        run = self.newest_run
        if run is None:
            return ""
        lines = run.log.strip().splitlines()
        told = run.detail if run.fault else self.turn.note or (lines[-1] if lines else "")
        return told if len(told) <= LONGEST_REMARK else f"{told[: LONGEST_REMARK - 1]}…"

    @property
    def has_failed(self) -> bool:
        """The program spoiled it, and was given up."""
        return self.turn.state == TurnState.FAILED

    @property
    def is_open(self) -> bool:
        return self.turn.state in (TurnState.WAITING, TurnState.RUNNING)


def with_all(turns: "QuerySet[BotTurn]") -> "QuerySet[BotTurn]":
    """With what a `TurnRow` shows of each."""
    players = ("game__first", "game__second", "version__bot__account", "bout")
    runs = Prefetch("runs", BotRun.objects.order_by("id"))
    return turns.select_related(*players).defer("version__package").prefetch_related(runs)


def rows_of(turns: "QuerySet[BotTurn]") -> list[TurnRow]:
    return [row_of(turn) for turn in with_all(turns)]


def row_of(turn: BotTurn) -> TurnRow:
    return TurnRow(turn, list(turn.runs.all()))


def turns_of(account: User) -> "QuerySet[BotTurn]":
    """All turns of a bot, the newest first."""
    return BotTurn.objects.filter(version__bot=account.pk).order_by("-id")
