"""Invite links: an offer for whoever opens the address it was sent as."""

import secrets
import uuid

from django.db import transaction

from games.models import Game, Offer
from sumendi_site.accounts.models import User

from .errors import OfferGone, OwnOffer, SignUpFirst
from .offers import Terms, begin, make_offer


def invite(creator: User, terms: Terms, key: uuid.UUID | None = None) -> Offer:
    """Make a link that one friend can follow, within 14 days. The same `key` again gives the same
    link."""
    code = secrets.token_urlsafe(12)
    return make_offer(creator, None, terms, key or uuid.uuid4(), invite_code=code)


@transaction.atomic
def accept_invite(player: User, code: str) -> Game:
    """Start the game of a link. Of several who follow it one gets the game; who got it and asks
    again gets the same game."""
    visible = Offer.objects.exclude(invite_code="").select_related("creator__owner", "game")
    offer = visible.filter(invite_code=code).first()
    if offer is None or offer.creator.is_closed:
        raise OfferGone("This link leads to no game.")
    if offer.creator_id == player.pk:
        raise OwnOffer("This is your own link. Send it to a friend.")
    if offer.rated and player.kind == User.Kind.GUEST:
        raise SignUpFirst("This game is rated. Sign up or sign in to play it.")
    return begin(offer, player)
