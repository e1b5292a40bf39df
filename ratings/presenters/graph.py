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


NARROW, MIDDLE, WIDE = Shape(400, 190, 3), Shape(790, 240, 5), Shape(1120, 260, 6)
MOST_POINTS = 340
"""More would lie closer together than the picture can show."""
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 6


@dataclass(frozen=True)
class Extras:
    """What a graph can show besides the line: one standard error of each of its ratings, in
    points, and names of instants, such as versions of a bot."""

    deviations: Sequence[float] = ()
    names: Sequence[tuple[datetime, str]] = ()


@dataclass(frozen=True)
class _Axes:
    """Where games and ratings are in the picture; `shares` is each game's part of the time."""

    shape: Shape
    shares: Sequence[float]
    marks: Sequence[int]

    @property
    def right(self) -> int:
        return self.shape.width - RIGHT

    @property
    def bottom(self) -> int:
        return self.shape.height - BOTTOM

    def x(self, game: int) -> float:
        return self.at(self.shares[game - 1] if game else 0)

    def at(self, share: float) -> float:
        return LEFT + (self.right - LEFT) * share

    def y(self, value: float) -> float:
        """Values beyond the marks are drawn at the edge."""
        within = max(self.marks[0], min(self.marks[-1], value))
        share = (within - self.marks[0]) / (self.marks[-1] - self.marks[0])
        return self.bottom - (self.bottom - TOP) * share


def graph(
    ratings: Sequence[int],
    ends: Sequence[datetime],
    name: str,
    shape: Shape = NARROW,
    extras: Extras | None = None,
) -> SafeString:
    """An SVG of `ratings` (micro-points): the one before the first rated game of the player
    called `name`, and the one after each; `ends` are when these games ended. Raises ValueError
    without a rated game."""
    if len(ratings) < 2:
        raise ValueError("a line needs a rated game")
    extras = extras or Extras()
    values = [rating / POINT for rating in ratings]
    games = len(values) - 1
    axes = _Axes(shape, _shares(ends), _marks(*_range(values, extras.deviations)))
    parts = [
        *_band(values, extras.deviations, axes),
        *(svg.dashes(LEFT, axes.right, axes.y(mark)) for mark in axes.marks),
        *(svg.text(LEFT - 8, axes.y(mark) + 4, mark, "end") for mark in axes.marks),
        *_names(extras.names, ends, axes),
        svg.line((axes.x(game), axes.y(values[game])) for game in _chosen(games)),
        svg.dot(axes.x(games), axes.y(values[-1])),
        *_dates(ends[0], ends[-1], shape),
    ]
    counted = f"{games} rated game{'' if games == 1 else 's'}"
    story = (
        f"From {values[0]:.0f} to {values[-1]:.0f};"
        f" lowest {min(values):.0f}, highest {max(values):.0f}."
    )
    title = f"Rating of {name} over {counted}"
    return svg.picture(shape.width, shape.height, title, parts, story)


def _range(values: Sequence[float], deviations: Sequence[float]) -> tuple[float, float]:
    """What the picture has to show: the line, and how uncertain its end is."""
    last = deviations[-1] if deviations else 0
    return min(min(values), values[-1] - last), max(max(values), values[-1] + last)


def _band(values: Sequence[float], deviations: Sequence[float], axes: _Axes) -> list[str]:
    """One standard error about the line, as far as it is in the picture."""
    if not deviations:
        return []
    chosen = _chosen(len(values) - 1)
    above = [(axes.x(game), axes.y(values[game] + deviations[game])) for game in chosen]
    below = [(axes.x(game), axes.y(values[game] - deviations[game])) for game in chosen]
    return [svg.area([*above, *reversed(below)])]


def _names(
    names: Sequence[tuple[datetime, str]], ends: Sequence[datetime], axes: _Axes
) -> list[str]:
    """Upright lines at named instants; where names would overlap, the newer one is written."""
    first, span = ends[0], ends[-1] - ends[0]
    parts: list[str] = []
    free_until = float(axes.right)
    for moment, name in sorted(names, reverse=True):
        share = (moment - first) / span if span else 0
        if not 0 <= share <= 1:
            continue
        x = axes.at(share)
        parts.append(svg.upright(x, TOP, axes.bottom))
        if x + 10 * len(name) <= free_until:
            parts.append(svg.text(x + 4, TOP + 11, name))
            free_until = x
    return parts


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
