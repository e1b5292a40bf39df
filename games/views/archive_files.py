"""Games to take away, and records to bring."""

from collections.abc import Iterator

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.archive_forms import Line, RecordForm
from games.models import Game, GameStatus
from games.services import archive
from sumendi_site.accounts.models import User
from sumendi_site.live.threads import each_in_thread


@require_safe
def games_of(request: HttpRequest, username: str) -> StreamingHttpResponse:
    """The records of all finished games of a player, as one text file."""
    player = User.objects.named(username)
    if player is None:
        raise Http404("There is no player of this name.")
    games = Game.objects.of(player).filter(status=GameStatus.FINISHED)
    pieces = archive.one_behind_the_other(games)
    return _file(
        request, pieces, "text/plain; charset=utf-8", f"sumendi-games-{player.username}.txt"
    )


@require_safe
def export(request: HttpRequest) -> StreamingHttpResponse:
    """The newest file of all rated games."""
    newest = archive.newest_export()
    if newest is None:
        raise Http404("The first file is made in the coming night.")
    pieces = archive.parts_of(newest)
    response = _file(request, pieces, "application/gzip", newest.file_name)
    response["Content-Length"] = newest.size
    response["Content-Encoding"] = "identity"  # or it would be compressed once more on its way
    return response


def _file(
    request: HttpRequest, pieces: Iterator[bytes], kind: str, name: str
) -> StreamingHttpResponse:
    # The real server would else first collect all that is streamed.
    stream = each_in_thread(pieces) if isinstance(request, ASGIRequest) else pieces
    response = StreamingHttpResponse(stream, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
