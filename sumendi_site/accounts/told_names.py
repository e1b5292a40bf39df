"""Names that stand in what was told: notices, events and logs hold them as they were.

An app registers its rows of that kind. Where a name goes, with a deleted account or by a
moderator's act, it goes from these too.
"""

import re
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from .exporters import columns_of

NAMES = frozenset(
    [
        "added",
        "bot",
        "black",
        "by",
        "first",
        "opponent",
        "organiser",
        "other",
        "person",
        "player",
        "players",
        "removed",
        "second",
        "white",
    ]
)
"""The members of what notices, events and logs tell that hold names. Others hold codes, and a code
can be somebody's name."""
SENTENCE = "ending"
"""The one that holds a sentence of the site with names in it."""

Rows = Callable[[], "QuerySet[Any]"]

_told: dict[str, Rows] = {}


def register(app: str, rows: Rows) -> None:
    """`rows` have a column `data` with JSON."""
    _told[app] = rows


def rename(old: str, new: str) -> None:
    """Write the new name where the old one is told, also in a sentence of the site. Nothing is left
    to do where no old name is known any more. Can be repeated without harm."""
    if not old:
        return
    for rows in _told.values():
        _rename_in(rows(), old, new)


def _rename_in(rows: "QuerySet[Any]", old: str, new: str) -> None:
    naming = rows.annotate(told=Cast("data", TextField())).filter(told__contains=f'"{old}"')
    for row in columns_of(naming, {"pk": "pk", "data": "data"}):
        rows.filter(pk=row["pk"]).update(data=_with_name(row["data"], old, new))


def _with_name(data: Any, old: str, new: str, member: str = "") -> Any:
    if isinstance(data, dict):
        return {key: _with_name(value, old, new, key) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_name(value, old, new, member) for value in data]
    if member == SENTENCE:
        return _in_words(old).sub(new, data)
    return new if member in NAMES and data == old else data


def _in_words(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
