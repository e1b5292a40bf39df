"""Offers to whoever has their link."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Offer
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.idempotency import PARAMETER
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import body, query
from sumendi_site.api.schema import page_of

from .endings import NothingBody
from .game_shapes import GameDetailSerializer, game_detail
from .offer_shapes import InviteSerializer, TermsSerializer, invite_written, terms_of
from .offers import find, made, offer_key

INVITES = Offer.objects.exclude(invite_code="")


class Invites(Endpoint):
    scopes = {"GET": Scope.CHALLENGE, "POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="invites",
        parameters=[PageQuery],
        responses={200: page_of(InviteSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Your links that can still be followed, the newest first."""
        limit = query(PageQuery, request)["limit"]
        links = INVITES.open().filter(creator=caller(request))
        return paged(request, links, invite_written, ("-id",), limit)

    @extend_schema(
        operation_id="invite_create",
        parameters=[PARAMETER],
        request=TermsSerializer,
        responses={200: InviteSerializer, 201: InviteSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a link that one friend can follow, within 14 days. The friend needs no account."""
        terms = terms_of(body(TermsSerializer, request))
        offer = services.invite(caller(request), terms, offer_key(request))
        return made(offer, terms, invite_written, by_link=True)


class Invite(Endpoint):
    scopes = {"DELETE": Scope.CHALLENGE}

    @extend_schema(operation_id="invite", responses={200: InviteSerializer})
    def get(self, request: Request, code: str) -> Response:
        """Who invites, to what, and how that stands."""
        return Response(invite_written(find(INVITES, invite_code=code)))

    @extend_schema(operation_id="invite_withdraw", request=None, responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Take your link back."""
        services.withdraw(caller(request), find(INVITES, invite_code=code).pk)
        return Response(status=204)


class InviteAcceptance(Endpoint):
    scopes = {"POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="invite_accept", request=NothingBody, responses={200: GameDetailSerializer}
    )
    def post(self, request: Request, code: str) -> Response:
        """Begin the game. Doing it again gives the same game."""
        body(NothingBody, request)
        find(INVITES, invite_code=code)
        return Response(game_detail(services.accept_invite(caller(request), code)))
