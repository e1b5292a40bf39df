"""Table talk and private notes on the page of a game, for its two players alone."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import services
from games.notices import chat_was_read
from games.presenters.reading import read
from games.presenters.talk import talk_of
from games.services import GameError
from sumendi_site.errors import wants_json

from .answers import done, player_action, reader, refused_json
from .game import UNWATCHED, page_with_problem


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, game_id: int) -> HttpResponse:
    """The lines of the table as a fragment; POST writes the `text` to the opponent."""
    if request.method == "POST":
        return _say(request, game_id)
    game, surroundings = read(game_id, request.user, timezone.now())
    talk = talk_of(game, surroundings, request.user)
    if talk is None:
        raise Http404("Only the two players can read this.")
    if surroundings.has_unseen_notice and UNWATCHED not in request.headers:
        chat_was_read(reader(request), game_id)
    return render(request, "games/game_chat_lines.html", {"talk": talk})


@player_action
def _say(request: HttpRequest, game_id: int) -> HttpResponse:
    text = request.POST.get("text", "")
    return _write(request, game_id, lambda: services.say(game_id, reader(request), text), said=text)


@player_action
def note(request: HttpRequest, game_id: int) -> HttpResponse:
    """Keep the `text` as the reader's note about the game."""
    text = request.POST.get("text", "")
    return _write(
        request, game_id, lambda: services.save_note(game_id, reader(request), text), noted=text
    )


def _write(
    request: HttpRequest, game_id: int, service: Callable[[], object], **typed: str
) -> HttpResponse:
    """When it is refused, a person gets the page again with what was typed."""
    try:
        service()
    except GameError as error:
        if wants_json(request):
            return refused_json(error)
        return page_with_problem(request, game_id, error, **typed)
    return done(request, reverse("game", args=[game_id]))
