"""Seeks and challenges, and the games that come of them."""

import secrets
import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.clock import SECONDS, TimeControl, TimeControlError
from games.models import Game, Offer
from games.models.offer import OfferStatus, Seat
from games.rules import SIZES, Position
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish

from .errors import (
    BadTerms,
    CannotChallenge,
    NotYourOffer,
    OfferGone,
    OwnOffer,
    TooManyOffers,
)

MOST_OPEN_OFFERS = 20
SHORTEST_TURN = 10 * SECONDS["m"]
LONGEST_TURN = 60 * SECONDS["d"]


@dataclass(frozen=True)
class Terms:
    """What is agreed before a game: board size, whether it is rated, the seat that the one who
    offers wants, and the time control. Raises BadTerms."""

    size: int
    rated: bool
    seat: str
    time_control: str

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise BadTerms("The board's size is 5, 6 or 7.")
        if self.seat not in Seat.values:
            raise BadTerms("The seat is first, second or random.")
        try:
            control = TimeControl.parse(self.time_control)
        except TimeControlError as error:
            raise BadTerms(str(error)) from error
        if not SHORTEST_TURN <= control.start <= LONGEST_TURN:
            raise BadTerms("A turn has between 10 minutes and 60 days.")


def open_seek(creator: User, terms: Terms, key: uuid.UUID | None = None) -> Offer:
    """Offer a game to everybody. The same `key` again gives the same offer."""
    return _offer(creator, None, terms, key or uuid.uuid4())


def challenge(creator: User, opponent: User, terms: Terms, key: uuid.UUID | None = None) -> Offer:
    """Offer a game to one player. The same `key` again gives the same offer."""
    if creator.pk == opponent.pk:
        raise CannotChallenge("You cannot challenge yourself.")
    if not opponent.is_active:
        raise CannotChallenge(f"{opponent} does not play here any more.")
    return _offer(creator, opponent, terms, key or uuid.uuid4())


def _offer(creator: User, opponent: User | None, terms: Terms, key: uuid.UUID) -> Offer:
    if Offer.objects.filter(key=key).exists():
        return _made_before(creator, key)
    try:
        return _store(creator, opponent, terms, key)
    except IntegrityError:
        return _made_before(creator, key)


def _made_before(creator: User, key: uuid.UUID) -> Offer:
    offer = Offer.objects.get(key=key)
    if offer.creator_id != creator.pk:
        raise BadTerms("This key belongs to another offer.")
    return offer


@transaction.atomic
def _store(creator: User, opponent: User | None, terms: Terms, key: uuid.UUID) -> Offer:
    # Locked, so that many forms sent at once are counted one after the other.
    User.objects.select_for_update().get(pk=creator.pk)
    if Offer.objects.open().filter(creator=creator).count() >= MOST_OPEN_OFFERS:
        raise TooManyOffers(
            f"You have {MOST_OPEN_OFFERS} open offers. Withdraw one before you make another."
        )
    offer = Offer.objects.create(
        key=key,
        creator=creator,
        opponent=opponent,
        size=terms.size,
        rated=terms.rated,
        seat=terms.seat,
        time_control=str(TimeControl.parse(terms.time_control)),
    )
    if opponent is not None:
        publish(player_topic(opponent.pk), "offer", {"offer": offer.pk})
    return offer


@transaction.atomic
def accept(player: User, offer_id: int) -> Game:
    """Start the game of an open offer. Two who accept at once: one gets it. The one who got
    it and asks again gets the same game."""
    offer = _offer_for(player, offer_id)
    if not _close(offer, OfferStatus.ACCEPTED):
        return _game_already_begun(offer, player)
    game = _start(offer, player)
    offer.game = game
    offer.save(update_fields=["game"])
    for player_id in sorted((game.first_id, game.second_id)):
        publish(player_topic(player_id), "game_start", {"game": game.pk})
    return game


def _game_already_begun(offer: Offer, player: User) -> Game:
    offer.refresh_from_db()
    if offer.game is None or offer.game.seat_of(player) is None:
        raise OfferGone
    return offer.game


@transaction.atomic
def decline(player: User, offer_id: int) -> Offer:
    """Turn a challenge down."""
    offer = _offer_for(player, offer_id)
    if offer.is_seek:
        raise NotYourOffer("Nobody has to decline an open seek.")
    if not _close(offer, OfferStatus.DECLINED):
        raise OfferGone
    publish(player_topic(offer.creator_id), "offer_declined", {"offer": offer.pk})
    return offer


@transaction.atomic
def withdraw(creator: User, offer_id: int) -> Offer:
    """Take an own offer back; doing it twice is not an error."""
    offer = Offer.objects.filter(pk=offer_id).first()
    if offer is None:
        raise OfferGone
    if offer.creator_id != creator.pk:
        raise NotYourOffer
    if not _close(offer, OfferStatus.WITHDRAWN) and offer.status != OfferStatus.WITHDRAWN:
        raise OfferGone
    return offer


def _offer_for(player: User, offer_id: int) -> Offer:
    """The offer, if `player` is somebody who may answer it."""
    visible = Offer.objects.select_related("creator", "opponent", "game")
    offer = visible.filter(pk=offer_id).first()
    if offer is None or not offer.creator.is_active:
        raise OfferGone
    if offer.creator_id == player.pk:
        raise OwnOffer
    if offer.opponent_id not in (None, player.pk):
        raise NotYourOffer
    return offer


def _close(offer: Offer, status: OfferStatus) -> bool:
    """Claim the open offer by one conditional update; True for the one who got it."""
    still_open = Offer.objects.filter(Q(pk=offer.pk) & Q(status=OfferStatus.OPEN))
    return still_open.update(status=status, answered=timezone.now()) == 1


def _start(offer: Offer, player: User) -> Game:
    seat = offer.seat if offer.seat != Seat.RANDOM else secrets.choice([Seat.FIRST, Seat.SECOND])
    first, second = (offer.creator, player) if seat == Seat.FIRST else (player, offer.creator)
    return create_game(first, second, offer.size, rated=offer.rated, control=offer.control)


def create_game(first: User, second: User, size: int, *, rated: bool, control: TimeControl) -> Game:
    """A new game, its first player's clock running. To be called in a transaction."""
    now = timezone.now()
    return Game.objects.create(
        size=size,
        rated=rated,
        first=first,
        second=second,
        time_control=str(control),
        position=str(Position.start(size)),
        to_move=first,
        turn_started=now,
        created=now,
        first_bank=control.first_bank,
        second_bank=control.first_bank,
        deadline=control.deadline(now, control.first_bank),
    )
