"""How offers are asked for and written, and how the schema describes that."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers

from games.models import Offer
from games.models.offer import OfferStatus, Seat
from games.rules import SIZES
from games.services import Terms
from sumendi_site.accounts.names import LONGEST
from sumendi_site.api.links import absolute
from sumendi_site.api.parsing import Strict
from sumendi_site.api.schema import example

from .game_shapes import instant
from .shapes import PlayerRefSerializer, player_ref

A_GAME = {"size": 6, "rated": True, "seat": "random", "time_control": "3d"}


@example(A_GAME)
class TermsSerializer(Strict):
    """What a game is to be played on."""

    size = serializers.IntegerField(min_value=min(SIZES), max_value=max(SIZES))
    rated = serializers.BooleanField()
    seat = serializers.ChoiceField(
        choices=Seat.choices, default=Seat.RANDOM, help_text="Yours; the second chooses a side."
    )
    time_control = serializers.CharField(
        max_length=30,
        help_text="3d: so long for each move. 7d+1d: a bank, and an increment for each move.",
    )


@example({"opponent": "house-pumice", **A_GAME, "rated": False})
class ChallengeTermsSerializer(TermsSerializer):
    """Whom to challenge, and to what."""

    opponent = serializers.CharField(max_length=LONGEST, help_text="A player's name.")


class OfferSerializer(serializers.Serializer[Any]):
    """An offer of a game: to everybody (a seek), to one player (a challenge), or to whoever has
    a link (an invite)."""

    id = serializers.IntegerField()
    creator = PlayerRefSerializer()
    opponent = PlayerRefSerializer(allow_null=True, help_text="Of a challenge.")
    size = serializers.ChoiceField(choices=SIZES)
    rated = serializers.BooleanField()
    seat = serializers.ChoiceField(choices=Seat.choices, help_text="The creator's.")
    time_control = serializers.CharField()
    status = serializers.ChoiceField(choices=OfferStatus.choices)
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField(help_text="Until when it can be accepted.")
    game = serializers.IntegerField(allow_null=True, help_text="What came of it.")
    rematch_of = serializers.IntegerField(allow_null=True, help_text="The game that it follows.")


class InviteSerializer(OfferSerializer):
    """An offer to whoever has its link."""

    code = serializers.CharField()
    url = serializers.URLField(help_text="The link to send to a friend.")


def offer_written(offer: Offer) -> dict[str, Any]:
    """The caller has joined the players and their owners (`with_owners`)."""
    has_expired = offer.status == OfferStatus.OPEN and offer.expires <= timezone.now()
    return {
        "id": offer.pk,
        "creator": player_ref(offer.creator),
        "opponent": player_ref(offer.opponent) if offer.opponent else None,
        "size": offer.size,
        "rated": offer.rated,
        "seat": offer.seat,
        "time_control": offer.time_control,
        "status": OfferStatus.EXPIRED if has_expired else offer.status,
        "created": instant(offer.created),
        "expires": instant(offer.expires),
        "game": offer.game_id,
        "rematch_of": offer.rematch_of_id,
    }


def invite_written(offer: Offer) -> dict[str, Any]:
    code = offer.invite_code
    url = absolute(reverse("invite", args=[code]))
    return {**offer_written(offer), "code": code, "url": url}


def terms_of(read: dict[str, Any]) -> Terms:
    """The terms of a body. Raises BadTerms."""
    return Terms(read["size"], read["rated"], read["seat"], read["time_control"])
