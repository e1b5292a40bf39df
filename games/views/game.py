"""The page of a game, and what its players can do there."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import services
from games.models import Game
from games.notices import about
from games.presenters.moves import record_of
from games.presenters.reading import read
from games.presenters.table import Table
from games.presenters.talk import talk_of
from games.services import GameError
from sumendi_site.accounts.models import User
from sumendi_site.errors import wants_json
from sumendi_site.notices.seeing import mark_seen, unseen_about

from .answers import done, player_action, reader, refused_json, sign_in_first, with_retry_after

LONGEST_NUMBER = 9
UNWATCHED = "X-Unwatched"
"""Sent by a page in the background that brings itself up to date: nobody has seen it yet."""
LONGEST_MOVE = 100


class BadPly(GameError):
    code = "bad_ply"
    status = HTTPStatus.BAD_REQUEST
    message = "The field ply must be a whole number: the ply that the move is for."


@never_cache
@require_safe
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page; `?ply=n` shows an earlier position, `?move=` is put into the field for a move."""
    typed = request.GET.get("move", "")[:LONGEST_MOVE]
    shown = number(request.GET.get("ply", ""))
    return page(request, game_id, {"typed": typed}, shown=shown)


@require_POST
def move(request: HttpRequest, game_id: int) -> HttpResponse:
    """Play the text in the field `move` as the ply in the field `ply`, if as many `takebacks` as
    the page knew of have been made. A person who wishes it is asked once more, unless `confirmed`
    is sent: the page's script asks by itself."""
    text = request.POST.get("move", "").strip().lower()
    url = reverse("game", args=[game_id])
    if not request.user.is_authenticated:
        if wants_json(request):
            return sign_in_first(request)
        return redirect_to_login(f"{url}?{urlencode({'move': text[:LONGEST_MOVE]})}")
    ply = number(request.POST.get("ply", ""))
    takebacks = number(request.POST.get("takebacks", ""))
    try:
        if ply is None:
            raise BadPly
        if _is_to_be_confirmed(request):
            return _ask_once_more(request, game_id, ply, text)
        played = services.play(game_id, reader(request), ply, text, takebacks)
    except GameError as error:
        return _refused(request, game_id, error, typed=text[:LONGEST_MOVE])
    stored = played.move
    return done(request, url, ply=stored.ply, move=stored.text, repeated=played.repeated)


@player_action
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act(request, game_id, services.resign)


@player_action
def offer_draw(request: HttpRequest, game_id: int) -> HttpResponse:
    """Offer a draw in the position after the ply in the field `ply`."""
    return _act_at_ply(request, game_id, services.offer_draw)


@player_action
def accept_draw(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act_at_ply(request, game_id, services.accept_draw)


@player_action
def decline_draw(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act_at_ply(request, game_id, services.decline_draw)


@player_action
def ask_takeback(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask to take a move back in the position after the ply in the field `ply`."""
    return _act_at_ply(request, game_id, services.ask_takeback)


@player_action
def accept_takeback(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act_at_ply(request, game_id, services.accept_takeback)


@player_action
def decline_takeback(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act_at_ply(request, game_id, services.decline_takeback)


@player_action
def give_day(request: HttpRequest, game_id: int) -> HttpResponse:
    """Give the opponent a day more for the turn after the ply in the field `ply`."""
    ply = number(request.POST.get("ply", ""))
    try:
        game = services.give_day(game_id, reader(request), _required(ply))
    except GameError as error:
        return _refused(request, game_id, error)
    if not wants_json(request):
        messages.success(request, f"{game.to_move} has 24 hours more for this turn.")
    return done(request, game.get_absolute_url(), ply=game.ply_count)


@player_action
def cancel(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act(request, game_id, services.cancel)


@player_action
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Offer a rematch, or accept the one that the opponent offers."""
    try:
        offer = services.rematch(game_id, reader(request))
    except GameError as error:
        return _refused(request, game_id, error)
    url = offer.game.get_absolute_url() if offer.game else reverse("game", args=[game_id])
    return done(request, url, offer=offer.pk, game=offer.game_id)


@require_safe
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record as a text file."""
    game = get_object_or_404(Game.objects.with_players(), pk=game_id)
    text = str(record_of(game, request.build_absolute_uri(game.get_absolute_url())))
    name = f"sumendi-{game.pk}-{game.first.username}-{game.second.username}.txt"
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def page(
    request: HttpRequest,
    game_id: int,
    texts: dict[str, str],
    *,
    shown: int | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The page with the position after ply `shown`. `texts` are a `problem` to tell, and what was
    `typed` as a move, `said` at the table or `noted`."""
    now = timezone.now()
    game, surroundings = read(game_id, request.user, now)
    if surroundings.has_unseen_notice and UNWATCHED not in request.headers:
        mark_seen(reader(request), unseen_about(request.user.pk, about(game_id)))
    table = Table(game, surroundings, request.user, now, shown)
    talk = talk_of(game, surroundings, request.user)
    context = {"table": table, "talk": talk, **texts}
    return render(request, "games/game.html", context, status=status)


def page_with_problem(
    request: HttpRequest, game_id: int, error: GameError, **typed: str
) -> HttpResponse:
    """The page as it is now, with the reason on top of why something was refused."""
    texts = {**typed, "problem": error.message}
    return with_retry_after(page(request, game_id, texts, status=error.status), error)


def _is_to_be_confirmed(request: HttpRequest) -> bool:
    asks = reader(request).confirm_step and "confirmed" not in request.POST
    return asks and not wants_json(request)


def _ask_once_more(request: HttpRequest, game_id: int, ply: int, text: str) -> HttpResponse:
    game = get_object_or_404(Game, pk=game_id)
    context = {
        "game": game,
        "ply": ply,
        "move": text,
        "takebacks": request.POST.get("takebacks", ""),
    }
    return render(request, "games/confirm_move.html", context)


def _act(request: HttpRequest, game_id: int, service: Callable[[int, User], Game]) -> HttpResponse:
    try:
        game = service(game_id, reader(request))
    except GameError as error:
        return _refused(request, game_id, error)
    return done(request, game.get_absolute_url(), ply=game.ply_count)


def _act_at_ply(
    request: HttpRequest, game_id: int, service: Callable[[int, User, int], Game]
) -> HttpResponse:
    ply = number(request.POST.get("ply", ""))
    return _act(request, game_id, lambda pk, player: service(pk, player, _required(ply)))


def _refused(request: HttpRequest, game_id: int, error: GameError, typed: str = "") -> HttpResponse:
    """The page as it is now, with the reason on top and the typed move kept."""
    if wants_json(request):
        return refused_json(error)
    return page_with_problem(request, game_id, error, typed=typed)


def number(text: str) -> int | None:
    """A whole number as people write it in addresses and fields; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def _required(ply: int | None) -> int:
    if ply is None:
        raise BadPly
    return ply
