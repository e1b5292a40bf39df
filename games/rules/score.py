"""Islands and the score (rules.md, 7 to 9)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from .board import MAX_HEIGHT, Board, members
from .side import Side

if TYPE_CHECKING:
    from .position import Position


class Result(StrEnum):
    """How a game ended, or `*` while it has not."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"
    UNFINISHED = "*"


class Level(NamedTuple):
    """What counts at one height: volcanoes, and the lava of the islands next to them."""

    height: int
    black_volcanoes: int
    black_lava: int
    white_volcanoes: int
    white_lava: int

    @property
    def black(self) -> int:
        """Black's score at this height."""
        return self.black_volcanoes + self.black_lava

    @property
    def white(self) -> int:
        """White's score at this height."""
        return self.white_volcanoes + self.white_lava


@dataclass(frozen=True)
class Score:
    """The score by height.

    `levels` has one row for each height from 1 to 6, whether it is compared or not. `common` are
    the heights at which both sides have a volcano: only these are compared, the lowest first.
    `decided` is the height at which the scores differ first, or None; then the game is a draw.
    """

    levels: tuple[Level, ...]
    common: tuple[int, ...]
    decided: int | None
    result: Result


def score(position: "Position") -> Score:
    """The score if the game ended in this position."""
    black = _counts(position, Side.BLACK)
    white = _counts(position, Side.WHITE)
    levels = tuple(
        Level(height, *black[height], *white[height]) for height in range(1, MAX_HEIGHT + 1)
    )
    common = [level for level in levels if level.black_volcanoes and level.white_volcanoes]
    deciding = next((level for level in common if level.black != level.white), None)
    return Score(
        levels=levels,
        common=tuple(level.height for level in common),
        decided=deciding and deciding.height,
        result=_result(deciding),
    )


def islands(board: Board, lava: int) -> list[int]:
    """The maximal connected sets of these cells, in board order of their first cells."""
    found = []
    while lava:
        island, frontier = 0, lava & -lava
        while frontier:
            island |= frontier
            around = 0
            for cell in members(frontier):
                around |= board.neighbours[cell]
            frontier = around & lava & ~island
        found.append(island)
        lava &= ~island
    return found


def _counts(position: "Position", side: Side) -> list[tuple[int, int]]:
    """For each height from 0, how many volcanoes a side has and how much lava touches them."""
    board = position.board
    volcanoes = [0] * (MAX_HEIGHT + 1)
    around = [0] * (MAX_HEIGHT + 1)
    for cell in members(position.volcanoes_of(side)):
        height = position.height_at(cell)
        volcanoes[height] += 1
        around[height] |= board.neighbours[cell]
    own = islands(board, position.lava_of(side))
    lava = [sum(island.bit_count() for island in own if island & near) for near in around]
    return list(zip(volcanoes, lava, strict=True))


def _result(deciding: Level | None) -> Result:
    if deciding is None:
        return Result.DRAW
    return Result.BLACK if deciding.black > deciding.white else Result.WHITE
