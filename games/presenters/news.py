"""What happened to a player's games and offers since the last visit."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Coalesce

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


def news(player: User, since: datetime, now: datetime, known: Iterable[User] = ()) -> list[News]:
    """The newest first, at most twenty; `known` players are not read once more."""
    return sorted(
        [*_games(player, since, now, known), *_offers(player, since)],
        key=lambda item: item.when,
        reverse=True,
    )[:MOST]


def _games(player: User, since: datetime, now: datetime, known: Iterable[User]) -> list[News]:
    happened = Coalesce("finished", "created")
    games = Game.objects.of(player).filter(Q(finished__gt=since) | Q(created__gt=since))
    rows = listed(games.order_by(happened.desc(), "-id")[:MOST], player, now, known)
    return [News(row.game.finished or row.game.created, row=row) for row in rows]


def _offers(player: User, since: datetime) -> list[News]:
    offers = Offer.objects.filter(creator=player, status__in=REFUSALS, answered__gt=since)
    rows = offers.select_related("opponent__owner", "creator").order_by("-answered", "-id")[:MOST]
    return [News(offer.answered, offer=offer) for offer in rows if offer.answered]
