"""Files that are made while they are sent."""

from collections.abc import Iterator

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from .threads import each_in_thread


def sent(
    request: HttpRequest, pieces: Iterator[bytes], kind: str, name: str = ""
) -> StreamingHttpResponse:
    """An answer in pieces, which may ask the database; with a `name` it is a file to keep."""
    # An asynchronous server would else first collect all that is streamed.
    stream = each_in_thread(pieces) if isinstance(request, ASGIRequest) else pieces
    response = StreamingHttpResponse(stream, content_type=kind)
    if name:
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
