"""The lobby: open offers, and the form that makes one."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import services
from games.forms import HouseGameForm, InviteForm, OfferForm
from games.models import Offer
from games.models.offer import OfferStatus
from games.notices import OFFERS
from games.presenters.cautions import cautions_between, give_cautions
from games.services import GameError
from sumendi_site.accounts.blocks import apart_from
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST
from sumendi_site.errors import wants_json
from sumendi_site.notices.seeing import seen_at

from .answers import done, page_before, player_action, reader, refused_json, with_retry_after

CHOSEN_LAST = "house_game"
"""In the session: level and size of the last game that was begun against a house bot."""
MOST_SEEKS = 100
JUST_BEGUN = timedelta(minutes=15)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open offers, and for who is signed in the form: `?opponent=` fills in a name. `?fragment=1`
    sends the lists alone."""
    if request.user.is_authenticated:
        seen_at(reader(request), OFFERS)
    if "fragment" in request.GET:
        return render(request, "games/lobby_lists.html", _lists(request))
    return play_page(request)


def play_page(
    request: HttpRequest, house_form: HouseGameForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """The page with empty forms, or with what was sent of the one for a house bot."""
    form = None
    if request.user.is_authenticated and reader(request).kind != User.Kind.GUEST:
        name = request.GET.get("opponent", "")[:LONGEST]
        form = OfferForm(reader(request), initial={"opponent": name})
    context = _page(request, form, house_form)
    return render(request, "games/lobby.html", context, status=status)


def _page(
    request: HttpRequest, form: OfferForm | None, house_form: HouseGameForm | None = None
) -> dict[str, Any]:
    house_form = house_form or HouseGameForm(initial=request.session.get(CHOSEN_LAST, {}))
    context = {"form": form, "house_form": house_form, **_lists(request)}
    name = form["opponent"].value() if form else ""
    named = User.objects.named(name) if name else None
    if form is None or named is None or named == request.user:
        return context
    cautions = cautions_between(reader(request), named, is_reader=True)
    return context | {"cautioned": named, "cautions": cautions}


@player_action
def create_seek(request: HttpRequest) -> HttpResponse:
    """Offer a game to everybody, or to the player that the form names."""
    return _create(request, OfferForm(reader(request), request.POST))


@player_action
def create_invite(request: HttpRequest) -> HttpResponse:
    """Make a link for a friend."""
    return _create(request, InviteForm(reader(request), request.POST))


@player_action
def create_challenge(request: HttpRequest, username: str) -> HttpResponse:
    """Offer a game to the player of this page."""
    data = request.POST.copy()
    data["opponent"] = username
    return _create(request, OfferForm(reader(request), data))


@player_action
def accept(request: HttpRequest, offer_id: int) -> HttpResponse:
    game = services.accept(reader(request), offer_id)
    return done(request, game.get_absolute_url(), game=game.pk)


@player_action
def decline(request: HttpRequest, offer_id: int) -> HttpResponse:
    offer = services.decline(reader(request), offer_id)
    return _told(request, offer, "You declined the challenge.")


@player_action
def withdraw(request: HttpRequest, offer_id: int) -> HttpResponse:
    offer = services.withdraw(reader(request), offer_id)
    return _told(request, offer, "Your offer is withdrawn.")


def _create(request: HttpRequest, form: OfferForm) -> HttpResponse:
    if not form.is_valid():
        return _form_again(request, form)
    if _is_to_be_cautioned(request, form):
        return render(request, "games/lobby.html", _page(request, form))
    try:
        offer = form.send()
    except GameError as error:
        form.add_error(None, error.message)
        return _form_again(request, form, error)
    if offer.game is not None:
        return done(request, offer.game.get_absolute_url(), offer=offer.pk)
    if offer.invite_code:
        return done(request, reverse("invite", args=[offer.invite_code]), offer=offer.pk)
    if offer.opponent is not None:
        text = (
            f"{offer.opponent} has been challenged. The game begins when the challenge is accepted."
        )
    else:
        text = "Your offer is open. The game begins when somebody accepts it."
    if not wants_json(request):
        messages.success(request, text)
    return done(request, reverse("lobby"), offer=offer.pk)


def _is_to_be_cautioned(request: HttpRequest, form: OfferForm) -> bool:
    """Whether a person has not seen yet what there is to say of a game against this opponent,
    who may well accept at once."""
    opponent = form.cleaned_data["opponent"]
    if opponent in (None, form.creator) or wants_json(request):
        return False
    if request.POST.get("cautioned") == opponent.username:
        return False
    return bool(cautions_between(form.creator, opponent, rated=form.cleaned_data["rated"]))


def _form_again(
    request: HttpRequest, form: OfferForm, error: GameError | None = None
) -> HttpResponse:
    """The lobby with what was wrong with the form, and what was typed into it."""
    if wants_json(request):
        return refused_json(error) if error else _form_errors(form)
    form.renew_key()
    status = error.status if error else HTTPStatus.BAD_REQUEST
    page = render(request, "games/lobby.html", _page(request, form), status=status)
    return with_retry_after(page, error) if error else page


def _form_errors(form: OfferForm) -> JsonResponse:
    """The first wrong field with its reason, and all of them by name."""
    fields = form.errors.get_json_data()
    name, first = next((name, errors[0]["message"]) for name, errors in fields.items())
    body = {"code": "bad_terms", "message": f"{name}: {first}", "fields": fields}
    return JsonResponse({"error": body}, status=HTTPStatus.BAD_REQUEST)


def _told(request: HttpRequest, offer: Offer, text: str) -> HttpResponse:
    if not wants_json(request):
        messages.success(request, text)
    return done(request, page_before(request), offer=offer.pk, status=offer.status)


def _lists(request: HttpRequest) -> dict[str, Any]:
    """The open offers, as the reader sees them."""
    seeks = Offer.objects.seeks()
    if not request.user.is_authenticated:
        return {"seeks": seeks[:MOST_SEEKS]}
    player = reader(request)
    of_others = seeks.exclude(creator__in=apart_from(player)).exclude(creator=player)
    shown = list(of_others[:MOST_SEEKS])
    theirs, begun = _offers_of(player)
    give_cautions([*shown, *theirs], player)
    return {
        "seeks": shown,
        "challenges": [offer for offer in theirs if offer.opponent_id == player.pk],
        "own_offers": [offer for offer in theirs if offer.creator_id == player.pk],
        "begun": begun,
    }


def _offers_of(player: User) -> tuple[list[Offer], list[Offer]]:
    """The open offers to and by a player, and the player's own that became games while this page
    may have been open: in one query."""
    still_open = Offer.objects.open().filter(Q(creator=player) | Q(opponent=player))
    just_begun = Offer.objects.filter(
        creator=player,
        status=OfferStatus.ACCEPTED,
        answered__gte=timezone.now() - JUST_BEGUN,
        game__ply_count=0,
    )
    both = still_open | just_begun
    offers = list(both.select_related("creator", "opponent", "game__first", "game__second"))
    begun = [offer for offer in offers if offer.status == OfferStatus.ACCEPTED]
    return [offer for offer in offers if offer not in begun], begun
