"""Counts as horizontal bars, each with its number beside it: readable without colour."""

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

WIDTH, ROW, GAP = 400, 24, 6
LEFT, RIGHT = 96, 60
MOST = WIDTH - LEFT - RIGHT


def bars(rows: Sequence[tuple[str, int]], title: str) -> SafeString:
    """An SVG called `title` with a bar for each label and count, the longest as wide as fits.
    Raises ValueError when there is nothing to draw."""
    longest = max((count for _, count in rows), default=0)
    if longest < 1:
        raise ValueError("a bar needs something that was counted")
    drawn = [
        _bar(place * ROW, label, count, MOST * count / longest)
        for place, (label, count) in enumerate(rows)
    ]
    opening = (
        f'<svg class="rating-graph" viewBox="0 0 {WIDTH} {ROW * len(rows)}" role="img"'
        f' aria-label="{escape(title)}" fill="currentColor" font-size="13">'
    )
    return mark_safe("".join([opening, *drawn, "</svg>"]))  # noqa: S308 - all text is escaped


def _bar(top: int, label: str, count: int, length: float) -> str:
    line = top + ROW - GAP - 4
    return (
        f'<text x="{LEFT - 8}" y="{line}" text-anchor="end">{escape(label)}</text>'
        f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{ROW - GAP}"/>'
        f'<text x="{LEFT + length + 6:.1f}" y="{line}">{count}</text>'
    )
