"""Requests and their answers: time-outs, repeats, pages."""

import json
import secrets
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from .address import Address
from .bodies import encoded
from .errors import ApiError, ClientError, Throttled, Unreachable, problem_of
from .limits import Limit
from .operations import PREFIX, Operation
from .waiting import Patience, retry_after, time_until

TIMEOUT = 10.0
"""Seconds that one wait for the site may take."""
WHOLE = 60.0
"""Seconds that a whole answer may take, of however many waits."""
PATIENCE = 90.0
"""Seconds for which a request is repeated before its failure is told: longer than the minute by
which the site counts requests."""
IDLE = 3.0
"""Seconds after which a connection is not used again: servers close theirs after five or so."""
LONGEST_ANSWER = 32 * 1024 * 1024
AWAY = {502, 503, 504}
"""What the site, or the proxy before it, says while it starts. 500 is a fault, which stays."""
SAME_TIME = timedelta(seconds=2)
CENTURY = timedelta(days=36_525)
"""No clock is wrong by more: what says so is no time."""
TROUBLE = (OSError, HTTPException)

Query = Mapping[str, Any]


@dataclass(frozen=True)
class Request:
    """One request as it is sent, each time it is."""

    operation: Operation
    target: str
    body: bytes | None
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    text: str


class Session:
    """Asks one site, as one account or as nobody. Threads may share it; they take turns.

    `timeout`, `whole` and `patience` are in seconds: for one wait, for one answer, and for all
    repeats of a request. A request is asked again, after a pause that grows and
    is at least what `Retry-After` says, when it was not carried out (status 429, nobody listens)
    or when carrying it out twice does no harm (see `Operation`).
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = TIMEOUT,
        whole: float = WHOLE,
        patience: float = PATIENCE,
    ) -> None:
        self.address = Address(url, token)
        self.timeout = timeout
        self.whole = whole
        self._limit = Limit(timeout, whole)
        self.patience = patience
        self._connection: HTTPConnection | None = None
        self._turns = threading.Lock()
        self._last = 0.0
        self._ahead = timedelta()

    def __repr__(self) -> str:
        return f"Session({self.address!r})"

    def now(self) -> datetime:
        """The time by the site's clock, which deadlines are told in."""
        return datetime.now(UTC) + self._ahead

    def call(
        self, operation: Operation, *, body: Any = None, query: Query | None = None, **where: Any
    ) -> Any:
        """The answer's JSON object, or its text. `where` fills the path's template. Raises
        ClientError."""
        answer = self._ask(self.request(operation, body, query, where))
        if operation.is_text:
            return self.address.scrub(answer.text)
        try:
            found = self.value_of(answer.text)
        except ValueError as error:
            raise self.odd("is not JSON") from error
        if not isinstance(found, dict):
            raise self.odd("is not a JSON object")
        return found

    def tell(self, operation: Operation, **where: Any) -> None:
        """A call whose answer says nothing. Raises ClientError."""
        self._ask(self.request(operation, None, None, where))

    def value_of(self, text: str | bytes) -> Any:
        """What a JSON text says, without the token. Raises ValueError."""
        try:
            return self.address.scrub_all(json.loads(text))
        except RecursionError as error:
            raise ValueError("nested too deep") from error

    def odd(self, why: str) -> ClientError:
        """The error that an answer which nobody can read stands for."""
        return ClientError(f"What {self.address.url} answers {why}.")

    def pages(
        self, operation: Operation, query: Query | None = None, **where: Any
    ) -> Iterator[Any]:
        """All results of a list, fetched page after page as they are asked for."""
        asked = _texts(query)
        seen = {frozenset(asked.items())}
        while True:
            page = self.call(operation, query=asked, **where)
            if not isinstance(page.get("results"), list):
                raise self.odd("is not a page of a list")
            yield from page["results"]
            if not page.get("next"):
                return
            asked = self._query_of(page["next"])
            if (key := frozenset(asked.items())) in seen:
                raise self.odd("is a list whose pages go in a circle")
            seen.add(key)

    def _query_of(self, address: Any) -> dict[str, str]:
        """Only the query: whatever host the address names, the token goes to ours."""
        try:
            return dict(parse_qsl(urlsplit(str(address)).query))
        except ValueError as error:
            raise self.odd("names a next page that has no address") from error

    def request(
        self, operation: Operation, body: Any, query: Query | None, where: Mapping[str, Any]
    ) -> Request:
        names = {name: quote(str(value), safe="") for name, value in where.items()}
        target = self.address.prefix + PREFIX + operation.path.format(**names)
        asked = _texts(query)
        headers = {"Accept": "application/json, application/problem+json, */*;q=0.5"}
        if operation.keyed:
            headers["Idempotency-Key"] = secrets.token_urlsafe(24)
        data = None
        if body is not None:
            headers["Content-Type"], data = encoded(body)
        return Request(
            operation,
            f"{target}?{urlencode(asked)}" if asked else target,
            data,
            headers | self.address.headers(),
        )

    def close(self) -> None:
        with self._turns:
            self._hang_up()

    def refusal(self, status: int, headers: Message, text: str) -> ApiError:
        """The error that an answer of status 300 or more stands for."""
        wait = retry_after(headers.get("Retry-After"))
        if 300 <= status < 400:
            moved = "The site answers from another address; give its new URL."
            return ApiError(status, {"code": "moved", "detail": moved}, wait)
        kind = Throttled if status == 429 else ApiError
        try:
            problem = problem_of(self.value_of(text))
        except ValueError:
            problem = {}
        return kind(status, problem, wait)

    def unreachable(self, error: Exception) -> Unreachable:
        why = self.address.scrub(str(error) or type(error).__name__)
        return Unreachable(f"No answer from {self.address.url}: {why}.")

    def _ask(self, request: Request) -> Answer:
        patience = Patience(self.patience)
        failure: ClientError
        while True:
            try:
                answer = self._exchange(request)
            except TROUBLE as error:
                failure = self.unreachable(error)
                again = _may_try_again(request.operation, error)
            else:
                if answer.status < 300:
                    return answer
                failure = self.refusal(answer.status, answer.headers, answer.text)
                again = _may_ask_again(request.operation, failure)
            if not again:
                raise failure
            patience.wait(failure)

    def _exchange(self, request: Request) -> Answer:
        with self._turns:
            # The site may just be closing a connection that was idle, and nobody could tell
            # whether what was sent then was carried out.
            if not request.operation.repeatable or time.monotonic() - self._last > IDLE:
                self._hang_up()
            if self._connection is None:
                self._connection = self.address.connect(self._limit)
            self._limit.begin()
            try:
                operation = request.operation
                self._connection.request(
                    operation.method, request.target, request.body, dict(request.headers)
                )
                return self._read(self._connection.getresponse())
            except BaseException:
                self._hang_up()
                raise

    def _read(self, response: HTTPResponse) -> Answer:
        try:
            data = response.read(LONGEST_ANSWER + 1)
        except ValueError as error:
            raise HTTPException("the answer is cut into odd pieces") from error
        if len(data) > LONGEST_ANSWER:
            raise HTTPException("the answer is too long")
        if response.will_close:
            self._hang_up()
        self._last = time.monotonic()
        self._note_time(response.headers.get("Date"))
        return Answer(response.status, response.headers, data.decode(errors="replace"))

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _note_time(self, date: str | None) -> None:
        ahead = time_until(date)
        if ahead is not None and abs(ahead) < CENTURY:
            # The header has whole seconds: a small difference is none.
            self._ahead = ahead if abs(ahead) > SAME_TIME else timedelta()


def _may_try_again(operation: Operation, error: Exception) -> bool:
    """Where nobody listens, nothing was done; and a wrong certificate stays wrong."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return False
    return operation.repeatable or isinstance(error, ConnectionRefusedError)


def _may_ask_again(operation: Operation, refused: ApiError) -> bool:
    """429 and the site's own "clocks_behind" promise that nothing was done. A 429 that names no
    time is about something else than speed: too many games, say. A site that runs no programs is
    not away."""
    if refused.status == 429:
        return refused.retry_after is not None
    if refused.code == "clocks_behind":
        return True
    if refused.code == "hosting_off":
        return False
    return operation.repeatable and refused.status in AWAY


def _texts(query: Query | None) -> dict[str, str]:
    return {name: _text(value) for name, value in (query or {}).items() if value is not None}


def _text(value: str | int | bool) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
