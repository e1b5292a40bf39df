"""What can go wrong between a program and the site."""

import json
from collections.abc import Mapping
from typing import Any


class ClientError(Exception):
    """Base of all errors of the client; its text is a sentence for people, without the token."""


class Unreachable(ClientError):
    """No answer: the site is down, too slow, or cut the connection. If the request was one that
    changes something, it may or may not have been carried out."""


class ApiError(ClientError):
    """The site refused, with an RFC 9457 problem.

    `code` is stable and meant for programs (`not_your_turn`); `detail` is a sentence; `reason` says
    why a move is illegal, by the word of `sumendi.Reason`; `errors` has the faults by field;
    `retry_after` is in seconds, or None.
    """

    def __init__(
        self, status: int, problem: Mapping[str, Any], retry_after: float | None = None
    ) -> None:
        self.status = status
        self.code = str(problem.get("code", ""))
        self.detail = str(problem.get("detail") or problem.get("title") or f"Status {status}.")
        self.reason = str(problem.get("reason", ""))
        self.errors: Mapping[str, list[str]] = problem.get("errors") or {}
        self.retry_after = retry_after
        super().__init__(self.detail)

    def __str__(self) -> str:
        fields = "".join(f" {name}: {' '.join(faults)}" for name, faults in self.errors.items())
        return f"{self.detail}{fields} ({self.status} {self.code})".replace(" )", ")")


class Throttled(ApiError):
    """Too much was asked for; `retry_after` says when to try again."""


def problem_of(text: str) -> dict[str, Any]:
    """The problem in the body of an error. What is none (a proxy's page) has no code."""
    try:
        problem = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(problem, dict):
        return {}
    if not isinstance(problem.get("errors"), dict):
        problem.pop("errors", None)
    return problem
