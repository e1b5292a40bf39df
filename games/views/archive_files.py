"""Games to take away, and records to bring."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.archive_forms import RecordForm
from games.models import Game, GameStatus
from games.presenters.exploring import Explored
from games.services import GameError, archive, exploring
from games.services.errors import NoExportYet
from sumendi_site.accounts.models import User
from sumendi_site.api.throttles import may_take_file, seconds_left
from sumendi_site.live.files import sent
from sumendi_site.refusals import Refusal
from sumendi_site.requests import takes_files

from .answers import reader, refused
from .explore import show

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


class TooManyFiles(Refusal):
    code = "too_many_files"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = "You can take 10 files a minute. Try again in a minute."

    def __init__(self) -> None:
        super().__init__(retry_after=seconds_left())


def few_a_minute(view: View[P]) -> View[P]:
    """A page that sends as much as a hundred others; the API has the same limit."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not may_take_file(request):
            return refused(request, TooManyFiles())
        return view(request, *args, **kwargs)

    return cast(View[P], wrapper)


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
@few_a_minute
def games_of(request: HttpRequest, username: str) -> HttpResponseBase:
    """The records of all finished games of a player, as one text file."""
    player = User.objects.named(username)
    if player is None:
        raise Http404("There is no player of this name.")
    games = Game.objects.of(player).filter(status=GameStatus.FINISHED)
    pieces = archive.one_behind_the_other(games)
    name = f"sumendi-games-{player.username}.txt"
    return sent(request, pieces, "text/plain; charset=utf-8", name)


@require_safe
@few_a_minute
def export(request: HttpRequest) -> HttpResponseBase:
    """The newest file of all rated games."""
    newest = archive.newest_export()
    if newest is None:
        raise Http404(NoExportYet.message)
    pieces = archive.parts_of(newest)
    response = sent(request, pieces, "application/gzip", newest.file_name)
    response["Content-Length"] = newest.size
    response["Content-Encoding"] = "identity"  # or it would be compressed once more on its way
    return response
