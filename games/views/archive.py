"""The archive: positions among the finished games, what was played in them, and games to take
away."""

from functools import cached_property
from http import HTTPStatus

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.archive_forms import ArchiveForm
from games.models import ArchivedPosition
from games.presenters.archive import Explorer, game_rows
from games.rules import SIZES
from games.services import archive as service

from .watch import page_number

A_PAGE = 20


class Counted(Paginator[ArchivedPosition]):
    """The pages of a list whose length is known already."""

    def __init__(self, rows: "QuerySet[ArchivedPosition]", size: int, length: int) -> None:
        super().__init__(rows, size)
        self._length = length

    @cached_property
    def count(self) -> int:
        return self._length


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The explorer, and the games that had the position; `ArchiveForm` says how it is asked."""
    form = ArchiveForm(request.GET)
    status = HTTPStatus.OK if form.is_valid() else HTTPStatus.BAD_REQUEST
    explored = service.explore(form.line.position, form.filters)
    found = service.games_with(form.line.position, form.filters)
    page = Counted(found, A_PAGE, explored.found).get_page(page_number(request))
    context = {
        "form": form,
        "explorer": Explorer(form, explored, request.user),
        "page": page,
        "games": game_rows(list(page.object_list)),
        "sizes": SIZES,
        "export": service.newest_export(),
    }
    return render(request, "games/archive.html", context, status=status)
