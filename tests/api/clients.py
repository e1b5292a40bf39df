"""Asking the API in a test."""

from collections.abc import Iterable
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from games.api.codes import codes, reason_names, reasons
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope, issue


class Caller:
    """A program with the token of `user`, or without one; `scopes` are all by default."""

    def __init__(self, user: User | None = None, scopes: Iterable[str] = Scope.values) -> None:
        self.http = Client(raise_request_exception=False)
        self.headers: dict[str, str] = {}
        if user is not None:
            self.token, text = issue(user, "a test", scopes, days=30)
            self.headers["Authorization"] = f"Token {text}"

    def get(self, path: str, query: Any = None, **headers: str) -> HttpResponse:
        return self._send("GET", path, query=query, headers=headers)

    def post(self, path: str, data: Any = None, **headers: str) -> HttpResponse:
        return self._send("POST", path, data={} if data is None else data, headers=headers)

    def upload(self, path: str, name: str, data: bytes, **headers: str) -> HttpResponse:
        """A form with the file `package`."""
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.post(
            f"/api/v1/{path}",
            {"package": SimpleUploadedFile(name, data)},
            headers={**self.headers, **own},
        )

    def put(self, path: str, data: Any = None, **headers: str) -> HttpResponse:
        return self._send("PUT", path, data={} if data is None else data, headers=headers)

    def patch(self, path: str, data: Any, **headers: str) -> HttpResponse:
        return self._send("PATCH", path, data=data, headers=headers)

    def delete(self, path: str, **headers: str) -> HttpResponse:
        return self._send("DELETE", path, headers=headers)

    def _send(
        self, method: str, path: str, data: Any = None, query: Any = None, headers: Any = None
    ) -> HttpResponse:
        """`path` is below /api/v1/; header names are written with underscores."""
        own = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        kind = "application/json" if data is not None else ""
        return self.http.generic(
            method,
            f"/api/v1/{path}",
            data=self.http._encode_json(data, kind) if data is not None else "",
            content_type=kind,
            query_params=query,
            headers={**self.headers, **own},
        )


def code_of(response: HttpResponse) -> str:
    """The code of a refusal, which must be a well-formed problem that the docs know."""
    body = response.json()
    assert response["Content-Type"] == "application/problem+json", response["Content-Type"]
    assert body["status"] == response.status_code
    assert body["title"]
    assert body["detail"]
    assert body["code"] in codes()
    assert body["code"] in reason_names() or body.get("reason", reasons()[0]) in reasons()
    return body["code"]
