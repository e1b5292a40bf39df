"""What a program is asked: the question of a turn, its files, and how long it may take."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.conf import settings

from games.bots.protocol import Question
from games.bots.sandbox import Limits, Program
from games.bots.sandbox.contract import MIB
from games.models import BotTurn, BotVersion, Bout, Game, TurnRank, TurnState
from games.rules.plies import SIDE_CHOICE_PLY, SWAP
from games.services import packages
from games.services.placing import replay

from . import queue
from .library import library

MODULE = "sumendi.hosted"
KIB = 1024
LEAST_TIME = 0.05
"""Seconds below which a clock counts as run out: no program starts so fast."""


@dataclass(frozen=True)
class Clock:
    """The clock of a turn: it began at `started`, and runs out at `until`; None for a bout's."""

    started: datetime
    until: datetime | None

    def left(self, now: datetime) -> float | None:
        """Seconds, below zero when it has run out."""
        return None if self.until is None else (self.until - now).total_seconds()

    def has_run_out(self, now: datetime) -> bool:
        left = self.left(now)
        return left is not None and left < LEAST_TIME


def program_of(turn: BotTurn) -> Program:
    version = BotVersion.objects.only("key").get(pk=turn.version_id)
    return Program(_files(version.key), ("-m", MODULE), library())


@lru_cache(maxsize=8)
def _files(key: uuid.UUID) -> dict[str, bytes]:
    """Those of the versions at work; they are never changed."""
    version = BotVersion.objects.only("file_name", "package").get(key=key)
    return packages.read(version.file_name, bytes(version.package))


def limits_of(turn: BotTurn, left: float | None = None) -> Limits:
    """For a program whose clock has so many seconds `left`, if it has one."""
    wall = float(queue.wall_limit(turn.rank))
    return Limits(
        cpu=settings.LADDER_CPU if turn.rank == TurnRank.LADDER else settings.BOT_CPU,
        wall=wall if left is None else min(wall, left),
        memory=settings.BOT_MEMORY_MIB * MIB,
        scratch=settings.BOT_SCRATCH_MIB * MIB,
        output=settings.BOT_OUTPUT_KIB * KIB,
        threads=settings.BOT_THREADS,
    )


def question_of(turn: BotTurn, limits: Limits | None = None) -> Question:
    """What the program is asked, or was asked long ago; without the `limits` that it had, as if its
    clock had had time enough."""
    board = turn.game or turn.bout
    assert board is not None  # noqa: S101  # a constraint says so
    moves = _moves(board)[: turn.ply - 1]
    given = limits or limits_of(turn)
    return Question(
        game=str(board.pk) if turn.game_id else f"bout-{board.pk}",
        size=board.size,
        position=_position(board, moves),
        moves=moves,
        you=_side(moves, turn.seat),
        choose_side=turn.ply == SIDE_CHOICE_PLY,
        budget_ms=int(1000 * min(given.cpu, given.wall)),
        memory=_memory(turn),
    )


def _moves(board: Game | Bout) -> list[str]:
    if isinstance(board, Bout):
        return list(board.moves)
    return list(board.moves.order_by("ply").values_list("text", flat=True))


def _position(board: Game | Bout, moves: list[str]) -> str:
    placed = len(board.moves) if isinstance(board, Bout) else board.ply_count
    if len(moves) == placed:
        return board.position
    return str(replay(board.size, moves))


def _side(moves: list[str], seat: str) -> str | None:
    """Nobody has a side before ply 2 was played."""
    if len(moves) < SIDE_CHOICE_PLY:
        return None
    swapped = moves[SIDE_CHOICE_PLY - 1] == SWAP
    return "black" if (seat == "second") == swapped else "white"


def _memory(turn: BotTurn) -> str:
    """What the seat's newest turn of the same version left."""
    earlier = BotTurn.objects.filter(
        game=turn.game_id,
        bout=turn.bout_id,
        seat=turn.seat,
        version=turn.version_id,
        ply__lt=turn.ply,
        state=TurnState.DONE,
    )
    return earlier.order_by("-ply").values_list("memory", flat=True).first() or ""
