"""The client and the API's own description of itself name the same things, in both directions."""

import re
from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from drf_spectacular.generators import SchemaGenerator

from games.bots.client.sumendi.client.archive_payloads import ArchiveFilters
from games.bots.client.sumendi.client.operations import PREFIX, Operation
from games.bots.client.sumendi.client.payloads import Event, ExportFilters, GameFilters
from games.bots.client.sumendi.client.tournament_payloads import Settings, TournamentFilters
from tests.games.bots.client.asking import METHODS, NOWHERE, asked

PARAMETER = re.compile(r"\{[^}]*\}")
METHODS_OF_HTTP = ("get", "post", "put", "patch", "delete")
STREAMS = {Operation.STREAM, Operation.GAME_STREAM}
SETTINGS = {Operation.TOURNAMENT_CREATE, Operation.TOURNAMENT_CHANGE}
PAGING = {"cursor", "limit"}


@cache
def schema() -> dict[str, Any]:
    return dict(SchemaGenerator().get_schema(request=None, public=True))


@cache
def described() -> dict[tuple[str, str], dict[str, Any]]:
    """The schema's operations by method and path, the names of its parameters left out."""
    return {
        (method.upper(), PARAMETER.sub("{}", path.removeprefix(PREFIX))): operation
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
        if method in METHODS_OF_HTTP
    }


def description(operation: Operation) -> dict[str, Any]:
    return described()[_key(operation)]


def _key(operation: Operation) -> tuple[str, str]:
    return operation.method, PARAMETER.sub("{}", operation.path)


def parameters(operation: Operation, where: str) -> set[str]:
    listed = description(operation).get("parameters", [])
    return {parameter["name"] for parameter in listed if parameter["in"] == where}


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the schema, its reference looked up; of alternatives, the one that is no null."""
    for alternatives in ("allOf", "oneOf", "anyOf"):
        if alternatives in part:
            (part,) = [one for one in part[alternatives] if one.get("type") != "null"]
    name = part.get("$ref", "").rpartition("/")[2]
    return schema()["components"]["schemas"][name] if name else part


def content(answer: dict[str, Any]) -> dict[str, Any]:
    (kind,) = answer["content"].values()
    return resolved(kind["schema"])


def successes(operation: Operation) -> list[dict[str, Any]]:
    answers = description(operation)["responses"]
    return [answer for status, answer in answers.items() if status in ("200", "201")]


def returned(area: str, name: str) -> tuple[Any, bool]:
    """What a method says that it returns, and whether it gives one after the other."""
    method = getattr(type(getattr(NOWHERE, area)), name)
    hint = get_type_hints(method)["return"]
    if get_origin(hint) is Iterator:
        return get_args(hint)[0], True
    return hint, False


def differences(hint: Any, part: dict[str, Any], where: str = "") -> list[str]:
    """Where a TypedDict and an object of the schema have other names, at whatever depth."""
    inner = _typed_dict(hint)
    if inner is None:
        return []
    part = resolved(part)
    if part.get("type") == "array":
        part = resolved(part["items"])
    hints, names = get_type_hints(inner), part.get("properties", {})
    found = [f"{where}.{name}" for name in sorted(set(hints) ^ set(names))]
    for name in set(hints) & set(names):
        found += differences(hints[name], names[name], f"{where}.{name}")
    return found


def _typed_dict(hint: Any) -> Any:
    if is_typeddict(hint):
        return hint
    if get_origin(hint) in (list, Union, UnionType) and get_origin(hint) is not Literal:
        return next(filter(None, map(_typed_dict, get_args(hint))), None)
    return None


def test_the_api_has_what_the_client_asks_for():
    assert {_key(operation) for operation in Operation} - set(described()) == set()


def test_the_client_asks_for_all_that_the_api_has():
    assert set(described()) - {_key(operation) for operation in Operation} == set()


def test_the_client_sends_a_key_where_the_api_takes_one():
    keyed = {one for one in Operation if "Idempotency-Key" in parameters(one, "header")}
    assert {one for one in Operation if one.keyed} == keyed


@pytest.mark.parametrize(("area", "name"), METHODS)
def test_a_method_sends_the_fields_that_the_api_reads(area, name):
    operation, body, _, _ = asked(area, name)
    sent = description(operation).get("requestBody")
    hints = get_type_hints(Settings) if operation in SETTINGS else {}
    assert set(body or {}) | set(hints) == set(content(sent)["properties"] if sent else {})


@pytest.mark.parametrize(("area", "name"), METHODS)
def test_a_method_can_ask_all_that_the_api_answers(area, name):
    operation, _, query, _ = asked(area, name)
    filters = {
        Operation.GAMES: GameFilters,
        Operation.PLAYER_GAMES: GameFilters,
        Operation.GAMES_EXPORT: ExportFilters,
        Operation.TOURNAMENTS: TournamentFilters,
        Operation.ARCHIVE_SEARCH: ArchiveFilters,
        Operation.ARCHIVE_EXPLORER: ArchiveFilters,
    }
    hints = get_type_hints(filters[operation]) if operation in filters else {}
    assert set(query or {}) | set(hints) == parameters(operation, "query") - PAGING


@pytest.mark.parametrize(("area", "name"), METHODS)
def test_a_payload_has_the_names_of_the_schema(area, name):
    operation = asked(area, name).operation
    hint, is_list = returned(area, name)
    for answer in [] if operation in STREAMS else successes(operation):
        part = {} if operation.is_text else content(answer)
        if is_list and "results" in part.get("properties", {}):
            part = part["properties"]["results"]
        assert differences(hint, part) == []


def test_an_event_has_the_names_of_both_streams():
    names = {
        name
        for operation in STREAMS
        for answer in successes(operation)
        for name in content(answer)["properties"]
    }
    assert set(get_type_hints(Event)) == names
