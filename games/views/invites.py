"""Invite links, as whoever was sent one sees them."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import services
from games.models import Offer
from games.presenters.cautions import give_cautions
from games.presenters.lists import picture
from games.rules import Position
from games.services import GameError

from .answers import done, reader, refused
from .guests import as_new_guest


@never_cache
@require_safe
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Who invites, to what, and how to play; for the one who made the link, the link to copy."""
    links = Offer.objects.exclude(invite_code="").select_related("creator", "game")
    offer = get_object_or_404(links, invite_code=code)
    if offer.game is not None and offer.game.seat_of(request.user) is not None:
        return redirect(offer.game)
    give_cautions([offer], request.user)
    is_open = Offer.objects.not_expired().of_players().filter(pk=offer.pk).exists()
    context = {
        "offer": offer,
        "is_open": is_open,
        "board": picture(str(Position.start(offer.size)), None, request.user, coordinates=False),
    }
    status = HTTPStatus.OK if is_open else HTTPStatus.GONE
    response = render(request, "games/invite.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def accept(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the game; a visitor without an account becomes a guest."""
    try:
        if request.user.is_authenticated:
            game = services.accept_invite(reader(request), code)
        else:
            game = as_new_guest(request, lambda guest: services.accept_invite(guest, code))
    except GameError as error:
        return refused(request, error)
    return done(request, game.get_absolute_url(), game=game.pk)
