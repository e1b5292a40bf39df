"""Counts as horizontal bars, each with its number beside it: readable without colour."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from . import svg

WIDTH, ROW, GAP = 400, 24, 6
LEFT, RIGHT = 96, 60
MOST = WIDTH - LEFT - RIGHT


def bars(rows: Sequence[tuple[str, int]], title: str) -> SafeString:
    """An SVG called `title` with a bar for each label and count, the longest as wide as fits.
    Raises ValueError when there is nothing to draw."""
    longest = max((count for _, count in rows), default=0)
    if longest < 1:
        raise ValueError("a bar needs something that was counted")
    parts = [
        part
        for place, (label, count) in enumerate(rows)
        for part in _bar(place * ROW, label, count, MOST * count / longest)
    ]
    return svg.picture(WIDTH, ROW * len(rows), title, parts)


def _bar(top: int, label: str, count: int, length: float) -> tuple[str, ...]:
    line = top + ROW - GAP - 4
    return (
        svg.text(LEFT - 8, line, label, "end"),
        svg.bar(LEFT, top, length, ROW - GAP),
        svg.text(LEFT + length + 6, line, count),
    )
