"""A player's ratings as a picture: a line over time, readable without colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.safestring import SafeString

from ratings.numbers import POINT

from . import svg

LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 36


@dataclass(frozen=True)
class Shape:
    """The units of a picture, and how many dates fit below it."""

    width: int
    height: int
    dates: int


NARROW, WIDE = Shape(400, 190, 3), Shape(1120, 260, 6)
MOST_POINTS = 340
"""More would lie closer together than the picture can show."""
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 6


def graph(
    ratings: Sequence[int], ends: Sequence[datetime], name: str, shape: Shape = NARROW
) -> SafeString:
    """An SVG of `ratings` (micro-points): the one before the first rated game of the player
    called `name`, and the one after each; `ends` are when these games ended. Raises ValueError
    without a rated game."""
    if len(ratings) < 2:
        raise ValueError("a line needs a rated game")
    values = [rating / POINT for rating in ratings]
    marks = _marks(min(values), max(values))
    games = len(values) - 1
    right, bottom = shape.width - RIGHT, shape.height - BOTTOM
    shares = _shares(ends)

    def x(game: int) -> float:
        return LEFT + (right - LEFT) * (shares[game - 1] if game else 0)

    def y(value: float) -> float:
        return bottom - (bottom - TOP) * (value - marks[0]) / (marks[-1] - marks[0])

    counted = f"{games} rated game{'' if games == 1 else 's'}"
    story = (
        f"From {values[0]:.0f} to {values[-1]:.0f};"
        f" lowest {min(values):.0f}, highest {max(values):.0f}."
    )
    parts = [
        *(svg.dashes(LEFT, right, y(mark)) for mark in marks),
        *(svg.text(LEFT - 8, y(mark) + 4, mark, "end") for mark in marks),
        svg.line((x(game), y(values[game])) for game in _chosen(games)),
        svg.dot(x(games), y(values[-1])),
        *_dates(ends[0], ends[-1], shape),
    ]
    title = f"Rating of {name} over {counted}"
    return svg.picture(shape.width, shape.height, title, parts, story)


def _shares(ends: Sequence[datetime]) -> list[float]:
    """Where each game is in the time from the first to the last; evenly when that is none."""
    span = ends[-1] - ends[0]
    if not span:
        return [(place + 1) / len(ends) for place in range(len(ends))]
    return [(end - ends[0]) / span for end in ends]


def _dates(first: datetime, last: datetime, shape: Shape) -> list[str]:
    """Days at even distances below the line, each once."""
    texts, before = [], ""
    for number in range(shape.dates):
        share = number / (shape.dates - 1)
        day = date_format(timezone.localtime(first + (last - first) * share), "j M Y")
        if day != before:
            anchor = {0: "start", shape.dates - 1: "end"}.get(number, "middle")
            x = LEFT + (shape.width - RIGHT - LEFT) * share
            texts.append(svg.text(x, shape.height - 12, day, anchor))
        before = day
    return texts


def _marks(lowest: float, highest: float) -> list[int]:
    """Round ratings at even distances that reach from below the lowest to above the highest."""
    for step in STEPS:
        first = int(lowest // step) * step
        marks = [first, first + step]
        while marks[-1] < highest:
            marks.append(marks[-1] + step)
        if len(marks) <= MOST_LINES:
            break
    return marks


def _chosen(games: int) -> list[int]:
    """The games that are drawn: all, or evenly chosen ones with the first and the last."""
    if games <= MOST_POINTS:
        return list(range(games + 1))
    return [games * point // MOST_POINTS for point in range(MOST_POINTS + 1)]
