"""How a rematch of a finished game stands, for one of its players."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Game, Offer
from games.models.offer import OfferStatus
from games.services import standing_rematch
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.models import User

from .cautions import cautions_between


@dataclass(frozen=True)
class Rematch:
    """`offer` is open or was accepted; without one, the player may make it if `is_possible`.
    `cautions` are sentences about a game that has not begun yet."""

    player: User
    offer: Offer | None
    is_possible: bool
    cautions: Sequence[str] = ()

    @property
    def has_begun(self) -> bool:
        return self.offer is not None and self.offer.game_id is not None

    @property
    def is_offered_to_player(self) -> bool:
        return self.offer is not None and self.offer.creator_id != self.player.pk


def rematch_of(game: Game, player: User) -> Rematch:
    offer = standing_rematch(game)
    is_possible = offer is None and _is_possible(game, player)
    is_open = offer is not None and offer.game_id is None
    if not (is_possible or is_open):
        return Rematch(player, offer, is_possible)
    cautions = cautions_between(player, game.opponent_of(player), rated=game.rated, is_reader=True)
    return Rematch(player, offer, is_possible, cautions)


def _is_possible(game: Game, player: User) -> bool:
    opponent = game.opponent_of(player)
    declined = Offer.objects.filter(
        rematch_of=game, creator=player, status=OfferStatus.DECLINED
    ).exists()
    blocked = Block.objects.between(player, opponent).exists()
    return opponent.is_active and not declined and not blocked
