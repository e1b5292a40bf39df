"""A player's ratings as a picture: a line over rated games, readable without colour."""

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

from ratings.numbers import POINT

WIDTH, HEIGHT = 400, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 36
MOST_POINTS = 340
"""More would lie closer together than the picture can show."""
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 6


def graph(ratings: Sequence[int], name: str) -> SafeString:
    """An SVG of `ratings` (micro-points): the one before the first rated game of the player
    called `name`, and the one after each. Raises ValueError without a rated game."""
    if len(ratings) < 2:
        raise ValueError("a line needs a rated game")
    values = [rating / POINT for rating in ratings]
    marks = _marks(min(values), max(values))
    games = len(values) - 1

    def x(game: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * game / games

    def y(value: float) -> float:
        share = (value - marks[0]) / (marks[-1] - marks[0])
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    line = " ".join(f"{x(game):.1f},{y(values[game]):.1f}" for game in _chosen(games))
    title = f"Rating of {name} over {games} rated game{'' if games == 1 else 's'}"
    story = (
        f"From {values[0]:.0f} to {values[-1]:.0f};"
        f" lowest {min(values):.0f}, highest {max(values):.0f}."
    )
    parts = [
        f'<svg class="rating-graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-labelledby="graph-title graph-story" fill="none" stroke="currentColor">',
        f'<title id="graph-title">{escape(title)}</title><desc id="graph-story">{story}</desc>',
        *(_mark(mark, y(mark)) for mark in marks),
        f'<polyline points="{line}" stroke-width="2" stroke-linejoin="round"/>',
        f'<circle cx="{x(games):.1f}" cy="{y(values[-1]):.1f}" r="4" fill="currentColor"/>',
        _text(LEFT, HEIGHT - 18, "start", "start"),
        _text(WIDTH - RIGHT, HEIGHT - 18, "end", f"game {games}"),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, "middle", "Rated games"),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers, and a name that is escaped


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


def _mark(rating: int, height: float) -> str:
    end = WIDTH - RIGHT
    line = f'<path d="M{LEFT} {height:.1f}H{end}" stroke-opacity="0.25" stroke-dasharray="2 4"/>'
    return line + _text(LEFT - 8, height + 4, "end", str(rating))


def _text(x: float, y: float, anchor: str, text: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="13"'
        f' fill="currentColor" stroke="none">{text}</text>'
    )
