"""What happened to a player's games and offers since the last visit."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Offer
from games.models.offer import OfferStatus
from sumendi_site.accounts.models import User

from .lists import Listed, listed

MOST = 20
REFUSALS = (OfferStatus.DECLINED, OfferStatus.EXPIRED)


@dataclass(frozen=True)
class News:
    """A game that ended or began, or an offer of the player that came to nothing."""

    when: datetime
    row: Listed | None = None
    offer: Offer | None = None

    @property
    def has_ended(self) -> bool:
        return self.row is not None and self.row.game.is_over


def news(player: User, since: datetime, now: datetime) -> list[News]:
    """The newest first, at most twenty."""
    return sorted(
        [*_games(player, since, now), *_offers(player, since)],
        key=lambda item: item.when,
        reverse=True,
    )[:MOST]


def _games(player: User, since: datetime, now: datetime) -> list[News]:
    ended = Game.objects.of(player).filter(finished__gt=since).order_by("-finished", "-id")
    begun = Game.objects.of(player).filter(created__gt=since).running().order_by("-created", "-id")
    rows = [*listed(ended[:MOST], player, now), *listed(begun[:MOST], player, now)]
    return [News(row.game.finished or row.game.created, row=row) for row in rows]


def _offers(player: User, since: datetime) -> list[News]:
    offers = Offer.objects.filter(creator=player, status__in=REFUSALS, answered__gt=since)
    rows = offers.select_related("opponent", "creator").order_by("-answered", "-id")[:MOST]
    return [News(offer.answered, offer=offer) for offer in rows if offer.answered]
