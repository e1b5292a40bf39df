"""The symmetries of the board, and what names a position whichever way it is turned.

A hexagonal board has twelve symmetries: six turns, each with or without a mirror before it. The
rules know no direction. Nor do they prefer a colour: with all colours exchanged, and the side to
move as well, a position has the same moves and the score of the other side.

A position says nothing about seats. Before the second player has chosen a side (the pie rule)
nobody owns the volcano on the board, and the choice changes nothing there: so the results of the
empty board can only be told of the first and the second player, and those of any other position
of the side that moves and its opponent.
"""

from dataclasses import dataclass
from functools import cache, reduce
from hashlib import blake2b
from operator import or_

from .board import Board, members
from .moves import Move, Spill
from .position import Position
from .side import Side

Sets = tuple[int, int, int, int]

TURNS = 6
NUMBERS = 4 * TURNS
"""How many symmetries there are, those that exchange the colours included."""


@dataclass(frozen=True)
class Symmetry:
    """Mirror the board if `mirrored`, then turn it by `turns` times 60 degrees; and exchange the
    colours, the side to move among them, if `exchanged`. `Symmetry()` changes nothing."""

    turns: int = 0
    mirrored: bool = False
    exchanged: bool = False

    @classmethod
    def of(cls, number: int) -> "Symmetry":
        """The symmetry whose `number` (0 to 23) this is."""
        return cls(number % TURNS, number // TURNS % 2 == 1, number // (2 * TURNS) == 1)

    @property
    def number(self) -> int:
        """Never to be changed: archives store it."""
        return self.turns + TURNS * self.mirrored + 2 * TURNS * self.exchanged

    @property
    def inverse(self) -> "Symmetry":
        turns = self.turns if self.mirrored else -self.turns % TURNS
        return Symmetry(turns, self.mirrored, self.exchanged)

    def then(self, later: "Symmetry") -> "Symmetry":
        """This one and `later` after it, as one."""
        turns = -self.turns if later.mirrored else self.turns
        return Symmetry(
            (later.turns + turns) % TURNS,
            self.mirrored != later.mirrored,
            self.exchanged != later.exchanged,
        )

    def cell(self, board: Board, name: str) -> str:
        """Where this cell comes to lie. Raises KeyError for one that is not on the board."""
        return board.cells[_permutation(board, self.turns, self.mirrored)[board.index[name]]]

    def move(self, board: Board, move: Move) -> Move:
        """The same move on the changed board."""
        spills = [
            Spill(self.cell(board, source), self.cell(board, target))
            for source, target in move.spills
        ]
        return Move(self.cell(board, move.placement), tuple(spills))

    def position(self, position: Position) -> Position:
        """The position on the changed board."""
        black, white, black_lava, white_lava = _images(position)[self.turns + TURNS * self.mirrored]
        if self.exchanged:
            turn = position.turn.other
            return Position(position.board, turn, white, black, white_lava, black_lava)
        return Position(position.board, position.turn, black, white, black_lava, white_lava)


def symmetries() -> list[Symmetry]:
    """The twelve of the board, which leave the colours alone."""
    return [Symmetry.of(number) for number in range(2 * TURNS)]


def canonical(position: Position) -> tuple[Position, Symmetry]:
    """The one that stands for a position and all its twins, and a symmetry that leads there.

    Black is to move in it, and of the twelve ways to lay it its sets of cells are the least.
    """
    exchanged = position.turn is Side.WHITE
    if exchanged:
        position = Symmetry(exchanged=True).position(position)
    least, number = min((sets, number) for number, sets in enumerate(_images(position)))
    symmetry = Symmetry(number % TURNS, number >= TURNS, exchanged)
    return Position(position.board, Side.BLACK, *least), symmetry


def identify(position: Position) -> tuple[int, Symmetry]:
    """The `key` of a position, and the symmetry that leads to its canonical twin."""
    twin, symmetry = canonical(position)
    digest = blake2b(str(twin).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True), symmetry


def key(position: Position) -> int:
    """A signed number of 64 bits that a position shares with its twins, and with no other that
    anybody will ever meet: a hash of the canonical text. Never to be changed: archives store it.
    """
    return identify(position)[0]


@cache
def _permutation(board: Board, turns: int, mirrored: bool) -> tuple[int, ...]:
    """By cell, the one where it comes to lie.

    From the middle, a step along a row (0, 1) becomes one along the next diagonal (1, 1) by a
    turn, and a step up (1, 0) one back along the row; the mirror exchanges rows and numbers.
    """
    index = {axis: cell for cell, axis in enumerate(board.axes)}
    lay = []
    for row, number in board.axes:
        up, along = row - (board.size - 1), number - board.size
        if mirrored:
            up, along = along, up
        for _ in range(turns):
            up, along = along, along - up
        lay.append(index[up + board.size - 1, along + board.size])
    return tuple(lay)


@cache
def _spread(board: Board) -> tuple[int, ...]:
    """By cell, its images under the twelve symmetries: the sets that hold nothing else, side by
    side in one int, so that the images of a set of cells are made together."""
    lays = [_permutation(board, one.turns, one.mirrored) for one in symmetries()]
    width = len(board.cells)
    return tuple(
        sum(1 << lay[cell] + place * width for place, lay in enumerate(lays))
        for cell in range(width)
    )


def _images(position: Position) -> list[Sets]:
    """The four sets of cells under each of the twelve symmetries, by their numbers."""
    spread, width = _spread(position.board), len(position.board.cells)
    black, white, black_lava, white_lava = (
        reduce(or_, map(spread.__getitem__, members(cells)), 0) for cells in position.sets
    )
    one = (1 << width) - 1
    return [
        (black >> at & one, white >> at & one, black_lava >> at & one, white_lava >> at & one)
        for at in range(0, 2 * TURNS * width, width)
    ]
