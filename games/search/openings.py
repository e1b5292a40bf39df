"""What is known of first volcanoes: which to offer, and which to take over.

From matches of a strong player with a solver against itself, a random first volcano for each pair
of games, 2,000 to 4,000 simulations a move. On size 5 Black, who owns the volcano, won 52.0 %
(± 6.2) of 250 games after a corner and 60 to 71 % after any other cell. On size 6 Black won 52.6 %
(± 2.8) of 1,200 games after a cell of the two outer rings, and 59 to 76 % further inside. Size 7
was not measured: what holds on size 6 is taken to hold there, too. No first volcano was clearly
bad for Black.
"""

from games.rules.board import Board, get_board

SMALL = 5
OUTER_RINGS = 2
NEIGHBOURS_IN_A_CORNER, NEIGHBOURS_ON_AN_EDGE = 3, 4


def is_even(size: int, cell: str) -> bool:
    """Whether a first volcano on this cell is worth about as much to either side; else it is
    Black who has the better game."""
    board = get_board(size)
    if size == SMALL:
        return _neighbours(board, board.index[cell]) == NEIGHBOURS_IN_A_CORNER
    return size - 1 - _from_the_centre(board, board.index[cell]) < OUTER_RINGS


def offers(size: int) -> list[str]:
    """The cells to place the first volcano on, so that the opponent gains nothing by the choice of
    a side: the corners on size 5, else the edges without the corners."""
    board = get_board(size)
    wanted = NEIGHBOURS_IN_A_CORNER if size == SMALL else NEIGHBOURS_ON_AN_EDGE
    return [name for name, cell in board.index.items() if _neighbours(board, cell) == wanted]


def _neighbours(board: Board, cell: int) -> int:
    return board.neighbours[cell].bit_count()


def _from_the_centre(board: Board, cell: int) -> int:
    middle = board.axes[len(board.axes) // 2]
    rows, numbers = board.axes[cell][0] - middle[0], board.axes[cell][1] - middle[1]
    return max(abs(rows), abs(numbers), abs(rows - numbers))
