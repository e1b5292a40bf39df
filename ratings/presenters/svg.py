"""Pictures as SVG text, in the colour of the text around them."""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe


def picture(
    width: int, height: int, title: str, parts: Iterable[str], story: str = ""
) -> SafeString:
    """An image of these units that scales to its place; `parts` are SVG, the rest is text. Its
    name is `title`, and `story` what it shows, in words."""
    told = f"<desc>{escape(story)}</desc>" if story else ""
    opening = (
        f'<svg class="rating-graph" viewBox="0 0 {width} {height}" role="img"'
        f' fill="currentColor" font-size="15"><title>{escape(title)}</title>{told}'
    )
    return mark_safe("".join([opening, *parts, "</svg>"]))  # noqa: S308 - all text is escaped


def text(x: float, y: float, words: object, anchor: str = "start") -> str:
    """Words on the line `y` that start, end or have their middle at `x`."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(str(words))}</text>'


def bar(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def dot(x: float, y: float) -> str:
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'


def line(points: Iterable[tuple[float, float]]) -> str:
    stroke = 'stroke="currentColor" stroke-width="2" stroke-linejoin="round"'
    return f'<polyline class="line" points="{_places(points)}" fill="none" {stroke}/>'


def area(points: Iterable[tuple[float, float]]) -> str:
    """A faint surface within its border."""
    return f'<polygon class="area" points="{_places(points)}" fill-opacity="0.12"/>'


def _places(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def dashes(left: float, right: float, y: float) -> str:
    """A faint level line."""
    stroke = 'stroke="currentColor" stroke-opacity="0.25" stroke-dasharray="2 4"'
    return f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" {stroke}/>'


def upright(x: float, top: float, bottom: float) -> str:
    """A faint line from top to bottom."""
    stroke = 'stroke="currentColor" stroke-opacity="0.55" stroke-dasharray="3 4"'
    return f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" {stroke}/>'
