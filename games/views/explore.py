"""The explore board: beside a game, on a board of one's own, and published ones for everybody."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Exploration, Game
from games.presenters.exploring import Explored, rows
from games.rules import SIZES, Tree, TreeError
from games.services import GameError, analysis, exploring
from games.services.errors import GameNotFound
from games.services.placing import replay
from games.services.tree_errors import BadTree, ExplorationChanged, ExplorationNotFound
from sumendi_site.accounts.models import User
from sumendi_site.errors import wants_json
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import game_topic

from .answers import done, json_in, player_action, reader, refused_json
from .game import number
from .watch import page_number

ON_A_PAGE = 30
USUAL_SIZE = 6
LONGEST_LINE = 1000
"""Characters of a line that a link shows."""


@never_cache
@require_safe
def explore(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board beside a game; `?ply=n` begins at an earlier position, and moves in `?line=` are
    shown as a variation from there on."""
    # Read first, so that no event is missed.
    events = LiveEvent.objects.filter(topic=game_topic(game_id)).order_by("-id")
    last_event = events.values_list("id", flat=True).first() or 0
    owner = reader(request) if request.user.is_authenticated else None
    try:
        found = exploring.beside(owner, game_id)
    except GameNotFound as error:
        raise Http404(error.message) from error
    game = cast(Game, found.game)
    line = _line_of(game)
    ply = number(request.GET.get("ply", ""))
    shown = len(line) if ply is None else min(ply, len(line))
    published = list(exploring.published_in(game)) if game.is_over else []
    variation = _variation(game, line[:shown], request.GET.get("line", ""))
    searched = analysis.whose_line(game, shown, variation) if variation else None
    explored = Explored(
        request.user, found, line, shown, last_event, published, variation, searched
    )
    return show(request, explored)


@never_cache
@require_safe
def explorations(request: HttpRequest) -> HttpResponse:
    """What the reader has explored, and where to begin."""
    page = None
    if request.user.is_authenticated:
        own = exploring.explorations_of(reader(request))
        page = Paginator(own, ON_A_PAGE).get_page(page_number(request))
    context = {"page": page, "rows": rows(list(page)) if page else [], "sizes": SIZES}
    return render(request, "games/explorations.html", context)


@never_cache
@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """A board of the size `?size=`, on which nothing is kept but by the browser."""
    size = number(request.GET.get("size", "")) or USUAL_SIZE
    if size not in SIZES:
        raise Http404("There is no board of this size.")
    return show(
        request, Explored(request.user, Exploration(size=size, tree=Exploration.nothing(size)))
    )


@player_action
def new_board(request: HttpRequest) -> HttpResponse:
    """Keep a board of the size in the field `size`."""
    size = number(request.POST.get("size", "")) or 0
    made = exploring.new_board(reader(request), size)
    return done(request, made.get_absolute_url(), id=made.pk)


@never_cache
@require_safe
def exploration(request: HttpRequest, exploration_id: int) -> HttpResponse:
    """To its owner the board, to others what is published."""
    try:
        found = exploring.readable(exploration_id, request.user)
    except ExplorationNotFound as error:
        raise Http404(error.message) from error
    if found.game is not None and found.is_owned_by(request.user):
        return redirect("explore", found.game.pk)
    line = _line_of(found.game) if found.game else []
    return show(request, Explored(request.user, found, line, len(line)))


def show(request: HttpRequest, explored: Explored) -> HttpResponse:
    """The page with the board. An exploration without an owner is not kept on the site."""
    return render(request, "games/explore.html", {"explored": explored})


@player_action
def save_beside(request: HttpRequest, game_id: int) -> HttpResponse:
    """Keep the JSON in the field `tree`, made from the version in the field `version`."""
    return _save(
        request,
        lambda owner, version, tree: exploring.save_beside(owner, game_id, version, tree),
        lambda owner: exploring.of_game(owner, game_id),
    )


@player_action
def save(request: HttpRequest, exploration_id: int) -> HttpResponse:
    """The same for a board of one's own."""
    return _save(
        request,
        lambda owner, version, tree: exploring.save(owner, exploration_id, version, tree),
        lambda owner: exploring.readable(exploration_id, owner),
    )


@player_action
def rename(request: HttpRequest, exploration_id: int) -> HttpResponse:
    named = exploring.rename(reader(request), exploration_id, request.POST.get("title", ""))
    return done(request, named.get_absolute_url(), title=named.title)


@player_action
def publish(request: HttpRequest, exploration_id: int) -> HttpResponse:
    published = exploring.publish(reader(request), exploration_id)
    return done(request, published.get_absolute_url(), id=published.pk)


@player_action
def take_back(request: HttpRequest, exploration_id: int) -> HttpResponse:
    taken = exploring.take_back(reader(request), exploration_id)
    return done(request, taken.get_absolute_url(), id=taken.pk)


@player_action
def delete(request: HttpRequest, exploration_id: int) -> HttpResponse:
    exploring.delete(reader(request), exploration_id)
    if not wants_json(request):
        messages.success(request, "The exploration was deleted.")
    return done(request, reverse("explorations"))


def _line_of(game: Game) -> list[str]:
    """The plies that were played. A move may have been made since the game was read."""
    plies = game.moves.filter(ply__lte=game.ply_count).order_by("ply")
    return list(plies.values_list("text", flat=True))


def _variation(game: Game, played: list[str], text: str) -> list[str]:
    """The moves in `text`, with spaces between them; none if they cannot be made after `played`."""
    moves = tuple(text[:LONGEST_LINE].split())
    if not moves:
        return []
    try:
        tree = Tree.line(replay(game.size, played), moves, len(played))
    except TreeError:
        return []
    return [node.text for _, node in tree.walk()]


def _save(
    request: HttpRequest,
    service: Callable[[User, int, object], Exploration],
    newest: Callable[[User], Exploration | None],
) -> HttpResponse:
    """Where another tab has saved, the answer has the tree that is kept now."""
    version = number(request.POST.get("version", ""))
    try:
        saved = service(reader(request), version or 0, json_in(request, "tree", BadTree))
    except ExplorationChanged as error:
        kept = newest(reader(request))
        told = {"tree": kept.tree, "treeVersion": kept.version} if kept else {}
        body = {"error": {"code": error.code, "message": error.message}, **told}
        return JsonResponse(body, status=HTTPStatus.CONFLICT)
    except GameError as error:
        return refused_json(error)
    return JsonResponse({"treeVersion": saved.version, "id": saved.pk})
