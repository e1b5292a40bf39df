"""A position, and everything that can be asked of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from . import legality, notation
from . import score as scoring
from .board import Board, get_board, members
from .errors import PositionError
from .moves import Move, Spill
from .score import Score
from .side import Side
from .spills import choices, count_choices, has_choice, reach


@dataclass(frozen=True, repr=False)
class Position:
    """Four sets of cells and a side to move; heights are derived (rules.md, 5).

    Immutable. Make one with `Position.start` or `Position.parse`, then `play`: the constructor
    itself checks nothing. Lists of cells are sorted as plain strings; sources and full moves come
    in board order (row letter, then number).
    """

    board: Board
    turn: Side
    black: int = 0
    white: int = 0
    black_lava: int = 0
    white_lava: int = 0
    # An empty cell that is illegal now stays illegal for the rest of the game, so a position
    # only looks at the cells that were not yet known to be illegal before.
    _open: int = field(default=-1, compare=False)

    @classmethod
    def start(cls, size: int) -> "Position":
        """The empty board, Black to move. Raises PositionError for a size other than 5, 6, 7."""
        return cls(get_board(size), Side.BLACK)

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The position that `str(position)` wrote. Raises PositionError.

        It need not be one that play can reach, but each of its volcanoes has a height.
        """
        board, turn, pieces = notation.read(text)
        position = cls(board, turn, *pieces.values())
        for cell in members(position.volcanoes):
            if position.height_at(cell) == 0:
                raise PositionError(
                    f"The volcano on {board.cells[cell]} has height 0: "
                    "there is a volcano on every side of it."
                )
        return position

    def __str__(self) -> str:
        return notation.write(self)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    # The board

    @property
    def size(self) -> int:
        """The number of cells on a side of the board."""
        return self.board.size

    @property
    def sets(self) -> tuple[int, int, int, int]:
        """Black's and White's volcanoes, then Black's and White's lava."""
        return self.black, self.white, self.black_lava, self.white_lava

    @cached_property
    def volcanoes(self) -> int:
        """The set of cells that hold a volcano."""
        return self.black | self.white

    @cached_property
    def occupied(self) -> int:
        """The set of cells that hold a piece."""
        return self.black | self.white | self.black_lava | self.white_lava

    def volcanoes_of(self, side: Side) -> int:
        """The set of cells that hold a volcano of that side."""
        return self.black if side == Side.BLACK else self.white

    def lava_of(self, side: Side) -> int:
        """The set of cells that hold lava of that side."""
        return self.black_lava if side == Side.BLACK else self.white_lava

    def height_at(self, cell: int) -> int:
        """The height of the volcano on cell number `cell`, or of one if it were placed there."""
        return (self.board.neighbours[cell] & ~self.volcanoes).bit_count()

    def cells(self) -> dict[str, str]:
        """The occupied cells in board order, with colour letter and height, or L for lava.

        For instance `{"e5": "b3", "c4": "wL"}`.
        """
        return {self.board.cells[cell]: self._describe(cell) for cell in members(self.occupied)}

    def islands(self, side: Side | str) -> list[list[str]]:
        """The islands of a side, in board order of their first cells."""
        lava = self.lava_of(Side(side))
        return [self.board.names(island) for island in scoring.islands(self.board, lava)]

    # Placements and their spills

    def placements(self) -> list[str]:
        """The cells on which the side to move can place a volcano."""
        return self.board.names(self._legal)

    def height_if_placed(self, placement: str) -> int:
        """A new volcano's height there. Raises IllegalMoveError for an illegal placement."""
        legality.check_placement(self, placement)
        return self.height_at(self.board.index[placement])

    def targets(self, placement: str) -> dict[str, list[str]]:
        """The volcanoes that a placement makes spill, each with the cells it can reach.

        A choice of one target for each is legal if all of them differ. Raises IllegalMoveError for
        an illegal placement.
        """
        reaches = legality.check_placement(self, placement)
        return {
            self.board.cells[source]: self.board.names(cells) for source, cells in reaches.items()
        }

    def options(self) -> dict[str, dict[str, list[str]]]:
        """The targets of every legal placement: all that is needed to enter a move."""
        return {placement: self.targets(placement) for placement in self.placements()}

    # Moves

    def count_moves(self) -> int:
        """The number of full moves. There may be 100,000, but none of them is looked at."""
        return sum(
            count_choices(list(legality.check_placement(self, placement).values()))
            for placement in self.placements()
        )

    def moves(self) -> Iterator[Move]:
        """All full moves in board order: of their placements, then of their targets."""
        for cell in members(self._legal):
            yield from self.moves_for(self.board.cells[cell])

    def moves_for(self, placement: str) -> Iterator[Move]:
        """The full moves of one placement, in board order of their targets.

        Raises IllegalMoveError for an illegal placement, when the first move is asked for.
        """
        names = self.board.cells
        reaches = legality.check_placement(self, placement)
        for targets in choices(list(reaches.values())):
            pairs = zip(reaches, targets, strict=True)
            yield Move(placement, tuple(Spill(names[src], names[dst]) for src, dst in pairs))

    def first_move(self, placement: str) -> Move:
        """The first of `moves_for(placement)`. Raises IllegalMoveError for an illegal placement."""
        return next(self.moves_for(placement))

    def parse_move(self, text: str) -> Move:
        """Read the text of a legal move. Raises MoveSyntaxError or IllegalMoveError."""
        move = Move.parse(text)
        legality.check_move(self, move)
        return move

    def play(self, move: Move | str) -> "Position":
        """The position after a move, which is always checked.

        Raises IllegalMoveError, or MoveSyntaxError for a text that is not a move.
        """
        if isinstance(move, str):
            move = Move.parse(move)
        legality.check_move(self, move)
        index = self.board.index
        black, white, black_lava, white_lava = self.sets
        for source, target in move.spills:
            if black >> index[source] & 1:
                black_lava |= 1 << index[target]
            else:
                white_lava |= 1 << index[target]
        placed = 1 << index[move.placement]
        if self.turn is Side.BLACK:
            black |= placed
        else:
            white |= placed
        still_open = self.__dict__.get("_legal", self._open)
        return Position(
            self.board, self.turn.other, black, white, black_lava, white_lava, still_open
        )

    # The end

    @property
    def is_over(self) -> bool:
        """Whether no placement is left. Both sides run out of placements together."""
        return not self._legal

    def score(self) -> Score:
        """The score of a finished game; before that, what it would be if the game ended now."""
        return scoring.score(self)

    @cached_property
    def _legal(self) -> int:
        """The set of cells on which a placement is legal."""
        board, occupied, volcanoes = self.board, self.occupied, self.volcanoes
        # A new volcano hides one direction from each neighbour, and changes nothing else of what
        # that neighbour can reach: one look at each volcano serves all placements around it.
        reaches = {
            source: reach(board, source, self.height_at(source), occupied)
            for source in members(volcanoes)
        }
        legal = 0
        for cell in members(self._open & ~occupied & (1 << len(board.cells)) - 1):
            around = board.neighbours[cell]
            sources = around & volcanoes
            if sources != around and has_choice(
                [reaches[source] & ~board.behind[source][cell] for source in members(sources)]
            ):
                legal |= 1 << cell
        return legal

    def _describe(self, cell: int) -> str:
        letter = "b" if (self.black | self.black_lava) >> cell & 1 else "w"
        height = self.height_at(cell) if self.volcanoes >> cell & 1 else "L"
        return f"{letter}{height}"
