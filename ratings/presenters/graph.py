"""A player's ratings as a picture: a line over rated games, readable without colour."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from ratings.numbers import POINT

from . import svg

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

    title = f"Rating of {name} over {games} rated game{'' if games == 1 else 's'}"
    story = (
        f"From {values[0]:.0f} to {values[-1]:.0f};"
        f" lowest {min(values):.0f}, highest {max(values):.0f}."
    )
    parts = [
        *(svg.dashes(LEFT, WIDTH - RIGHT, y(mark)) for mark in marks),
        *(svg.text(LEFT - 8, y(mark) + 4, mark, "end") for mark in marks),
        svg.line((x(game), y(values[game])) for game in _chosen(games)),
        svg.dot(x(games), y(values[-1])),
        svg.text(LEFT, HEIGHT - 18, "start"),
        svg.text(WIDTH - RIGHT, HEIGHT - 18, f"game {games}", "end"),
        svg.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, "Rated games", "middle"),
    ]
    return svg.picture(WIDTH, HEIGHT, title, parts, story)


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
