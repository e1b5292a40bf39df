"""What guests may do, and how those who stay away leave."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, GameStatus, Move, Offer
from sumendi_site.accounts.guests import close_guest
from sumendi_site.accounts.models import User

from .ending import give_up_games
from .errors import SignUpFirst
from .one_by_one import each

STAYS = timedelta(days=30)
BATCH = 500


def require_may_offer(creator: User, opponent: User | None, *, rated: bool) -> None:
    """Guests challenge house bots alone, and their games are casual. Raises SignUpFirst."""
    if creator.kind != User.Kind.GUEST:
        return
    if opponent is None or opponent.kind != User.Kind.HOUSE:
        raise SignUpFirst(
            "As a guest you play the house bots, and friends who send you a link. "
            "Sign up to offer games to others."
        )
    if rated:
        raise SignUpFirst("A guest's games are casual. Sign up to play rated ones.")


def require_may_accept(player: User, offer: Offer) -> None:
    """Guests answer what was offered to them, not open seeks. Raises SignUpFirst."""
    if player.kind == User.Kind.GUEST and (offer.is_seek or offer.rated):
        raise SignUpFirst("Sign up to accept this offer. As a guest you can play the house bots.")


def prune_guests(now: datetime | None = None) -> int:
    """Let go of the guests who have made no ply for 30 days. Returns how many."""
    before = (now or timezone.now()) - STAYS
    gone = _gone(before)
    guests = {guest.pk: guest for guest in gone.order_by("pk")[:BATCH]}
    return each(guests, lambda pk: _prune(guests[pk], before))


def _gone(before: datetime) -> QuerySet[User]:
    """The guests who have made no ply since, and do not wait for a person to move either."""
    guest = OuterRef("pk")
    recent = Move.objects.filter(player=guest, made__gte=before, by_condition=False)
    playing = Game.objects.running().filter(Q(first=guest) | Q(second=guest))
    waiting = playing.filter(to_move__kind=User.Kind.PERSON)
    return User.objects.filter(
        ~Exists(recent),
        ~Exists(waiting),
        kind=User.Kind.GUEST,
        is_active=True,
        date_joined__lt=before,
    )


def _prune(guest: User, before: datetime) -> bool:
    if _gone(before).filter(pk=guest.pk).exists():
        give_up_games(guest)
    return _let_go(guest.pk, before)


@transaction.atomic
def _let_go(pk: int, before: datetime) -> bool:
    """Without a game that has a result nothing is left of the account; else its opponents keep
    their history, and the account stays as a mere name that nobody can use. False when the guest
    is back."""
    guest = _gone(before).select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
    if guest is None:
        return False
    games = Game.objects.of(guest)
    if games.exclude(status=GameStatus.FINISHED).exists():
        return False
    games.filter(result_events=None).delete()
    if not games.exists():
        guest.delete()
        return True
    close_guest(guest)
    return True
