"""The shapes of what the API tells of explorations and of records that are opened there."""

from typing import Any, TypedDict


class Exploration(TypedDict):
    """`id` and `updated` are null, and `version` is 0, while nothing is kept."""

    id: int | None
    url: str
    owner: str
    game: int | None
    title: str
    size: int
    version: int
    updated: str | None
    published: str | None


class ExplorationDetail(Exploration):
    """`tree` is what `sumendi.Tree.parse` reads."""

    tree: dict[str, Any]


class ListedRecord(TypedDict):
    """A record by its tags; those that it lacks are empty."""

    number: int
    first: str
    second: str
    event: str
    date: str
    size: str
    result: str


class ListedRecords(TypedDict):
    records: list[ListedRecord]
