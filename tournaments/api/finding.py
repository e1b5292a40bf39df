"""What an address of an event names."""

from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.api.endpoint import caller
from tournaments.models import Pairing, Round, Tournament
from tournaments.services import finding
from tournaments.services.errors import BoardNotFound, RoundNotFound


def event(request: Request, slug: str) -> Tournament:
    """The event, if the caller may see it. Raises TournamentNotFound."""
    return finding.find(slug, reader(request))


def reader(request: Request) -> User | None:
    """The caller, if the token is good for what is not public."""
    token = request.auth
    if not isinstance(token, ApiToken):
        return None
    is_told = token.is_good_for(Scope.READ) or token.is_good_for(Scope.TOURNAMENT)
    return caller(request) if is_told else None


def a_round(request: Request, tournament: Tournament, number: int) -> Round:
    """A round that is out, or for organisers a draft. Raises RoundNotFound."""
    found = tournament.all_rounds.filter(number=number).first()
    if found is None or not (found.is_out or tournament.is_directed_by(reader(request))):
        raise RoundNotFound
    found.tournament = tournament
    return found


def a_board(request: Request, slug: str, number: int, board: int) -> Pairing:
    """Raises TournamentNotFound, RoundNotFound and BoardNotFound."""
    round_ = a_round(request, event(request, slug), number)
    found = round_.pairings.select_related("game").filter(board=board).first()
    if found is None:
        raise BoardNotFound
    return found


def somebody(name: str) -> User:
    """Whom an address names. Raises Http404."""
    found = User.objects.named(name)
    if found is None:
        raise Http404("There is no player of this name.")
    return found


def one_named(field: str, name: str) -> User:
    """Whom a body or a query names. Raises ValidationError."""
    found = User.objects.named(name)
    if found is None:
        raise ValidationError({field: ["There is no player of this name."]})
    return found
