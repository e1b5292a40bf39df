"""The way in for visitors without an account: one click makes a guest and begins a game."""

from collections.abc import Callable
from http import HTTPStatus

from allauth.core import ratelimit
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games import services
from games.forms import HouseGameForm
from games.models import Game
from games.services import GameError
from games.services.errors import BadTerms
from sumendi_site.accounts.guests import new_guest, sign_in_guest
from sumendi_site.accounts.models import User
from sumendi_site.errors import wants_json

from .answers import done, reader, refused_json, with_retry_after
from .lobby import CHOSEN_LAST, play_page


class TooManyGuests(GameError):
    code = "too_many_guests"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = (
        "Many guests came from your network in a short time. Please try again in an hour, or "
        "sign up."
    )
    retry_after = 3600


@require_POST
def play_house_bot(request: HttpRequest) -> HttpResponse:
    """Begin a game against a house bot; a visitor becomes a guest. A guest who plays one already
    is led back to it, unless the field `new` asks for another. Where it is refused a person gets
    the page for playing with the reason."""
    form = HouseGameForm(request.POST)
    try:
        game = _house_game(request, form)
    except GameError as error:
        if wants_json(request):
            return refused_json(error)
        messages.error(request, error.message)
        return with_retry_after(play_page(request, form, status=error.status), error)
    request.session[CHOSEN_LAST] = {"bot": request.POST["bot"], "size": game.size}
    return done(request, game.get_absolute_url(), game=game.pk)


def _house_game(request: HttpRequest, form: HouseGameForm) -> Game:
    if not form.is_valid():
        raise BadTerms(str(next(iter(form.errors.values()))[0]))
    bot, size = form.cleaned_data["bot"], form.cleaned_data["size"]
    if not request.user.is_authenticated:
        return as_new_guest(request, lambda guest: services.play_house_bot(guest, bot, size))
    player = reader(request)
    if player.kind == User.Kind.GUEST and "new" not in request.POST:
        unfinished = services.unfinished_house_game(player)
        if unfinished is not None:
            return unfinished
    return services.play_house_bot(player, bot, size)


def as_new_guest(request: HttpRequest, begin: Callable[[User], Game]) -> Game:
    """Make a guest, let the guest `begin` a game, and sign this browser in. Where the game is
    refused no guest is left either. Raises TooManyGuests, and what `begin` raises."""
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuests
    with transaction.atomic():
        guest = new_guest()
        game = begin(guest)
    sign_in_guest(request, guest)
    return game
