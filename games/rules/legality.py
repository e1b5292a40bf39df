"""Is this move legal, and if not, why?"""

from typing import TYPE_CHECKING

from .board import members
from .errors import IllegalMoveError, Reason
from .moves import Move, Spill
from .spills import has_choice, reach

if TYPE_CHECKING:
    from .position import Position

Reaches = dict[int, int]
_SEVERITY = list(Reason)


def check_placement(position: "Position", name: str) -> Reaches:
    """The volcanoes that a legal placement makes spill, each with the set of cells it can reach.

    In board order. Raises IllegalMoveError for an illegal placement.
    """
    cell = cell_on_board(position, name)
    if position.occupied >> cell & 1:
        fault = Reason.OCCUPIED, f"{name} is taken: it holds {_piece(position, cell)}."
    elif position.height_at(cell) == 0:
        fault = (
            Reason.HEIGHT_ZERO,
            (f"A volcano on {name} would have height 0: there is a volcano on every side of it."),
        )
    else:
        reaches = _reaches(position, cell)
        if has_choice(list(reaches.values())):
            return reaches
        fault = Reason.NO_SPILL, _no_spill(position, name, reaches)
    if position.is_over:
        fault = Reason.OVER, "The game is over: no placement is left."
    raise IllegalMoveError(*fault)


def check_move(position: "Position", move: Move) -> None:
    """Raises IllegalMoveError, with the first reason that applies, unless the move is legal."""
    for name in (move.placement, *(name for spill in move.spills for name in spill)):
        cell_on_board(position, name)
    reaches = check_placement(position, move.placement)
    check_sources(position, move.placement, reaches, [spill.source for spill in move.spills])
    if len(move.spills) < len(reaches):
        spilling = {spill.source for spill in move.spills}
        owing = [
            name for name in map(position.board.cells.__getitem__, reaches) if name not in spilling
        ]
        raise IllegalMoveError(
            Reason.MISSING, f"{_list(owing)} must spill too, next to {move.placement}."
        )
    check_targets(position, move.placement, reaches, move.spills)


def cell_on_board(position: "Position", name: str) -> int:
    """The cell of that name. Raises IllegalMoveError if this board has none."""
    cell = position.board.index.get(name)
    if cell is None:
        raise IllegalMoveError(
            Reason.OFF_BOARD, f"{name!r} is not a cell of a board of side {position.size}."
        )
    return cell


def check_sources(
    position: "Position", placement: str, reaches: Reaches, sources: list[str]
) -> None:
    """Raises IllegalMoveError if a source need not spill, or is named twice."""
    for i, source in enumerate(sources):
        if position.board.index[source] not in reaches:
            sentence = f"{source} does not spill: it holds no volcano next to {placement}."
            raise IllegalMoveError(Reason.EXTRA, sentence)
        if source in sources[:i]:
            raise IllegalMoveError(Reason.EXTRA, f"{source} spills only once in a turn.")


def check_targets(
    position: "Position", placement: str, reaches: Reaches, spills: tuple[Spill, ...]
) -> None:
    """Raises IllegalMoveError unless each target can be reached and all of them differ."""
    index = position.board.index
    faults = [
        _target_fault(position, placement, spill)
        for spill in spills
        if not reaches[index[spill.source]] >> index[spill.target] & 1
    ]
    if faults:
        raise IllegalMoveError(*min(faults, key=lambda fault: _SEVERITY.index(fault[0])))
    targets = [spill.target for spill in spills]
    for i, target in enumerate(targets):
        if target in targets[:i]:
            first, second = spills[targets.index(target)].source, spills[i].source
            raise IllegalMoveError(
                Reason.SAME_TARGET,
                f"{first} and {second} both spill on {target}: every target takes one piece.",
            )


def _reaches(position: "Position", cell: int) -> Reaches:
    board = position.board
    occupied = position.occupied | 1 << cell
    return {
        source: reach(board, source, position.height_at(source), occupied)
        for source in members(board.neighbours[cell] & position.volcanoes)
    }


def _target_fault(position: "Position", placement: str, spill: Spill) -> tuple[Reason, str]:
    board = position.board
    source, target = board.index[spill.source], board.index[spill.target]
    distance = board.distance(source, target)
    height = position.height_at(source)
    if distance is None:
        return Reason.NOT_IN_LINE, f"{spill.target} is on no straight line from {spill.source}."
    if distance > height:
        return Reason.TOO_FAR, (
            f"{spill.target} is {distance} cells from {spill.source}, "
            f"whose height is {height}: it spills no farther than that."
        )
    occupied = position.occupied | 1 << board.index[placement]
    if occupied >> target & 1:
        return Reason.BLOCKED, f"{spill.source} cannot spill on {spill.target}: it is taken."
    return Reason.BLOCKED, f"The way from {spill.source} to {spill.target} is blocked."


def _no_spill(position: "Position", name: str, reaches: Reaches) -> str:
    cells = position.board.cells
    stuck = [cells[source] for source, targets in reaches.items() if not targets]
    if stuck:
        return f"No volcano can stand on {name}: {_list(stuck)} would have no cell to spill on."
    sources = _list([cells[source] for source in reaches])
    return f"No volcano can stand on {name}: {sources} have too few cells between them to spill on."


def _piece(position: "Position", cell: int) -> str:
    side = "black" if (position.black | position.black_lava) >> cell & 1 else "white"
    return f"a {side} volcano" if position.volcanoes >> cell & 1 else f"{side} lava"


def _list(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
