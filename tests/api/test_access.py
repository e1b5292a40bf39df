"""Who may do what: every operation that the schema names, tried by everybody."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from sumendi_site.accounts.tokens import ApiToken, Scope
from tests.api.clients import Caller, code_of
from tests.api.world import FIT, QUERIES, World
from tests.games.bots.hosting import CHOOSES

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.usefixtures("no_limits"),
]

PREFIX = "/api/v1/"
FORM = "multipart/form-data"
VARIABLES = ("slug", "name", "other", "code", "id", "game_id", "number", "board")
OPEN_TO_STRANGERS = {
    "seek_accept",
    "invite_accept",
    "block",
    "block_add",
    "block_remove",
    "friend_add",
    "friend_remove",
    "game_analyse",
    "game_exploration",
    "game_exploration_save",
    "tournament_enter",
}
"""With a scope everybody may do these to whatever an address names."""


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    path: str
    scope: str | None
    body: dict[str, Any] | None
    takes_file: bool

    @property
    def names_an_object(self) -> bool:
        return "{" in self.path

    @property
    def is_private(self) -> bool:
        """Whether it is about an object that is not everybody's."""
        return bool(self.scope and self.names_an_object and self.name not in OPEN_TO_STRANGERS)


def operations() -> Iterator[Operation]:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in schema["paths"].items():
        for method, described in methods.items():
            (scope,) = described["security"][-1].values() if described["security"] else ([],)
            yield Operation(
                name=described["operationId"],
                method=method.upper(),
                path=path,
                scope=scope[0] if scope else None,
                body=_example(described),
                takes_file=FORM in described.get("requestBody", {}).get("content", {}),
            )


def _example(described: dict[str, Any]) -> dict[str, Any] | None:
    content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    return next((shown["value"] for shown in content.get("examples", {}).values()), None)


ALL = list(operations())


ENDING = [operation for operation in ALL if not operation.path.endswith("/stream")]
"""Streams close their connection to the database when they open: they have their own tests."""


def named(chosen: Iterable[Operation]) -> Any:
    return pytest.mark.parametrize("operation", list(chosen), ids=lambda operation: operation.name)


def ask(caller: Caller, operation: Operation, world: World) -> HttpResponse:
    """The request that succeeds when it is amaia's."""
    which, body = FIT.get(operation.name, (0, None))
    path = operation.path
    for variable in VARIABLES:
        if f"{{{variable}}}" in path:
            value = world.values(operation.path, variable)
            path = path.replace(f"{{{variable}}}", str(value[which if len(value) > which else 0]))
    if operation.takes_file:
        return caller.upload(path.removeprefix(PREFIX), "bot.py", CHOOSES)
    sends = operation.method in ("POST", "PUT", "PATCH")
    return caller._send(
        operation.method,
        path.removeprefix(PREFIX),
        data=(body or operation.body or {}) if sends else None,
        query=QUERIES.get(operation.name),
    )


def rows() -> dict[str, list[Any]]:
    """All that is stored, but for when tokens were used."""
    models = (model for model in apps.get_models() if model is not ApiToken)
    found = {model._meta.label: list(model.objects.order_by("pk").values()) for model in models}
    tokens = ApiToken.objects.order_by("pk").values("digest", "user", "name", "scopes", "expiry")
    return found | {"tokens": list(tokens)}


class Writes:
    """Hears whether anything but reading is asked of the database."""

    READING = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")

    def __init__(self) -> None:
        self.seen = False

    def __call__(self, execute: Any, sql: str, *asked: Any) -> Any:
        self.seen |= not sql.startswith(self.READING)
        return execute(sql, *asked)


def refused(caller: Caller, operation: Operation, world: World) -> tuple[int, str]:
    """Status and code of the refusal, which must not have changed anything: what has written is
    asked once more, between two looks at all there is."""
    writes = Writes()
    with transaction.atomic(), connection.execute_wrapper(writes):
        answer = ask(caller, operation, world)
        transaction.set_rollback(True)
    if writes.seen:
        before = rows()
        answer = ask(caller, operation, world)
        assert rows() == before
    return answer.status_code, code_of(answer)


@named(ENDING)
def test_who_may_do_it_succeeds(world: World, operation: Operation) -> None:
    assert ask(Caller(world.player), operation, world).status_code in (200, 201, 204)


@named(operation for operation in ALL if operation.scope)
def test_what_needs_a_scope_needs_a_token(world: World, operation: Operation) -> None:
    assert refused(Caller(), operation, world) == (401, "signed_out")


@named(operation for operation in ENDING if not operation.scope)
def test_what_is_public_needs_none(world: World, operation: Operation) -> None:
    assert ask(Caller(), operation, world).status_code == 200


@named(operation for operation in ALL if operation.scope)
def test_every_other_scope_is_not_enough(world: World, operation: Operation) -> None:
    others = [scope for scope in Scope.values if scope != operation.scope]
    caller = Caller(world.player, others)
    assert refused(caller, operation, world) == (403, "scope_missing")


@named(ALL)
def test_an_expired_token_is_refused_everywhere(world: World, operation: Operation) -> None:
    caller = Caller(world.player)
    ApiToken.objects.filter(pk=caller.token.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    assert refused(caller, operation, world) == (401, "bad_token")


@named(operation for operation in ALL if operation.is_private)
@pytest.mark.parametrize("who", ["stranger", "bot"])
def test_what_is_somebody_elses_is_refused(world: World, operation: Operation, who: str) -> None:
    status, _ = refused(Caller(getattr(world, who)), operation, world)
    assert status in (403, 404)


@named(operation for operation in ALL if operation.scope == Scope.BOT)
def test_a_bot_has_no_bots(world: World, operation: Operation) -> None:
    status, _ = refused(Caller(world.bot), operation, world)
    assert status in (403, 404)


@named(ENDING)
@pytest.mark.parametrize("who", ["stranger", "bot"])
def test_nobody_meets_an_error_of_the_site(world: World, operation: Operation, who: str) -> None:
    assert ask(Caller(getattr(world, who)), operation, world).status_code < 500
