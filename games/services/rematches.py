"""Playing the same opponent again, with the seats exchanged."""

import uuid

from django.db import transaction

from games.models import Game, Offer
from games.models.offer import OfferStatus, Seat
from sumendi_site.accounts.models import User

from .blocks import require_no_block
from .errors import CannotChallenge, NoRematch
from .locking import lock_for
from .offers import Terms, accept, store


@transaction.atomic
def rematch(game_id: int, player: User) -> Offer:
    """Offer the opponent of a finished game the same terms, seats exchanged; where the opponent
    has offered that already, this accepts it. A game has one open rematch at most, and one game
    comes of it: asking again gives the same offer."""
    game = lock_for(game_id, player)
    if not game.is_over:
        raise NoRematch("The game is not over yet.")
    opponent = game.opponent_of(player)
    if opponent.is_closed:
        raise CannotChallenge(f"{opponent} does not play here any more.")
    require_no_block(player, opponent)
    standing = standing_rematch(game)
    if standing is None:
        return _offer(game, player, opponent)
    if standing.creator_id == player.pk or standing.status == OfferStatus.ACCEPTED:
        return standing
    accept(player, standing.pk)
    standing.refresh_from_db()
    return standing


def standing_rematch(game: Game) -> Offer | None:
    """The rematch that is open or has been accepted."""
    offers = Offer.objects.filter(rematch_of=game)
    accepted = offers.filter(status=OfferStatus.ACCEPTED)
    standing = accepted | offers.not_expired()
    return standing.select_related("creator", "opponent", "game").first()


def _offer(game: Game, player: User, opponent: User) -> Offer:
    declined = Offer.objects.filter(
        rematch_of=game, creator=player, status=OfferStatus.DECLINED
    ).exists()
    if declined:
        raise NoRematch(f"{opponent} has declined a rematch of this game.")
    seat = Seat.SECOND if game.first_id == player.pk else Seat.FIRST
    terms = Terms(game.size, game.rated, seat, game.time_control)
    return store(player, opponent, terms, uuid.uuid4(), rematch_of=game)
