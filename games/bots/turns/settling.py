"""The transactions of a turn: the program's clock starts, its move is stored, or its fault.

Each locks the game or bout first, then looks whether the turn is still this worker's, and writes
all that belongs together: a worker that is killed has done a step whole or not at all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from games.bots.protocol import Answer
from games.models import (
    Bot,
    BotRun,
    BotTurn,
    BotVersion,
    Bout,
    BoutStatus,
    FaultKind,
    Game,
    RunFault,
    Termination,
    TurnRank,
    TurnState,
    VersionState,
)
from games.services import bouts, downtime, vacations, versions
from games.services.errors import BadMoveText, ClocksBehind, GameNotFound, NotALegalMove
from games.services.faults import note_fault
from games.services.finishing import finish, flag_locked, won_against
from games.services.hosted import let_clock_run, playing_version, stop_playing
from games.services.locking import lock
from games.services.pausing import pause_after_faults
from games.services.playing import play_as_program
from sumendi_site.accounts.models import User

from . import queue
from .asking import Clock

MOST_TRIES = 2
"""How often a program is asked that spoils its turn."""
TOLD_AS = {
    RunFault.CRASH: FaultKind.CRASH,
    RunFault.TIMEOUT: FaultKind.SLOW,
    RunFault.MEMORY: FaultKind.MEMORY,
    RunFault.BAD_OUTPUT: FaultKind.NO_ANSWER,
    RunFault.ILLEGAL_MOVE: FaultKind.ILLEGAL,
}


class LeaseLost(Exception):
    """The turn is not this worker's any more: it was dropped, or another one has it."""


@contextmanager
def held(turn: BotTurn) -> Iterator[Game | Bout]:
    """The game or bout of the turn, locked for a transaction. Raises LeaseLost."""
    with transaction.atomic():
        board = _lock(turn)
        if board is None or not queue.mine(turn).select_for_update().values_list("pk"):
            raise LeaseLost
        yield board


@contextmanager
def _held_on_turn(turn: BotTurn) -> Iterator[Game | Bout]:
    """The same, for what came of a run: the answer to one ply is never made at another."""
    with held(turn) as board:
        if not _is_on_turn(turn, board):
            raise LeaseLost
        yield board


def _is_on_turn(turn: BotTurn, board: Game | Bout) -> bool:
    next_ply = board.ply if isinstance(board, Bout) else board.ply_count + 1
    return board.is_running and next_ply == turn.ply


def let_go(turn: BotTurn) -> None:
    """Close a turn that nobody has to play any more, if it is still this worker's."""
    _close(turn, TurnState.DROPPED, timezone.now())


def _lock(turn: BotTurn) -> Game | Bout | None:
    if turn.bout_id is not None:
        return bouts.lock_bout(turn.bout_id)
    try:
        return lock(turn.game_id) if turn.game_id is not None else None
    except GameNotFound:
        return None


def begin(turn: BotTurn) -> Clock | None:
    """The program's clock runs from now on, if it does not yet. None when there is nobody to ask:
    the turn is then dropped, and a game's clock runs as if a person had to move."""
    if downtime.is_behind(timezone.now()):
        vacations.catch_up(timezone.now())
    with held(turn) as board:
        now = timezone.now()
        if isinstance(board, Bout):
            clock = _begin_in_bout(turn, board, now)
        else:
            clock = _begin_in_game(turn, board, now)
    if clock is not None and turn.rank == TurnRank.CHECK:
        queued = BotVersion.objects.filter(pk=turn.version_id, state=VersionState.QUEUED)
        queued.update(state=VersionState.CHECKING)
    return clock


def _begin_in_game(turn: BotTurn, game: Game, now: datetime) -> Clock | None:
    if not _is_on_turn(turn, game) or game.to_move is None:
        _close(turn, TurnState.DROPPED, now)
        return None
    if playing_version(game.to_move) is None:
        let_clock_run(game, now)
        _close(turn, TurnState.DROPPED, now)
        return None
    if game.deadline is not None:  # its clock has run since it was paused
        return Clock(game.turn_started, game.deadline)
    game.turn_started = now
    game.save(update_fields=["turn_started"])
    return Clock(now, game.control.deadline(now, game.bank_of(game.to_move)))


def _begin_in_bout(turn: BotTurn, bout: Bout, now: datetime) -> Clock | None:
    if not _is_on_turn(turn, bout):
        _close(turn, TurnState.DROPPED, now)
        return None
    account = User.objects.select_related("owner").get(bot__versions=turn.version_id)
    if account.is_closed:
        bouts.call_off(Bout.objects.filter(pk=bout.pk), f"{account} is retired.")
        return None
    return Clock(now, None)


def store_move(turn: BotTurn, run: BotRun, answer: Answer) -> str:
    """Make the answer's move and close the turn; empty. If the rules refuse it, nothing is stored,
    and this is why."""
    try:
        try:
            _store_move(turn, run, answer)
        except ClocksBehind:
            vacations.catch_up(timezone.now())
            _store_move(turn, run, answer)
    except (BadMoveText, NotALegalMove) as error:
        return error.message
    _settle_check(turn)
    return ""


def _store_move(turn: BotTurn, run: BotRun, answer: Answer) -> None:
    with _held_on_turn(turn) as board:
        now = timezone.now()
        if isinstance(board, Bout):
            turn.move = bouts.advance(board, answer.move)
        else:
            player = board.to_move_id
            turn.move = play_as_program(board, answer.move, now).text
            Bot.objects.filter(pk=player, faults_in_a_row__gt=0).update(faults_in_a_row=0)
        turn.memory, turn.note = answer.memory, answer.note
        _close(turn, TurnState.DONE, now)
        run.save()


def store_fault(turn: BotTurn, run: BotRun) -> bool:
    """The program has spoiled a run. True when it may try again at once, on a new lease; else its
    game or bout is lost."""
    turn.tries += 1
    with _held_on_turn(turn) as board:
        run.save()
        if turn.tries < MOST_TRIES:
            queue.renew(turn, timezone.now())
            return True
        paused = _lose(turn, board, run)
    _after_the_loss(turn, paused)
    return False


def _lose(turn: BotTurn, board: Game | Bout, run: BotRun) -> User | None:
    """The bot that is paused now, if this was too much."""
    now = timezone.now()
    _close(turn, TurnState.FAILED, now)
    fault = RunFault(run.fault)
    if isinstance(board, Bout):
        detail = f"{fault.label.capitalize()} at ply {turn.ply}. {run.detail}"
        bouts.end_by_fault(board, turn.seat, detail)
        return None
    loser = _player(board, turn.seat)
    note_fault(loser, board.pk, TOLD_AS[fault], f"Ply {turn.ply}: {run.detail}")
    finish(board, won_against(board, loser), Termination.FAULT, now)
    return _count_fault(loser)


def lose_on_time(turn: BotTurn, clock: Clock, run: BotRun | None = None) -> None:
    """The program's clock has run out, in a `run` that ended so or before the next one."""
    with _held_on_turn(turn) as board:
        assert isinstance(board, Game)  # noqa: S101  # bouts have no clocks
        now = timezone.now()
        newest = Clock(board.turn_started, board.deadline or clock.until)
        if not newest.has_run_out(now):
            raise LeaseLost  # it was given time meanwhile: the sweep asks again
        if run is not None:
            run.save()
        _close(turn, TurnState.FAILED, now)
        loser = _player(board, turn.seat)
        board.deadline = newest.until
        flag_locked(board, now)
        paused = _count_fault(loser)
    _after_the_loss(turn, paused)


def _count_fault(loser: User) -> User | None:
    Bot.objects.filter(pk=loser.pk).update(faults_in_a_row=F("faults_in_a_row") + 1)
    return loser if pause_after_faults(loser.pk) else None


def _after_the_loss(turn: BotTurn, paused: User | None) -> None:
    if paused is not None:
        stop_playing(paused)
    _settle_check(turn)


def _settle_check(turn: BotTurn) -> None:
    """After the turn of a bout: it may have been the last one of a check."""
    if turn.bout_id is None:
        return
    over = versions_to_settle().filter(check_bouts=turn.bout_id).first()
    if over is not None:
        versions.check_ended(over)


def versions_to_settle() -> "QuerySet[BotVersion]":
    """The versions whose check is over, and of which nobody has said so yet."""
    check = Bout.objects.filter(check_of=OuterRef("pk"))
    unsettled = BotVersion.objects.filter(state__in=(VersionState.QUEUED, VersionState.CHECKING))
    over = unsettled.filter(Exists(check)).exclude(Exists(check.filter(status=BoutStatus.RUNNING)))
    return over.defer("package").select_related("bot__account")


def _player(game: Game, seat: str) -> User:
    return game.first if seat == "first" else game.second


def _close(turn: BotTurn, state: TurnState, now: datetime) -> None:
    queue.mine(turn).update(
        state=state,
        finished=now,
        lease=None,
        lease_until=None,
        tries=turn.tries,
        move=turn.move,
        memory=turn.memory,
        note=turn.note,
    )
    turn.state = state
