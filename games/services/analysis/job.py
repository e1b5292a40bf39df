"""What is left to do for an analysis: one search after the other, from the last position of the
game to the first. So it is known at once which moves gave something away, and a line is made to
show what was better."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from games.models import AnalysedPosition, Analysis
from games.rules import Position
from games.rules.plies import SIDE_CHOICE_PLY
from games.rules.tree import after

from .figures import FIRST_JUDGED, next_placement, swing_of
from .looking import Engine, Look, look

LONGEST_LINE = 6
"""Plies that are shown of what would have been better."""
LONGEST_PROVED_LINE = 14
"""Of best play from the first position on whose result was proved: to the end in most games."""


@dataclass
class Job:
    """An analysis, the texts of all plies of its game, the position after each of them from ply 0
    on, and what was `found` in these."""

    analysis: Analysis
    engine: Engine
    moves: Sequence[str]
    boards: Sequence[Position]
    found: dict[int, AnalysedPosition]

    @classmethod
    def of(cls, analysis: Analysis, engine: Engine) -> Self:
        game = analysis.game
        moves = list(game.moves.order_by("ply").values_list("text", flat=True))
        boards = list(accumulate(moves, after, initial=Position.start(game.size)))
        found = {row.ply: row for row in analysis.positions.all()}
        return cls(analysis, engine, moves, boards, found)

    def step(self) -> AnalysedPosition | None:
        """Search once, for a line or for the next position; the row that is to be stored. None when
        all is done."""
        for row in self._newest():
            if len(row.line) < self._longest_line(row):
                board = self._end_of_line(row)
                if not board.is_over:
                    return self._lengthened(row, board)
        ply = self._next_ply()
        if ply < 0:
            return None
        self.found[ply] = self._row(ply)
        return self.found[ply]

    def _newest(self) -> list[AnalysedPosition]:
        """The two rows found last: whether the second begins what is proved is known now."""
        return [self.found[ply] for ply in sorted(self.found)[:2]]

    def _next_ply(self) -> int:
        ply = min(self.found, default=len(self.moves) + 1) - 1
        return ply - 1 if ply == SIDE_CHOICE_PLY else ply

    def _row(self, ply: int) -> AnalysedPosition:
        seen = self._look(self.boards[ply], ply, 0)
        following = self.moves[next_placement(ply) - 1 :]
        best = seen.best
        return AnalysedPosition(
            analysis=self.analysis,
            ply=ply,
            chance=seen.chance,
            simulations=seen.simulations,
            best=best.move if best else "",
            best_chance=best.chance if best else None,
            best_visits=best.visits if best else 0,
            played_visits=seen.visits_of(following[0] if following else None),
            proof=seen.proof or "",
            line=[best.move] if best else [],
        )

    def _longest_line(self, row: AnalysedPosition) -> int:
        """How long a line is to be shown from there; 0 for none."""
        if row.proof and self._is_proved_first(row):
            return LONGEST_PROVED_LINE
        return LONGEST_LINE if self._is_given_away(row) else 0

    def _is_proved_first(self, row: AnalysedPosition) -> bool:
        before = [ply for ply in self.found if ply < row.ply]
        return bool(before) and not any(self.found[ply].proof for ply in before)

    def _is_given_away(self, row: AnalysedPosition) -> bool:
        """Whether the move that was played in this position gave much away."""
        played = next_placement(row.ply)
        if not FIRST_JUDGED <= played <= len(self.moves):
            return False
        return swing_of(self.moves[played - 1], row, self.found[played]) is not None

    def _end_of_line(self, row: AnalysedPosition) -> Position:
        *_, board = accumulate(row.line, after, initial=self.boards[row.ply])
        return board

    def _lengthened(self, row: AnalysedPosition, board: Position) -> AnalysedPosition:
        best = self._look(board, row.ply, len(row.line)).best
        assert best is not None  # noqa: S101  # the game is not over there
        row.line = [*row.line, best.move]
        return row

    def _look(self, board: Position, ply: int, onward: int) -> Look:
        """The seed follows from what is asked, so whoever repeats this finds the same."""
        seed = zlib.crc32(f"{self.analysis.game_id}:{ply}:{onward}".encode())
        return look(self.engine, board, self.analysis.simulations, seed)


def count_positions(plies: int) -> int:
    """How many positions of a game are looked at: that after the side choice is the same as before
    it."""
    return plies + 1 if plies < SIDE_CHOICE_PLY else plies
