"""Offers to one player, which nobody but the two can see."""

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Offer
from games.models.offer import OfferQuerySet
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.idempotency import PARAMETER
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import body, query
from sumendi_site.api.schema import page_of

from .endings import NothingBody
from .game_shapes import GameDetailSerializer, game_detail
from .offer_shapes import ChallengeTermsSerializer, OfferSerializer, offer_written, terms_of
from .offers import find, made, offer_key


class Challenges(Endpoint):
    scopes = {"GET": Scope.CHALLENGE, "POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="challenges",
        parameters=[PageQuery],
        responses={200: page_of(OfferSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The open ones to you and from you, the newest first."""
        limit = query(PageQuery, request)["limit"]
        challenges = _of(caller(request)).open()
        return paged(request, challenges, offer_written, ("-id",), limit)

    @extend_schema(
        operation_id="challenge_create",
        parameters=[PARAMETER],
        request=ChallengeTermsSerializer,
        responses={200: OfferSerializer, 201: OfferSerializer},
    )
    def post(self, request: Request) -> Response:
        """Offer a game to one player, for 14 days. Programs of this site answer at once: house
        bots accept, uploaded ones do or refuse by their owner's rules. Then `game` is set."""
        read = body(ChallengeTermsSerializer, request)
        terms, opponent = terms_of(read), _opponent(read["opponent"])
        offer = services.challenge(caller(request), opponent, terms, offer_key(request))
        return made(offer, terms, offer_written, opponent)


class Challenge(Endpoint):
    scopes = {"GET": Scope.CHALLENGE, "DELETE": Scope.CHALLENGE}

    @extend_schema(operation_id="challenge", responses={200: OfferSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """How a challenge to you or from you stands."""
        return Response(offer_written(find(_of(caller(request)), pk=pk)))

    @extend_schema(operation_id="challenge_withdraw", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Take your challenge back."""
        services.withdraw(caller(request), find(_of(caller(request)), pk=pk).pk)
        return Response(status=204)


class ChallengeAcceptance(Endpoint):
    scopes = {"POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="challenge_accept", request=NothingBody, responses={200: GameDetailSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Begin the game. Doing it again gives the same game."""
        body(NothingBody, request)
        offer = find(_of(caller(request)), pk=pk)
        return Response(game_detail(services.accept(caller(request), offer.pk)))


class ChallengeRefusal(Endpoint):
    scopes = {"POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="challenge_decline", request=NothingBody, responses={200: OfferSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Turn a challenge down."""
        body(NothingBody, request)
        offer = find(_of(caller(request)), pk=pk)
        services.decline(caller(request), offer.pk)
        offer.refresh_from_db(fields=["status"])
        return Response(offer_written(offer))


def _of(player: User) -> OfferQuerySet:
    return Offer.objects.filter(Q(creator=player) | Q(opponent=player)).exclude(opponent=None)


def _opponent(name: str) -> User:
    opponent = User.objects.named(name) or services.house_player(name)
    if opponent is None:
        raise ValidationError({"opponent": ["There is no player with this name."]})
    return opponent
