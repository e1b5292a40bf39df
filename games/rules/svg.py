"""A board as an SVG picture, drawn from nothing but a position.

One unit of the drawing is a fortieth of the distance from the centre of a cell to its corner, so
that neighbouring cells are 69.3 units apart and rows 60. Pictures with a theme carry their own
colours and can be saved as files; those without carry classes, for the page's style sheet.
"""

import math
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from .board import Board, members
from .moves import Move
from .position import Position
from .side import Side

Theme = Literal["light", "dark"]

_CORNER = 40.0
_PITCH = _CORNER * math.sqrt(3)
_ROW = _CORNER * 1.5
_HEXAGON = "l32.9 19v38l-32.9 19-32.9-19v-38z"
_DISC, _RING_STEP, _LAVA = 32.0, 4.4, 15.8
_LABEL_DISTANCE = 0.8 * _PITCH
_MARGIN = (3.0, 2.0)
_MARGIN_WITH_COORDINATES = (30.0, 18.0)

NONE: Mapping[str, str] = MappingProxyType({})

_EMBER = "#e4572e"
_TEXT = 'font-weight="700" text-anchor="middle"'
_NUMERAL = f'font-size="21" stroke-width="3" paint-order="stroke" {_TEXT}'
_SHARED = {
    "causeway black": 'stroke="#2b2a2d" stroke-width="13"',
    "causeway white": 'stroke="#fbf8f1" stroke-width="13"',
    "ring black": 'fill="none" stroke="#77727d" stroke-width="1.4"',
    "ring white": 'fill="none" stroke="#a79f8d" stroke-width="1.4"',
    "height black": f'fill="#ffffff" stroke="#2b2a2d" {_NUMERAL}',
    "height white": f'fill="#23211e" stroke="#fbf8f1" {_NUMERAL}',
    "lava black": f'fill="#2b2a2d" stroke="{_EMBER}" stroke-width="3"',
    "lava white": f'fill="#fbf8f1" stroke="{_EMBER}" stroke-width="3"',
    "last": f'fill="none" stroke="{_EMBER}" stroke-width="3.5"',
    "arrow": f'stroke="{_EMBER}" stroke-width="3" stroke-dasharray="5 5"',
    "head": f'fill="{_EMBER}"',
    "mark": f'fill="#ffffff" stroke="{_EMBER}" stroke-width="3"',
    "volcano white": 'fill="#fbf8f1" stroke="#8d8675" stroke-width="1.8"',
}
_THEMES: dict[Theme, dict[str, str]] = {
    "light": _SHARED
    | {
        "sea": 'fill="#bcd3d6"',
        "land black": 'fill="#d3b193"',
        "land white": 'fill="#ecd9b9"',
        "volcano black": 'fill="#2b2a2d" stroke="#151416" stroke-width="2.6"',
        "coordinate": f'fill="#6d726f" font-size="14.5" {_TEXT}',
        "number": f'fill="#1f2428" font-size="19" {_TEXT}',
    },
    "dark": _SHARED
    | {
        "sea": 'fill="#31474d"',
        "land black": 'fill="#5a463a"',
        "land white": 'fill="#7a6a54"',
        "volcano black": 'fill="#2b2a2d" stroke="#a39dab" stroke-width="2.6"',
        "coordinate": f'fill="#9aa09c" font-size="14.5" {_TEXT}',
        "number": f'fill="#e9e6df" font-size="19" {_TEXT}',
    },
}


class _Point(NamedTuple):
    x: float
    y: float

    def __str__(self) -> str:
        return f"{_number(self.x)} {_number(self.y)}"

    def towards(self, other: "_Point", distance: float) -> "_Point":
        length = math.dist(self, other)
        return _Point(
            self.x + (other.x - self.x) * distance / length,
            self.y + (other.y - self.y) * distance / length,
        )


_Places = dict[str, _Point]
_Group = tuple[str, list[str]]


def svg(
    position: Position,
    *,
    orientation: int = 0,
    last_move: Move | str | None = None,
    marks: Collection[str] = (),
    numbers: Mapping[str, str] = NONE,
    coordinates: bool = True,
    theme: Theme | None = None,
    label: str | None = None,
) -> str:
    """The picture of a position, as the text of one `svg` element.

    `orientation` turns the board clockwise by that many times 60 degrees. `last_move` rings its
    placement and draws an arrow for each of its spills; it must be well written but is not judged.
    `marks` are cells that get a dot, `numbers` what is written on cells. Without `theme` the parts
    carry classes; with one, colours. `label` replaces the words that stand for the picture where
    it cannot be seen. Each cell is a `path` with its name in `data-cell`. Raises MoveSyntaxError
    for a last move that is not a move's text, and KeyError for a cell that is not on the board.
    """
    board = position.board
    places = {
        name: _turned(_centre(board, *axes), orientation)
        for name, axes in zip(board.cells, board.axes, strict=True)
    }
    drawing = [
        *_land(position, places),
        *_causeways(position, places),
        *_volcanoes(position, places),
        *_lava(position, places),
        *_last_move(last_move, places),
        ("mark", [_circle(places[cell], 8) for cell in marks]),
        ("number", [_text(places[cell], _escaped(text)) for cell, text in numbers.items()]),
        ("coordinate", _coordinates(board, orientation) if coordinates else []),
    ]
    frame = _frame(board, coordinates, label or _label(position))
    groups = [
        f"<g {_paint(role, theme)}>{''.join(shapes)}</g>" for role, shapes in drawing if shapes
    ]
    return f"{frame}{''.join(groups)}</svg>"


def _paint(role: str, theme: Theme | None) -> str:
    return f'class="{role}"' if theme is None else _THEMES[theme][role]


def _frame(board: Board, coordinates: bool, label: str) -> str:
    across, down = _MARGIN_WITH_COORDINATES if coordinates else _MARGIN
    width = (board.size - 0.5) * _PITCH + across
    height = (board.size - 1) * _ROW + _CORNER + down
    box = " ".join(_number(value) for value in (-width, -height, 2 * width, 2 * height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{box}" role="img" '
        f'aria-label="{_escaped(label)}" font-family="Helvetica, Arial, sans-serif">'
    )


def _land(position: Position, places: _Places) -> Iterator[_Group]:
    """The hexagon of each cell: sea, or the land that lava makes."""
    names, everything = position.board.cells, (1 << len(places)) - 1
    lava = position.black_lava | position.white_lava
    for role, cells in (
        ("sea", everything & ~lava),
        ("land black", position.black_lava),
        ("land white", position.white_lava),
    ):
        yield (
            role,
            [
                f'<path data-cell="{names[cell]}" d="{_hexagon(places[names[cell]])}"/>'
                for cell in members(cells)
            ],
        )


def _causeways(position: Position, places: _Places) -> Iterator[_Group]:
    """A line for each pair of neighbouring lava pieces of one colour."""
    names, neighbours = position.board.cells, position.board.neighbours
    for side in Side:
        lava = position.lava_of(side)
        lines = [
            f"M{places[names[cell]]}L{places[names[other]]}"
            for cell in members(lava)
            for other in members(neighbours[cell] & lava)
            if cell < other
        ]
        yield f"causeway {side}", [f'<path d="{"".join(lines)}"/>'] if lines else []


def _volcanoes(position: Position, places: _Places) -> Iterator[_Group]:
    """A disc with one contour for each unit of height, the rim among them, and a numeral."""
    for side in Side:
        volcanoes = [
            (places[position.board.cells[cell]], position.height_at(cell))
            for cell in members(position.volcanoes_of(side))
        ]
        yield f"volcano {side}", [_circle(place, _DISC) for place, _ in volcanoes]
        yield (
            f"ring {side}",
            [
                _circle(place, _DISC - ring * _RING_STEP)
                for place, height in volcanoes
                for ring in range(1, height)
            ],
        )
        yield f"height {side}", [_text(place, str(height)) for place, height in volcanoes]


def _lava(position: Position, places: _Places) -> Iterator[_Group]:
    names = position.board.cells
    for side in Side:
        cells = members(position.lava_of(side))
        yield f"lava {side}", [_circle(places[names[cell]], _LAVA) for cell in cells]


def _last_move(move: Move | str | None, places: _Places) -> Iterator[_Group]:
    if move is None:
        return
    if isinstance(move, str):
        move = Move.parse(move)
    arrows = [_arrow(places[source], places[target]) for source, target in move.spills]
    yield "last", [f'<path d="{_hexagon(places[move.placement])}"/>']
    yield "arrow", [f'<path d="{shaft}"/>' for shaft, _ in arrows]
    yield "head", [f'<path d="{head}"/>' for _, head in arrows]


def _arrow(start: _Point, end: _Point) -> tuple[str, str]:
    """The paths of a shaft and a head, from the slope of the source to the rim of its lava."""
    tip, neck = end.towards(start, 18), end.towards(start, 31)
    across, along = (neck.y - tip.y) / 2, (neck.x - tip.x) / 2
    left = _Point(neck.x + across, neck.y - along)
    right = _Point(neck.x - across, neck.y + along)
    return f"M{start.towards(end, 21)}L{neck}", f"M{tip}L{left}L{right}z"


def _coordinates(board: Board, orientation: int) -> list[str]:
    """Letters before the first cell of each row, numbers below the last cell of each line."""
    labels = []
    for row in board.rows:
        first = _centre(board, *board.axes[row[0]])
        labels.append((_Point(first.x - _LABEL_DISTANCE, first.y), board.cells[row[0]][0]))
    for number in range(1, 2 * board.size):
        last = _centre(board, max(0, number - board.size), number)
        across, down = _LABEL_DISTANCE / 2, _LABEL_DISTANCE * math.sqrt(3) / 2
        labels.append((_Point(last.x + across, last.y + down), str(number)))
    return [_text(_turned(place, orientation), text) for place, text in labels]


def _centre(board: Board, row: int, number: int) -> _Point:
    """Where a cell is on the unturned board, whose middle cell is at 0, 0."""
    middle = board.size - 1
    return _Point((number - 1 - middle - (row - middle) / 2) * _PITCH, (middle - row) * _ROW)


def _turned(point: _Point, orientation: int) -> _Point:
    angle = math.radians(60 * (orientation % 6))
    cos, sin = math.cos(angle), math.sin(angle)
    return _Point(point.x * cos - point.y * sin, point.x * sin + point.y * cos)


def _label(position: Position) -> str:
    volcanoes = position.volcanoes.bit_count()
    lava = (position.black_lava | position.white_lava).bit_count()
    return (
        f"Board of size {position.size} with {volcanoes} volcano{'es' * (volcanoes != 1)} "
        f"and {lava} lava, {position.turn.capitalize()} to move"
    )


def _hexagon(place: _Point) -> str:
    return f"M{_Point(place.x, place.y - 38)}{_HEXAGON}"


def _circle(place: _Point, radius: float) -> str:
    return f'<circle cx="{_number(place.x)}" cy="{_number(place.y)}" r="{_number(radius)}"/>'


def _text(place: _Point, text: str) -> str:
    return f'<text x="{_number(place.x)}" y="{_number(place.y)}" dy=".36em">{text}</text>'


def _number(value: float) -> str:
    """At most one decimal, and no minus before a nought."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
