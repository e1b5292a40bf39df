"""What each method of the client asks the site for."""

import inspect
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

from games.bots.client.sumendi.client import Client, Operation

NOWHERE = Client("http://localhost")
VALUES: dict[Any, Any] = {int: 1, str: "x", bool: True}


class Question(NamedTuple):
    """The arguments of `Session.request`."""

    operation: Operation
    body: Any
    query: Mapping[str, Any] | None
    where: Mapping[str, Any]


class Stopped(Exception):
    """Nothing is sent."""


def _methods() -> Iterator[tuple[str, str]]:
    for area in vars(NOWHERE):
        if area != "session":
            functions = inspect.getmembers(getattr(NOWHERE, area), inspect.ismethod)
            yield from ((area, name) for name, _ in functions if not name.startswith("_"))


METHODS = list(_methods())


@cache
def asked(area: str, name: str) -> Question:
    """The question of a method that is called with arguments made up for it, except filters."""
    method = getattr(getattr(NOWHERE, area), name)
    arguments = {
        parameter.name: VALUES.get(parameter.annotation, "x")
        for parameter in inspect.signature(method).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    }
    questions: list[Question] = []

    def stop(*question: Any) -> NoReturn:
        questions.append(Question(*question))
        raise Stopped

    with patch.object(NOWHERE.session, "request", stop), suppress(Stopped):
        next(method(**arguments))
    (question,) = questions
    return question
