"""Whatever is sent, the API answers as its schema says.

Schemathesis makes the requests, well-formed ones and others, seeded, so that a failure comes again.
`SUMENDI_SCHEMA_EXAMPLES=200` makes far more of them for each operation. Streams are left out, for
they do not end.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi import checks

from tests.api.clients import Caller
from tests.api.world import FIT, World, folder, texts_for

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.usefixtures("no_limits"),
]

EXAMPLES = int(os.environ.get("SUMENDI_SCHEMA_EXAMPLES", "6"))
KNOWN = 10**9
"""Up to here numbers stand for objects; further than any that the test's database gives."""
MOST = 2 * KNOWN
REJECTED = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
"""What bad requests are answered with: too long a text may make the whole body too large."""
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.unsupported_method,
    checks.allow_header_conformance,
]


def document() -> dict[str, Any]:
    """The schema, with what there is to be named in its addresses: numbers stand for the objects of
    the world in their order, again and again, and the upper half of them for nothing."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    parameter["schema"] |= _known(path, parameter["name"])
            _fit(operation)
    return schema


def _fit(operation: dict[str, Any]) -> None:
    """Show what is possible with one of the objects only."""
    which, body = FIT.get(operation["operationId"], (0, None))
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path" and parameter["schema"]["type"] == "integer":
            parameter["examples"] = {"fit": {"value": which + 1}}
    if body:
        content = operation["requestBody"]["content"]["application/json"]
        content["examples"] = {"fit": {"value": body}}


def _known(path: str, name: str) -> dict[str, Any]:
    texts = texts_for(path, name)
    return {"enum": texts} if texts else {"minimum": 1, "maximum": MOST}


def config(**phases: Any) -> schemathesis.Config:
    generation = {"with-security-parameters": False, "deterministic": True, "database": "none"}
    checked = {"negative_data_rejection": {"expected-statuses": REJECTED}}
    asked = {"generation": generation, "checks": checked, "phases": phases}
    return schemathesis.Config.from_dict(asked)


bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def schema(**phases: Any) -> BaseSchema:
    """Made when the tests run, as are the cases: they take seconds of each process that only
    lists its tests."""
    made = schemathesis.openapi.from_dict(document(), config=config(**phases))
    made.app = WSGIHandler()
    return made.exclude(path_regex="/stream$")


@pytest.fixture(scope="module", autouse=True)
def _one_connection() -> Iterator[None]:
    """A request within a test must not close the connection, which has an open transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def owners_headers(world: World) -> dict[str, str]:
    return Caller(world.player).headers


def ask(case: schemathesis.Case, world: World, headers: dict[str, str]) -> None:
    """Make the request and judge the answer; what it changes is taken back."""
    case.path_parameters = {
        name: _number(value, world.ids.get(folder(case.path, name), []))
        for name, value in (case.path_parameters or {}).items()
    }
    with transaction.atomic():
        answer = case.call(headers={"Accept-Encoding": "identity", **headers})
        transaction.set_rollback(True)
    case.validate_response(answer, checks=CHECKS)


def _number(sent: Any, ids: list[int]) -> Any:
    if not ids or not str(sent).isdecimal():
        return sent
    number = int(sent)
    return ids[(number - 1) % len(ids)] if 1 <= number <= KNOWN else number


def ask_each(
    schema: BaseSchema, subtests: pytest.Subtests, world: World, headers: dict[str, str]
) -> None:
    """A subtest for each operation, which is to be asked at least once."""
    asked = set()
    # What `schemathesis.pytest.from_fixture` calls, which itself does not know pytest 9.2.
    for made in get_all_tests(schema=schema, test_func=ask, settings=bounded, given_kwargs={}):
        operation, test = made.ok()
        with subtests.test(operation.label):
            test(world=world, headers=headers)
        asked.add(operation.label)
    paths = document()["paths"].items()
    assert asked == {
        f"{method.upper()} {path}"
        for path, operations in paths
        for method in operations
        if not path.endswith("/stream")
    }


def test_the_owner_of_a_token_is_answered_as_the_schema_says(
    subtests: pytest.Subtests, world: World, owners_headers: dict[str, str]
) -> None:
    ask_each(schema(), subtests, world, owners_headers)


def test_anonymous_requests_are_answered_as_the_schema_says(
    subtests: pytest.Subtests, world: World
) -> None:
    """Most are turned away before anything that they sent is read, whatever it is; so not each
    kind of bad request is made once more."""
    ask_each(schema(coverage={"enabled": False}), subtests, world, {})
