"""What the site knows about an account, for its owner to take away. Each app registers its own
files when it is ready, and says which relations to the account it leaves out, and why."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from .models import User

BATCH = 500
"""Rows that are in memory at once."""

Row = Mapping[str, Any]
Read = Callable[[User], Iterable[Row]]
Files = Callable[[User], Iterable[tuple[str, Iterator[bytes]]]]


@dataclass(frozen=True)
class Exporter:
    """`path` is that of a file in the archive, or with a slash at its end that of a folder;
    `meaning` says what it holds, for the people whose it is. `files` gives paths with their
    contents in pieces: what has no pieces is left out. `relations` are those to the account whose
    rows stand in it, written like ``games.Note.author``."""

    path: str
    meaning: str
    files: Files
    relations: tuple[str, ...] = ()


_exporters: dict[str, Exporter] = {}
_left_out: dict[str, str] = {}


def register(*exporters: Exporter) -> None:
    """Make exporters known. Registering one again takes the place of the first."""
    for exporter in exporters:
        _exporters[exporter.path] = exporter


def leave_out(reasons: Mapping[str, str]) -> None:
    """Say of relations to the account why their rows stand in no file."""
    _left_out.update(reasons)


def all_exporters() -> list[Exporter]:
    """By their paths."""
    return [_exporters[path] for path in sorted(_exporters)]


def reasons_left_out() -> Mapping[str, str]:
    return _left_out


def pieces(
    path: str, meaning: str, read: Callable[[User], Iterator[bytes]], *relations: str
) -> Exporter:
    """A file that `read` gives in pieces."""
    return Exporter(path, meaning, lambda person: [(path, read(person))], relations)


def rows(path: str, meaning: str, read: Read, *relations: str) -> Exporter:
    """A JSON file: a list of what `read` gives, an object a line."""
    return pieces(path, meaning, lambda person: _as_json(read(person)), *relations)


def table(
    path: str, meaning: str, model: type[Model], fields: str, columns: str, **named: str
) -> Exporter:
    """A JSON file of the rows of `model` of which one of the `fields` is the account. `columns` are
    looked up under their own names, those `named` under others: ``opponent="opponent__username"``.
    """
    lookups = {name: name for name in columns.split()} | named

    def read(person: User) -> Iterator[Row]:
        theirs = reduce(or_, (Q(**{field: person.pk}) for field in fields.split()))
        return columns_of(model._default_manager.filter(theirs), lookups)

    label = model._meta.label
    return rows(path, meaning, read, *(f"{label}.{field}" for field in fields.split()))


def columns_of(queryset: QuerySet[Any], lookups: Mapping[str, str]) -> Iterator[Row]:
    """Rows by their keys, some at a time: no query stays open while the reader takes its time."""
    last, ordered = None, queryset.order_by("pk").values_list("pk", *lookups.values())
    while batch := list((ordered.filter(pk__gt=last) if last is not None else ordered)[:BATCH]):
        last = batch[-1][0]
        for _, *values in batch:
            yield dict(zip(lookups, values, strict=True))


def _as_json(found: Iterable[Row]) -> Iterator[bytes]:
    before = "[\n"
    for row in found:
        yield f"{before}{json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)}".encode()
        before = ",\n"
    if before != "[\n":
        yield b"\n]\n"
