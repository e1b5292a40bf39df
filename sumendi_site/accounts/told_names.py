"""Names that stand in what was told: notices, events and logs hold them as they were, and so do the
titles that the site made of them.

An app registers its rows of that kind. Where a name goes, with a deleted account or by a
moderator's act, it goes from these too.
"""

import re
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat, Left, Length, Substr

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
AGAINST = " against "
"""What stands between two names in a title that the site has made."""

Rows = Callable[[], "QuerySet[Any]"]

_told: dict[str, Rows] = {}
_titled: dict[str, Rows] = {}


def register(app: str, rows: Rows) -> None:
    """`rows` have a column `data` with JSON."""
    _told[app] = rows


def register_titles(app: str, rows: Rows) -> None:
    """`rows` have a column `title`, in which two players stand with `AGAINST` between them where
    the site has filled it in."""
    _titled[app] = rows


def rename(old: str, new: str) -> None:
    """Write the new name where the old one is told, also in a sentence of the site. Nothing is left
    to do where no old name is known any more. Can be repeated without harm."""
    if not old:
        return
    for rows in _told.values():
        _rename_in(rows(), old, new)
    for rows in _titled.values():
        _rename_in_titles(rows(), old, new)


def _rename_in(rows: "QuerySet[Any]", old: str, new: str) -> None:
    naming = rows.annotate(told=Cast("data", TextField())).filter(told__contains=f'"{old}"')
    for row in columns_of(naming, {"pk": "pk", "data": "data"}):
        rows.filter(pk=row["pk"]).update(data=_with_name(row["data"], old, new))


def _rename_in_titles(rows: "QuerySet[Any]", old: str, new: str) -> None:
    first, second = f"{old}{AGAINST}", f"{AGAINST}{old}"
    behind = Substr("title", len(old) + 1)
    before = Left("title", Length("title") - len(old))
    rows.filter(title__startswith=first).update(title=Concat(Value(new), behind))
    rows.filter(title__endswith=second).update(title=Concat(before, Value(new)))


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
