"""A turn that is still being entered: a placement and some of its spills."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .board import cell_set, members
from .errors import IllegalMoveError, Reason
from .legality import Reaches, cell_on_board, check_placement, check_sources, check_targets
from .moves import Move, Spill
from .position import Position
from .spills import has_choice

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Turn:
    """What is settled and what is open after a placement and some spills.

    `height` is the new volcano's. `chosen` and `forced` map sources to targets; a spill is forced
    when its source has just one target left. `owing` has the other sources, each with the targets
    from which the turn can still be completed. `preview` has the cells as `Position.cells` does,
    with the chosen and forced spills made. `move` is the full move, or None while a source owes.
    """

    placement: str
    height: int
    chosen: dict[str, str]
    forced: dict[str, str]
    owing: dict[str, list[str]]
    preview: dict[str, str]
    move: Move | None


def partial_turn(position: Position, placement: str, chosen: Mapping[str, str] = NOTHING) -> Turn:
    """Look at a placement with some spills, given as source -> target in any order.

    Raises IllegalMoveError if no legal move has this placement and all these spills.
    """
    names = position.board.cells
    open_reaches = _open_reaches(position, placement, chosen)
    left = {source: _completing(open_reaches, source) for source in open_reaches}
    forced = {
        names[source]: names[cells.bit_length() - 1]
        for source, cells in left.items()
        if cells.bit_count() == 1
    }
    owing = {
        names[source]: position.board.names(cells)
        for source, cells in left.items()
        if names[source] not in forced
    }
    spills = {**chosen, **forced}
    return Turn(
        placement=placement,
        height=position.height_if_placed(placement),
        chosen=dict(chosen),
        forced=forced,
        owing=owing,
        preview=_preview(position, placement, spills),
        move=None if owing else Move(placement, _pairs(spills)),
    )


def _open_reaches(position: Position, placement: str, chosen: Mapping[str, str]) -> Reaches:
    """The sources without a spill, each with the cells it can reach and no other one took."""
    reaches = check_placement(position, placement)
    cells = {
        cell_on_board(position, source): cell_on_board(position, target)
        for source, target in chosen.items()
    }
    check_sources(position, placement, reaches, list(chosen))
    check_targets(position, placement, reaches, _pairs(chosen))
    taken = cell_set(list(cells.values()))
    still = {source: reach & ~taken for source, reach in reaches.items() if source not in cells}
    if not has_choice(list(still.values())):
        raise IllegalMoveError(
            Reason.NO_SPILL,
            "After these spills the other volcanoes have too few cells to spill on.",
        )
    return still


def _completing(reaches: Reaches, source: int) -> int:
    """The targets of a source that leave a target of its own to every other source."""
    others = [reach for other, reach in reaches.items() if other != source]
    return cell_set(
        [
            target
            for target in members(reaches[source])
            if has_choice([reach & ~(1 << target) for reach in others])
        ]
    )


def _preview(position: Position, placement: str, spills: Mapping[str, str]) -> dict[str, str]:
    cells = position.cells()
    cells[placement] = f"{position.turn.letter}{position.height_if_placed(placement)}"
    for source, target in spills.items():
        letter, height = cells[source][0], int(cells[source][1:])
        cells[source] = f"{letter}{height - 1}"
        cells[target] = f"{letter}L"
    return cells


def _pairs(spills: Mapping[str, str]) -> tuple[Spill, ...]:
    return tuple(Spill(source, target) for source, target in spills.items())
