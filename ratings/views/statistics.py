"""The statistics of the pool and of the finished games."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings import numbers
from ratings.presenters import words
from ratings.presenters.bars import bars
from ratings.presenters.figures import kept_figures
from ratings.presenters.statistics import FEWEST_FOR_MARGIN
from sumendi_site.queue import wake

ASKED = "rating-statistics-asked-for"
PATIENCE = 60
"""Seconds until a reader who finds no figures asks the workers for them once more."""


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    figures = kept_figures()
    if figures is None:
        if cache.add(ASKED, True, PATIENCE):
            wake("ratings.tasks.count_statistics")
        return render(request, "ratings/statistics_later.html")
    rows = [(band.label, band.players) for band in figures.shown["bands"]]
    context = {
        **figures.shown,
        "bands_picture": bars(rows, "Players by rating") if rows else None,
        "made": figures.made,
        "numbers": numbers,
        "fewest": FEWEST_FOR_MARGIN,
        "floor": words.points(numbers.FLOOR),
    }
    return render(request, "ratings/statistics.html", context)
