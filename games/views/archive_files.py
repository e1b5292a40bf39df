"""Games to take away, and records to bring."""

from collections.abc import Iterator
from http import HTTPStatus

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.archive_forms import RecordForm
from games.models import Game, GameStatus
from games.presenters.exploring import Explored
from games.services import GameError, archive, exploring
from games.services.errors import NoExportYet
from sumendi_site.accounts.models import User
from sumendi_site.live.threads import each_in_thread
from sumendi_site.requests import takes_files

from .answers import reader, refused
from .explore import show


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """A record comes onto the explore board: one that is kept, for who is signed in. Of several
    one is chosen first."""
    if request.method != "POST":
        return render(request, "games/archive_import.html", {"form": RecordForm()})
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        status = HTTPStatus.BAD_REQUEST
        return render(request, "games/archive_import.html", {"form": form}, status=status)
    if "several" in form.cleaned_data:
        return render(request, "games/archive_choose.html", {"games": form.cleaned_data["several"]})
    owner = reader(request) if request.user.is_authenticated else None
    try:
        explored = exploring.from_record(owner, form.cleaned_data["record"])
    except GameError as error:
        return refused(request, error)
    return redirect(explored) if owner else show(request, Explored(request.user, explored))


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
        raise Http404(NoExportYet.message)
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
