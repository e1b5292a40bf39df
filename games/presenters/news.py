"""What happened to a player's games and offers since the last visit."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce

from games.models import Game, Move, Offer
from games.models.offer import OfferStatus
from sumendi_site.accounts.models import User

from .lists import Listed, listed

MOST = 20
REFUSALS = (OfferStatus.DECLINED, OfferStatus.EXPIRED)


@dataclass(frozen=True)
class News:
    """A game that ended or began, or in which so many `replies` were played for the player as
    prepared; or an offer of the player that came to nothing."""

    when: datetime
    row: Listed | None = None
    offer: Offer | None = None
    replies: int = 0

    @property
    def has_ended(self) -> bool:
        return self.row is not None and self.row.game.is_over and not self.replies


def news(player: User, since: datetime, now: datetime, known: Iterable[User] = ()) -> list[News]:
    """The newest first, at most twenty; `known` players are not read once more."""
    return sorted(
        [
            *_games(player, since, now, known),
            *_replies(player, since, now, known),
            *_offers(player, since),
        ],
        key=lambda item: item.when,
        reverse=True,
    )[:MOST]


def _games(player: User, since: datetime, now: datetime, known: Iterable[User]) -> list[News]:
    happened = Coalesce("finished", "created")
    games = Game.objects.of(player).filter(Q(finished__gt=since) | Q(created__gt=since))
    rows = listed(games.order_by(happened.desc(), "-id")[:MOST], player, now, known)
    return [News(row.game.finished or row.game.created, row=row) for row in rows]


def _replies(player: User, since: datetime, now: datetime, known: Iterable[User]) -> list[News]:
    prepared = Move.objects.filter(player=player, made__gt=since, by_condition=True)
    counted = prepared.order_by().values_list("game").annotate(when=Max("made"), number=Count("pk"))
    played = {game: (when, number) for game, when, number in counted.order_by("-when")[:MOST]}
    if not played:
        return []
    rows = listed(Game.objects.filter(pk__in=played), player, now, known)
    return [
        News(when, row=row, replies=number)
        for row in rows
        for when, number in [played[row.game.pk]]
    ]


def _offers(player: User, since: datetime) -> list[News]:
    offers = Offer.objects.filter(creator=player, status__in=REFUSALS, answered__gt=since)
    rows = offers.select_related("opponent__owner", "creator").order_by("-answered", "-id")[:MOST]
    return [News(offer.answered, offer=offer) for offer in rows if offer.answered]
