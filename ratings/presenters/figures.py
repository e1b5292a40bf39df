"""The figures of the statistics page. They weigh every finished game, which takes a while: a task
counts them, and readers get the last ones."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from .monthly import monthly
from .statistics import by_height, by_size, distribution, together

KEY = "rating-statistics-2"
"""Another number whenever the figures hold something else."""

SECONDS_WITHOUT_A_GAME = 30
"""For so long the figures of a site without a game are kept; others until there are newer ones."""


@dataclass(frozen=True)
class Figures:
    """What the page shows, and when it was counted."""

    made: datetime
    shown: dict[str, Any]


def keep_figures() -> None:
    """Count all figures and keep them for the readers."""
    figures = counted()
    has_games = figures.shown["overall"] is not None
    cache.set(KEY, figures, None if has_games else SECONDS_WITHOUT_A_GAME)


def kept_figures() -> Figures | None:
    """Those counted last; None when nobody has counted yet."""
    figures: Figures | None = cache.get(KEY)
    return figures


def counted() -> Figures:
    """The figures as they are now."""
    now = timezone.now()
    bands, sizes, heights = distribution(now), by_size(), by_height()
    shown = {
        "bands": bands,
        "overall": together(sizes),
        "sizes": list(sizes.items()),
        "heights": list(heights.items()),
        "months": monthly(now),
    }
    return Figures(now, shown)
