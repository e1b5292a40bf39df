"""What can go wrong between a program and the site."""

from collections.abc import Mapping
from typing import Any


class ClientError(Exception):
    """Base of all errors of the client; its text is a sentence for people, without the token.
    `retry_after` is for how many seconds the site asks one to wait, if it does."""

    retry_after: float | None = None


class Unreachable(ClientError):
    """No answer: the site is down, too slow, or cut the connection. If the request was one that
    changes something, it may or may not have been carried out."""


class ApiError(ClientError):
    """The site refused, with an RFC 9457 problem.

    `code` is stable and meant for programs (`not_your_turn`); `detail` is a sentence; `reason` says
    why a move is illegal, by the word of `sumendi.Reason`; `errors` has the faults by field.
    """

    def __init__(
        self, status: int, problem: Mapping[str, Any], retry_after: float | None = None
    ) -> None:
        self.status = status
        self.code: str = problem.get("code", "")
        self.detail: str = problem.get("detail") or problem.get("title") or f"Status {status}."
        self.reason: str = problem.get("reason", "")
        self.errors: Mapping[str, list[str]] = problem.get("errors") or {}
        self.retry_after = retry_after
        super().__init__(self.detail)

    def __str__(self) -> str:
        told = (f"{name}: {' '.join(faults)}" for name, faults in self.errors.items())
        fields = "".join(f" {fault}" for fault in told if fault != self.detail)
        return f"{self.detail}{fields} ({self.status} {self.code})".replace(" )", ")")


class Throttled(ApiError):
    """Too much was asked for; `retry_after` says when to try again."""


def problem_of(value: Any) -> dict[str, Any]:
    """The problem in the JSON of an error, as far as it has the shape of one. What has not (a
    proxy's page) has no code."""
    if not isinstance(value, dict):
        return {}
    problem: dict[str, Any] = {name: text for name, text in value.items() if isinstance(text, str)}
    errors = problem.pop("errors", value.get("errors"))
    if isinstance(errors, dict):
        problem["errors"] = {
            name: [fault for fault in faults if isinstance(fault, str)]
            for name, faults in errors.items()
            if isinstance(faults, list)
        }
    return problem
