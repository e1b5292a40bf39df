"""Long lists, a page at a time: a cursor stays right while rows are added in front of it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError as UnreadableCursor
from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from .links import absolute
from .parsing import Strict

Row = TypeVar("Row", bound=Model)

FEWEST, USUAL, MOST = 1, 30, 100


class PageQuery(Strict):
    """What every list may be asked with; lists with filters add theirs."""

    cursor = serializers.CharField(required=False, max_length=400, help_text="From next, previous.")
    limit = serializers.IntegerField(
        default=USUAL, min_value=FEWEST, max_value=MOST, help_text="Items a page."
    )


class Pages(CursorPagination):
    """`page_size` items of a query set in the given order."""

    def __init__(self, ordering: tuple[str, ...], limit: int) -> None:
        self.ordering = ordering
        self.page_size = limit


def paged(
    request: Request,
    rows: "QuerySet[Row]",
    write: Callable[[Row], dict[str, Any]],
    ordering: tuple[str, ...],
    limit: int,
) -> Response:
    """One page of `rows` in an order that no two of them share, each as `write` has it."""

    def write_each(page: Sequence[Row]) -> list[dict[str, Any]]:
        return [write(row) for row in page]

    return paged_together(request, rows, write_each, ordering, limit)


def paged_together(
    request: Request,
    rows: "QuerySet[Row]",
    write: Callable[[Sequence[Row]], list[dict[str, Any]]],
    ordering: tuple[str, ...],
    limit: int,
) -> Response:
    """The same, where `write` is given the rows of the page together, to ask the database once
    for all of them."""
    pages = Pages(ordering, limit)
    try:
        page = pages.paginate_queryset(rows, request)
    except (NotFound, ValueError, OverflowError, UnreadableCursor) as error:
        raise ValidationError({"cursor": ["This is no cursor of this list."]}) from error
    pages.base_url = absolute(request.get_full_path())
    return pages.get_paginated_response(write(page or ()))
