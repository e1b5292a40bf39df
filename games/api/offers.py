"""What seeks, challenges and invites have in common: a key makes one of them, and a game comes of
it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Offer
from games.models.offer import OfferQuerySet
from games.services import Terms, is_as_asked
from sumendi_site.accounts.models import User
from sumendi_site.api.endpoint import caller
from sumendi_site.api.idempotency import KeyReused, key_for


def offer_key(request: Request) -> UUID:
    """All kinds of offers share their keys."""
    return key_for(request, caller(request), "offer")


def made(
    offer: Offer,
    terms: Terms,
    write: Callable[[Offer], dict[str, Any]],
    opponent: User | None = None,
    *,
    by_link: bool = False,
) -> Response:
    """Answer with the offer that the request's key has made, now or before. Raises KeyReused when
    that was made of something else than what is asked for now."""
    if not offer.was_made_before:
        return Response(write(offer), status=HTTPStatus.CREATED)
    if not is_as_asked(offer, opponent, terms, by_link=by_link):
        raise KeyReused
    return Response(write(offer))


def find(offers: OfferQuerySet, **which: Any) -> Offer:
    """One of these offers. What a closed account has offered is gone. Raises Http404."""
    offer = offers.of_players().with_owners().filter(**which).first()
    if offer is None:
        raise Http404("There is no such offer, or it is not for you.")
    return offer
