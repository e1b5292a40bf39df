"""The table of operations is what the methods of the client use, all of it and nothing else."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.bots.client.sumendi.client import Client, Operation
from games.bots.client.sumendi.client.session import Session

AREAS = [name for name in vars(Client("http://localhost")) if name != "session"]
VALUES: dict[Any, Any] = {int: 1, str: "x", bool: True}


class Asked(Exception):
    """Instead of a request: what it would have been."""


def methods() -> Iterator[tuple[str, str]]:
    client = Client("http://localhost")
    for area in AREAS:
        functions = inspect.getmembers(getattr(client, area), inspect.ismethod)
        yield from ((area, name) for name, _ in functions if not name.startswith("_"))


METHODS = list(methods())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Asked]:
    """What a method, called with arguments made up for it, asks for."""

    def request(self: Session, operation: Operation, body: Any, query: Any, where: Any) -> None:
        raise Asked(operation, body, query, where)

    monkeypatch.setattr(Session, "request", request)
    client = Client("http://localhost")

    def call(area: str, name: str) -> Asked:
        method = getattr(getattr(client, area), name)
        parameters = inspect.signature(method).parameters.values()
        needed = {
            parameter.name: VALUES.get(parameter.annotation, "x")
            for parameter in parameters
            if parameter.kind is not parameter.VAR_KEYWORD
        }
        try:
            next(method(**needed))
        except Asked as asked:
            return asked
        pytest.fail(f"{area}.{name} asks for nothing.")

    return call


def test_every_operation_has_a_method_and_every_method_an_operation(asked):
    used = [asked(area, name).args[0] for area, name in METHODS]
    assert sorted(used, key=str) == sorted(Operation, key=str)


@pytest.mark.parametrize(("area", "name"), METHODS)
def test_a_method_fills_the_template_of_its_path(asked, area, name):
    operation, _, _, where = asked(area, name).args
    parts = operation.path.split("/")
    assert {part[1:-1] for part in parts if part.startswith("{")} == set(where)


def test_no_two_operations_are_one():
    assert len({(one.method, one.path) for one in Operation}) == len(Operation)


def test_only_what_may_happen_twice_is_repeatable():
    never = {one for one in Operation if one.method in ("POST", "PATCH", "DELETE")}
    harmless = {
        Operation.GAME_MOVE,
        Operation.POSITION_CHECK,
        Operation.SEEK_ACCEPT,
        Operation.CHALLENGE_ACCEPT,
        Operation.INVITE_ACCEPT,
    }
    keyed = {one for one in Operation if one.keyed}
    assert {one for one in never if one.repeatable} == harmless | keyed
