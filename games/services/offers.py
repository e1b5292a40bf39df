"""Seeks and challenges, and the games that come of them."""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.clock import SECONDS, TimeControl, TimeControlError, runs_on
from games.models import Game, Offer
from games.models.offer import OfferStatus, Seat
from games.notices import challenge_was_answered, first_warning, tell_challenge, tell_start
from games.rules import SIZES, Position
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish, talk_topic

from .blocks import require_no_block
from .calling import call_to_move
from .challenge_rules import require_accepts
from .errors import (
    BadTerms,
    CannotChallenge,
    NotYourOffer,
    OfferGone,
    OwnOffer,
    TooManyOffers,
)
from .friends import require_welcome
from .guests import require_may_accept, require_may_offer
from .hosted import is_hosted
from .house_bots import require_few_games
from .locking import lock_player, lock_players
from .patience import in_words, wait_for
from .vacations import away_at_the_start

MOST_OPEN_OFFERS = 20
STAYS_OPEN = timedelta(days=14)
SHORTEST_TURN = 10 * SECONDS["m"]
LONGEST_TURN = 60 * SECONDS["d"]
MOST_CHALLENGES_A_DAY = 60
MOST_CHALLENGES_A_DAY_TO_ONE = 5
"""Not counting those that were accepted."""


@dataclass(frozen=True)
class Terms:
    """What is agreed before a game: board size, whether it is rated, the seat that the one who
    offers wants, and the time control (which is kept in its shortest form). Raises BadTerms."""

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
        object.__setattr__(self, "time_control", str(control))

    @classmethod
    def of(cls, offer: Offer) -> "Terms":
        return cls(offer.size, offer.rated, offer.seat, offer.time_control)


def open_seek(creator: User, terms: Terms, key: uuid.UUID | None = None) -> Offer:
    """Offer a game to everybody. The same `key` again gives the same offer."""
    return make_offer(creator, None, terms, key or uuid.uuid4())


def challenge(creator: User, opponent: User, terms: Terms, key: uuid.UUID | None = None) -> Offer:
    """Offer a game to one player. The same `key` again gives the same offer."""
    return make_offer(creator, opponent, terms, key or uuid.uuid4())


def make_offer(
    creator: User, opponent: User | None, terms: Terms, key: uuid.UUID, invite_code: str = ""
) -> Offer:
    """The offer that `creator` made with this `key`; a new one if there is none yet."""
    if Offer.objects.filter(key=key).exists():
        return _made_before(creator, key)
    if opponent is not None:
        _require_may_challenge(creator, opponent)
    require_may_offer(creator, opponent, rated=terms.rated)
    try:
        return store(creator, opponent, terms, key, invite_code=invite_code)
    except IntegrityError:
        return _made_before(creator, key)


def _made_before(creator: User, key: uuid.UUID) -> Offer:
    offer = Offer.objects.select_related("creator", "opponent", "game").get(key=key)
    if offer.creator_id != creator.pk:
        raise BadTerms("This key belongs to another offer.")
    offer.was_made_before = True
    return offer


def is_as_asked(
    offer: Offer, opponent: User | None, terms: Terms, *, by_link: bool = False
) -> bool:
    """Whether an offer that a key had made before is the one that is asked for now."""
    same_opponent = offer.opponent_id == (opponent and opponent.pk)
    return same_opponent and Terms.of(offer) == terms and bool(offer.invite_code) == by_link


def _require_may_challenge(creator: User, opponent: User) -> None:
    if creator.pk == opponent.pk:
        raise CannotChallenge("You cannot challenge yourself.")
    require_can_be_challenged(opponent)
    require_no_block(creator, opponent)
    require_welcome(creator, opponent)


def require_can_be_challenged(opponent: User) -> None:
    """By anybody, but for who is playing a game again."""
    if not opponent.is_active:
        raise CannotChallenge(f"{opponent} does not play here any more.")
    if opponent.is_closed:
        raise CannotChallenge(f"The owner of {opponent} does not play here any more.")
    if opponent.kind == User.Kind.GUEST:
        raise CannotChallenge("A guest cannot be challenged.")


def require_few_offers(creator: User) -> None:
    """The caller holds the player."""
    if Offer.objects.open().filter(creator=creator).count() >= MOST_OPEN_OFFERS:
        raise TooManyOffers(
            f"You have {MOST_OPEN_OFFERS} open offers. Withdraw one before you make another."
        )


def _require_few_challenges(creator: User, opponent: User, now: datetime) -> None:
    """Nobody pesters others with challenges that they do not want. House bots do not mind."""
    if opponent.kind == User.Kind.HOUSE:
        return
    made = Offer.objects.filter(creator=creator, opponent__isnull=False)
    in_vain = made.exclude(status=OfferStatus.ACCEPTED)
    for challenges, most, whom in (
        (in_vain.filter(opponent=opponent), MOST_CHALLENGES_A_DAY_TO_ONE, str(opponent)),
        (in_vain, MOST_CHALLENGES_A_DAY, "others"),
    ):
        wait = wait_for(challenges, most, timedelta(days=1), now)
        if wait is not None:
            raise TooManyOffers(
                f"You have challenged {whom} {most} times within a day. "
                f"Wait {in_words(wait)} before the next challenge.",
                retry_after=wait,
            )


@transaction.atomic
def store(
    creator: User,
    opponent: User | None,
    terms: Terms,
    key: uuid.UUID,
    rematch_of: Game | None = None,
    invite_code: str = "",
) -> Offer:
    """Write an offer that stays open for 14 days, and tell the opponent if it names one. Programs
    of this site answer at once: house bots accept, hosted ones do or refuse by their owner's
    rules."""
    hosted = opponent is not None and is_hosted(opponent)
    if opponent is not None and hosted:
        lock_players(creator, opponent)
        require_accepts(opponent, terms.size, rated=terms.rated)
    else:
        lock_player(creator)
    require_few_offers(creator)
    now = timezone.now()
    if opponent is not None:
        _require_few_challenges(creator, opponent, now)
    offer = Offer.objects.create(
        key=key,
        creator=creator,
        opponent=opponent,
        size=terms.size,
        rated=terms.rated,
        seat=terms.seat,
        time_control=terms.time_control,
        rematch_of=rematch_of,
        invite_code=invite_code,
        created=now,
        expires=now + STAYS_OPEN,
    )
    if opponent is not None:
        tell_challenge(offer)
    _tell_table(offer)
    if opponent is not None and opponent.kind == User.Kind.HOUSE:
        require_few_games(creator)
    if opponent is not None and (hosted or opponent.kind == User.Kind.HOUSE):
        begin(offer, opponent)
        offer.refresh_from_db()
    return offer


@transaction.atomic
def accept(player: User, offer_id: int) -> Game:
    """Start the game of an open offer. Two who accept at once: one gets it. The one who got
    it and asks again gets the same game."""
    offer = _offer_for(player, offer_id)
    require_may_accept(player, offer)
    return begin(offer, player)


def begin(offer: Offer, player: User) -> Game:
    """Start the game of an offer with `player`, who may accept it. In a transaction."""
    require_no_block(player, offer.creator)
    if not close(offer, OfferStatus.ACCEPTED):
        return _game_already_begun(offer, player)
    game = _start(offer, player)
    offer.game = game
    offer.save(update_fields=["game"])
    challenge_was_answered(player, offer)
    tell_start(game, by=player)
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
    if not close(offer, OfferStatus.DECLINED):
        raise OfferGone
    challenge_was_answered(player, offer)
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
    if not close(offer, OfferStatus.WITHDRAWN) and offer.status != OfferStatus.WITHDRAWN:
        raise OfferGone
    return offer


@transaction.atomic
def expire(offer_id: int, now: datetime) -> bool:
    """Close an open offer whose time is over and tell who made it; False when it is not such."""
    due = Offer.objects.filter(pk=offer_id, status=OfferStatus.OPEN, expires__lte=now)
    if due.update(status=OfferStatus.EXPIRED, answered=now) == 0:
        return False
    offer = Offer.objects.get(pk=offer_id)
    _tell_table(offer)
    publish(player_topic(offer.creator_id), "offer_expired", {"offer": offer.pk})
    return True


def _offer_for(player: User, offer_id: int) -> Offer:
    """The offer, if `player` is somebody who may answer it."""
    visible = Offer.objects.select_related("creator__owner", "opponent", "game")
    offer = visible.filter(pk=offer_id).first()
    if offer is None or offer.creator.is_closed:
        raise OfferGone
    if offer.creator_id == player.pk:
        raise OwnOffer
    if offer.opponent_id not in (None, player.pk) or offer.invite_code:
        raise NotYourOffer
    return offer


def close(offer: Offer, status: OfferStatus) -> bool:
    """Claim the open offer by one conditional update; True for the one who got it."""
    now = timezone.now()
    still_open = Offer.objects.not_expired(now).filter(pk=offer.pk)
    if still_open.update(status=status, answered=now) == 0:
        return False
    _tell_table(offer)
    return True


def _tell_table(offer: Offer) -> None:
    """Let the page of the game that a rematch follows show how the rematch stands."""
    if offer.rematch_of_id is not None:
        publish(talk_topic(offer.rematch_of_id), "rematch", {"offer": offer.pk})


def _start(offer: Offer, player: User) -> Game:
    seat = offer.seat if offer.seat != Seat.RANDOM else secrets.choice([Seat.FIRST, Seat.SECOND])
    first, second = (offer.creator, player) if seat == Seat.FIRST else (player, offer.creator)
    return create_game(first, second, offer.size, rated=offer.rated, control=offer.control)


@transaction.atomic
def create_game(
    first: User,
    second: User,
    size: int,
    *,
    rated: bool,
    control: TimeControl,
    event_label: str = "",
) -> Game:
    """A new game, its first player's clock running. An `event_label` names what it belongs to."""
    now = timezone.now()
    # No vacation stops the clock of an event's game.
    begins = now if event_label else runs_on(now, away_at_the_start(first, now))
    game = Game.objects.create(
        size=size,
        rated=rated,
        first=first,
        second=second,
        time_control=str(control),
        event_label=event_label,
        position=str(Position.start(size)),
        to_move=first,
        turn_started=begins,
        created=now,
        first_bank=control.first_bank,
        second_bank=control.first_bank,
        deadline=control.deadline(begins, control.first_bank),
        next_warning=first_warning(first, control.allowance(control.first_bank)),
    )
    if call_to_move(game):
        game.save(update_fields=["deadline", "next_warning"])
    return game
