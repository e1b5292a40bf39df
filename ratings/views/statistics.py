"""The statistics of the pool and of the finished games."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ratings import numbers
from ratings.presenters.bars import bars
from ratings.presenters.monthly import monthly
from ratings.presenters.statistics import by_height, by_size, distribution, together

KEPT = 60 * 60
"""Seconds for which the numbers are kept: each of them weighs every finished game."""


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    found: Any = cache.get_or_set("rating-statistics", counted, KEPT)
    return render(request, "ratings/statistics.html", {**found, "numbers": numbers})


def counted() -> dict[str, Any]:
    """What the page shows, as it is now."""
    now = timezone.now()
    bands, sizes, heights = distribution(now), by_size(), by_height()
    return {
        "bands": bands,
        "bands_picture": bands
        and bars([(band.label, band.players) for band in bands], "Players by rating"),
        "overall": together(sizes),
        "sizes": list(sizes.items()),
        "heights": list(heights.items()),
        "months": monthly(now),
    }
