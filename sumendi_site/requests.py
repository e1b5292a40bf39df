"""What is refused before a page sees it: bodies that are too large, and NUL characters."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

from django.conf import settings
from django.core.exceptions import BadRequest, RequestAborted, RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
View = TypeVar("View", bound=Callable[..., Any])

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")


def refuse_bad_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: answers 413 or 400 instead of whatever the view would make of the request."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        length = body_length(request)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE and length > _most_at(request.path_info):
            raise RequestDataTooBig("The body is too large.")
        if any("\0" in text for text in texts(request)):
            raise BadRequest("There is a NUL character in the request.")
        return get_response(request)

    return middleware


def takes_files(view: View) -> View:
    """Mark a view, outermost of its decorators: it is sent forms with a file."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def _most_at(path: str) -> int:
    """How many bytes the body of a request to this address may have."""
    usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        view = resolve(path).func
    except Resolver404:
        return usual
    return settings.LARGEST_UPLOAD if getattr(view, "takes_files", False) else usual


def body_length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


def texts(request: HttpRequest) -> Iterator[str]:
    """Everything in the request that may end up in a query; PostgreSQL has no NUL in texts."""
    yield request.path_info
    yield from request.COOKIES.values()
    forms = [request.GET]
    if request.content_type in FORM_TYPES:
        forms.append(request.POST)
    for form in forms:
        for name, values in form.lists():
            yield name
            yield from values


class Body(SpooledTemporaryFile[bytes]):
    """A request's body as far as the limit, and the length that was really sent."""

    length = 0


@dataclass(frozen=True)
class Incoming:
    """The messages of a request, of whose body the site accepts so many bytes."""

    receive: Receive
    most: int

    async def __call__(self) -> Mapping[str, Any]:
        return await self.receive()


class SiteHandler(ASGIHandler):
    """Django's handler, which stores no more of a body than the site accepts.

    A body sent in chunks announces no length, so Django's own limit would not see it.
    """

    async def handle(self, scope: dict[str, Any], receive: Receive, send: Any) -> None:
        if scope["method"] == "POST":
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            receive = Incoming(receive, _most_at(path))
        await super().handle(scope, receive, send)

    async def read_body(self, receive: Receive) -> Body:
        most = getattr(receive, "most", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        body = Body(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, mode="w+b")
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                raise RequestAborted
            chunk = message.get("body", b"")
            body.length += len(chunk)
            # The rest is read and thrown away: a sender reads the answer only after its last byte.
            if body.length <= most:
                body.write(chunk)
            more = message.get("more_body", False)
        body.seek(0)
        return body

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        request, _ = made = super().create_request(scope, body_file)
        if request is not None and isinstance(body_file, Body) and body_file.length:
            request.META["CONTENT_LENGTH"] = str(body_file.length)
        return made
