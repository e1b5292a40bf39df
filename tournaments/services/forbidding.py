"""Pairs that an organiser does not let meet."""

from django.db import transaction
from django.db.models import QuerySet

from sumendi_site.accounts.models import User
from tournaments.models import Act, Entry, ForbiddenPair, Format, Tournament

from .errors import CannotForbid, NotEntered
from .locking import lock_for
from .log import note
from .progress import rounds_out


@transaction.atomic
def forbid(director: User, slug: str, one: User, other: User) -> ForbiddenPair:
    """From the next round on the two are never paired. Doing it twice is no error. Raises
    CannotForbid and NotEntered."""
    tournament = lock_for(director, slug)
    if tournament.format == Format.ROUND_ROBIN:
        raise CannotForbid("In a round robin everybody meets everybody.")
    low, high = _two(tournament, one, other)
    standing = _standing(tournament, low, high).first()
    if standing is not None:
        return standing
    first_round = rounds_out(tournament) + 1
    pair = ForbiddenPair.objects.create(
        tournament=tournament, one=low, other=high, first_round=first_round
    )
    note(tournament, Act.FORBIDDEN, director, players=[str(one), str(other)])
    return pair


@transaction.atomic
def allow(director: User, slug: str, one: User, other: User) -> None:
    """The two may be paired again. Doing it twice is no error."""
    tournament = lock_for(director, slug)
    standing = _standing(tournament, *_two(tournament, one, other))
    out = rounds_out(tournament)
    never_counted = standing.filter(first_round__gt=out).delete()[0]
    if standing.update(last_round=out) or never_counted:
        note(tournament, Act.ALLOWED, director, players=[str(one), str(other)])


def _standing(tournament: Tournament, low: Entry, high: Entry) -> "QuerySet[ForbiddenPair]":
    return tournament.forbidden_pairs.filter(one=low, other=high, last_round=None)


def _two(tournament: Tournament, one: User, other: User) -> tuple[Entry, Entry]:
    """The entries of the two, in the order in which rows have them."""
    if one.pk == other.pk:
        raise CannotForbid("Nobody is paired with themselves.")
    entries = tournament.entries.filter(player__in=(one, other)).order_by("pk")
    if len(entries) < 2:
        raise NotEntered("One of the two does not play in this tournament.")
    low, high = entries
    return low, high
