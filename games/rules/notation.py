"""The text of a position (rules.md, "Texts").

Rows from the top row down, split by `/`; in a row from left to right a number for a run of empty
cells, `B` `W` for volcanoes, `b` `w` for lava; then a space and the side to move.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from .board import Board, get_board, members
from .errors import PositionError
from .side import Side

if TYPE_CHECKING:
    from .position import Position

# A board of side 7 with nothing but pieces has 141 characters.
MAX_TEXT = 200
# A number ends where its digits end: two runs in a row are one run badly written.
_TOKEN = re.compile("[BWbw]|[1-9][0-9]?(?![0-9])")
_SIZES = {2 * size - 1: size for size in (5, 6, 7)}


class Layout(NamedTuple):
    """What a text says: a board, the side to move, and a set of cells for each kind of piece."""

    board: Board
    turn: Side
    pieces: dict[str, int]


def write(position: "Position") -> str:
    """The canonical text of a position."""
    pieces = ["."] * len(position.board.cells)
    for letter, cells in zip("BWbw", position.sets, strict=True):
        for cell in members(cells):
            pieces[cell] = letter
    rows = ["".join(pieces[row.start : row.stop]) for row in position.board.rows]
    packed = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in reversed(rows)]
    return f"{'/'.join(packed)} {position.turn.letter}"


def read(text: str) -> Layout:
    """Read the text of a position. Raises PositionError, which names the row at fault."""
    if len(text) > MAX_TEXT:
        raise PositionError(f"A position has at most {MAX_TEXT} characters.")
    rows, _, letter = text.partition(" ")
    sides = {side.letter: side for side in Side}
    if letter not in sides:
        raise PositionError("A position ends with a space and the side to move: b or w.")
    lines = rows.split("/")
    if len(lines) not in _SIZES:
        raise PositionError(f"A position has 9, 11 or 13 rows, not {len(lines)}.")
    board = get_board(_SIZES[len(lines)])
    pieces = dict.fromkeys("BWbw", 0)
    for cells, line in zip(board.rows, reversed(lines), strict=True):
        for cell, piece in zip(cells, _read_row(board, cells, line), strict=True):
            if piece != ".":
                pieces[piece] |= 1 << cell
    return Layout(board, sides[letter], pieces)


def _read_row(board: Board, cells: range, line: str) -> str:
    row = board.cells[cells[0]][0]
    tokens = _TOKEN.findall(line)
    if "".join(tokens) != line:
        raise PositionError(f"Row {row}: {line!r} may hold only numbers and B, W, b, w.")
    pieces = "".join("." * int(token) if token.isdigit() else token for token in tokens)
    if len(pieces) != len(cells):
        raise PositionError(f"Row {row} has {len(cells)} cells, but {line!r} fills {len(pieces)}.")
    return pieces
