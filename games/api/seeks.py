"""Offers to everybody."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Offer
from sumendi_site.accounts.blocks import apart_from
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller, caller_if_any
from sumendi_site.api.idempotency import PARAMETER
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import body, query
from sumendi_site.api.schema import page_of

from .endings import NothingBody
from .game_shapes import GameDetailSerializer, game_detail
from .offer_shapes import OfferSerializer, TermsSerializer, offer_written, terms_of
from .offers import find, made, offer_key

SEEKS = Offer.objects.filter(opponent=None, invite_code="")


class Seeks(Endpoint):
    scopes = {"POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="seeks",
        parameters=[PageQuery],
        responses={200: page_of(OfferSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The open ones, the newest first, your own among them. With a token, those of players
        whom you block or who block you are left out."""
        limit = query(PageQuery, request)["limit"]
        seeks, reader = Offer.objects.seeks(), caller_if_any(request)
        if reader is not None:
            seeks = seeks.exclude(creator__in=apart_from(reader))
        return paged(request, seeks, offer_written, ("-id",), limit)

    @extend_schema(
        operation_id="seek_create",
        parameters=[PARAMETER],
        request=TermsSerializer,
        responses={200: OfferSerializer, 201: OfferSerializer},
    )
    def post(self, request: Request) -> Response:
        """Offer a game to everybody, for 14 days."""
        terms = terms_of(body(TermsSerializer, request))
        offer = services.open_seek(caller(request), terms, offer_key(request))
        return made(offer, terms, offer_written)


class Seek(Endpoint):
    scopes = {"DELETE": Scope.CHALLENGE}

    @extend_schema(operation_id="seek", responses={200: OfferSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """How an offer stands; `game` is what came of it."""
        return Response(offer_written(find(SEEKS, pk=pk)))

    @extend_schema(operation_id="seek_withdraw", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Take your offer back."""
        services.withdraw(caller(request), find(SEEKS, pk=pk).pk)
        return Response(status=204)


class SeekAcceptance(Endpoint):
    scopes = {"POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="seek_accept", request=NothingBody, responses={200: GameDetailSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Begin the game. Doing it again gives the same game."""
        body(NothingBody, request)
        seek = find(SEEKS, pk=pk)
        return Response(game_detail(services.accept(caller(request), seek.pk)))
