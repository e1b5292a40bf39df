"""Who is on a leaderboard, in which order, and a page of it from any place on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Case, Count, FloatField, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from ratings.models import Listing
from ratings.numbers import (
    BOARD_DAYS,
    BOARD_GAMES,
    GROWTH_A_DAY,
    PROVISIONAL_DEVIATION,
    PROVISIONAL_GAMES,
)
from ratings.services.listings import ALL_SIZES
from sumendi_site.accounts.models import User


class Board(StrEnum):
    ALL = "all"
    PEOPLE = "people"
    BOTS = "bots"

    @classmethod
    def of(cls, player: User) -> "Board":
        """The one for this kind of players alone."""
        return cls.BOTS if player.kind == User.Kind.BOT else cls.PEOPLE


UNLISTED = (User.Kind.GUEST, User.Kind.HOUSE)
"""The site's own players are measures of strength, not competitors."""

# Everybody is told by who is left out, so that databases keep to the index in the board's order.
KINDS = {
    Board.ALL: ~Q(kind__in=UNLISTED),
    Board.PEOPLE: Q(kind=User.Kind.PERSON),
    Board.BOTS: Q(kind=User.Kind.BOT),
}


class Beside(StrEnum):
    """Which page: the one above or below a player, or the one that begins with the player."""

    ABOVE = "above"
    BELOW = "below"
    FROM = "from"


@dataclass(frozen=True)
class Mark:
    """A player with a rating (micro-points) from whom a page is found, and the player's `place`
    where it is known."""

    player: User
    rating: int
    side: Beside
    place: int | None = None


@dataclass(frozen=True)
class Page:
    """Places with their players, and whether there are others above and below."""

    rows: list[tuple[int, Listing]]
    has_higher: bool
    has_lower: bool


def standings(board: Board, size: int | None, now: datetime) -> "QuerySet[Listing]":
    """The players of a leaderboard, the best first. With a `size`, only those who have played a
    rated game of that size; the rating is the same one."""
    players = Listing.objects.filter(
        KINDS[board],
        size=ALL_SIZES if size is None else size,
        listed_until__gt=now,
    )
    return players.select_related("player__owner").order_by(*Listing.ORDER)


def page(players: "QuerySet[Listing]", mark: Mark | None, length: int) -> Page:
    """The first players of `standings`, or those beside the mark, to whom an index leads. Their
    places are counted in the index alone."""
    if mark is not None and mark.side is Beside.ABOVE:
        found = list(players.filter(_better(mark)).reverse()[: length + 1])
        if len(found) > length:
            return Page(_with_places(players, found[length - 1 :: -1]), True, True)
        mark = None
    if mark is None:
        found = list(players[: length + 1])
        return Page(list(enumerate(found[:length], start=1)), False, len(found) > length)
    found = list(players.filter(_worse(mark))[: length + 1])
    if mark.place is None:
        rows = _with_places(players, found[:length])
    else:
        rows = list(enumerate(found[:length], start=mark.place))
    is_top = mark.side is Beside.FROM and mark.place == 1
    return Page(rows, not is_top, len(found) > length)


def how_many_above(players: "QuerySet[Listing]", player: User) -> Combinable:
    """As an expression: how many of `standings` are above this player."""
    above = players.filter(_better(Mark(player, player.rating, Beside.ABOVE)))
    counted = above.order_by().values("size").annotate(above=Count("*")).values("above")
    return Coalesce(Subquery(counted), 0)


def _with_places(players: "QuerySet[Listing]", rows: list[Listing]) -> list[tuple[int, Listing]]:
    if not rows:
        return []
    first = Mark(rows[0].player, rows[0].rating, Beside.ABOVE)
    return list(enumerate(rows, start=players.filter(_better(first)).count() + 1))


def _better(mark: Mark) -> Q:
    """Who comes before the mark in the order of the boards."""
    return _beyond(mark, "gt", "lt", "lt")


def _worse(mark: Mark) -> Q:
    """Who comes after it, and where the page begins there, the player of the mark."""
    return _beyond(mark, "lt", "gt", "gte" if mark.side is Beside.FROM else "gt")


def _beyond(mark: Mark, better: str, younger: str, newer: str) -> Q:
    player = mark.player
    by_account = Q(**{f"joined__{younger}": player.date_joined}) | Q(
        **{f"player_id__{newer}": player.pk}, joined=player.date_joined
    )
    by_games = Q(**{f"rated_games__{better}": player.rated_games}) | (
        Q(rated_games=player.rated_games) & by_account
    )
    # The first condition follows from the second, and is what an index can be entered by.
    return Q(**{f"rating__{better}e": mark.rating}) & (
        Q(**{f"rating__{better}": mark.rating}) | by_games
    )


def established(board: Board, now: datetime) -> "QuerySet[User]":
    """The open accounts with enough rated games, one of them lately, whose ratings are not
    provisional; in no order."""
    return User.objects.filter(
        KINDS[board],
        _is_certain(now),
        is_active=True,
        rated_games__gte=max(BOARD_GAMES, PROVISIONAL_GAMES),
        last_rated_at__gte=now - timedelta(days=BOARD_DAYS),
    )


def _is_certain(now: datetime) -> Q:
    """The uncertainty, grown to `now`, is below that of provisional ratings. It grows by whole
    days, of which databases have their own ideas: so each day has a limit of its own."""
    most = float(PROVISIONAL_DEVIATION**2)
    limits = [
        When(
            last_rated_at__gt=now - timedelta(days=day + 1),
            then=Value(most - GROWTH_A_DAY * day),
        )
        for day in range(BOARD_DAYS)
    ]
    least = most - GROWTH_A_DAY * BOARD_DAYS
    grown = Case(*limits, default=Value(least), output_field=FloatField())
    return Q(rating_variance__lte=least) | Q(rating_variance__lte=grown)
