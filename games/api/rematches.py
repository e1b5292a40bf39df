"""Playing the same opponent again."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Offer
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import body

from .endings import NothingBody
from .offer_shapes import OfferSerializer, offer_written


class Rematch(Endpoint):
    scopes = {"POST": Scope.CHALLENGE}

    @extend_schema(
        operation_id="game_rematch",
        tags=["games"],
        request=NothingBody,
        responses={200: OfferSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Offer your opponent the same terms with the seats exchanged, or accept that offer:
        then `game` is set. Asking again gives the same offer."""
        body(NothingBody, request)
        offer = services.rematch(game_id, caller(request))
        return Response(offer_written(Offer.objects.with_owners().get(pk=offer.pk)))
