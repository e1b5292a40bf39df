"""The page of a player's conditional moves in a game."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.presenters.prepared import Preparing, state_of
from games.presenters.reading import read
from games.services import conditions as services
from games.services.tree_errors import BadConditions, ConditionsChanged
from sumendi_site.errors import wants_json

from .answers import done, json_in, player_action, reader, sign_in_first
from .game import number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def conditions(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page, or what of it changes as JSON; POST saves the `tree`, which begins after `from_ply`
    plies, in place of the one of that `version`."""
    if request.method == "POST":
        return _save(request, game_id)
    if not request.user.is_authenticated:
        return sign_in_first(request) if wants_json(request) else _sign_in(request)
    player = reader(request)
    game, surroundings = read(game_id, player, timezone.now())
    if game.seat_of(player) is None:
        raise Http404("Only the two players of a game can prepare moves in it.")
    prepared = services.of(game, player)
    if wants_json(request):
        return JsonResponse(state_of(prepared, player))
    page = Preparing(prepared, player, surroundings.last_event)
    keeping = render_to_string("games/conditions_keeping.html", {"page": page}, request)
    return render(request, "games/conditions.html", {"page": page, "keeping": keeping})


@player_action
def _save(request: HttpRequest, game_id: int) -> HttpResponse:
    player = reader(request)
    version, from_ply = _number(request, "version"), _number(request, "from_ply")
    try:
        prepared = services.save(
            game_id, player, version, from_ply, json_in(request, "tree", BadConditions)
        )
    except ConditionsChanged as error:
        why = {"code": error.code, "message": error.message}
        newest = state_of(error.newest, player)
        return JsonResponse({"error": why, "newest": newest}, status=error.status)
    return done(request, _url(game_id), **state_of(prepared, player))


@player_action
def tidy(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let go of the lines that cannot be played any more."""
    prepared = services.tidy(game_id, reader(request))
    return done(request, _url(game_id), **state_of(prepared, reader(request)))


@player_action
def clear(request: HttpRequest, game_id: int) -> HttpResponse:
    """Play nothing by condition any more."""
    prepared = services.clear(game_id, reader(request))
    if not wants_json(request):
        messages.success(request, "Nothing is prepared any more.")
    return done(request, _url(game_id), **state_of(prepared, reader(request)))


def _sign_in(request: HttpRequest) -> HttpResponse:
    return redirect_to_login(request.get_full_path())


def _url(game_id: int) -> str:
    return reverse("game-conditions", args=[game_id])


def _number(request: HttpRequest, name: str) -> int:
    found = number(request.POST.get(name, ""))
    if found is None:
        raise BadConditions(f"The field {name} must be a whole number.")
    return found
