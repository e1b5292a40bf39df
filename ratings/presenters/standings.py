"""Who is on a leaderboard, in which order, and a page of it from any place on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Case, FloatField, Q, QuerySet, Value, When

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


# Everybody is told by who is left out, so that databases keep to the index in the board's order.
KINDS = {
    Board.ALL: ~Q(kind__in=(User.Kind.GUEST, User.Kind.HOUSE)),
    Board.PEOPLE: Q(kind=User.Kind.PERSON),
    Board.BOTS: Q(kind=User.Kind.BOT),
}


@dataclass(frozen=True)
class Mark:
    """Where a page begins: beside the player with this rating (micro-points). `place` is that
    player's, and `above` whether the page is the one above."""

    player: User
    rating: int
    place: int
    above: bool = False


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
        player__is_active=True,
    )
    return players.select_related("player__owner").order_by(*Listing.ORDER)


def page(players: "QuerySet[Listing]", mark: Mark | None, length: int) -> Page:
    """The first players of `standings`, or those beside the mark.

    Nobody counts who is above: an index leads to the mark, and the places go on from it. So they
    are those of when the mark was made, and begin at 1 again at the top.
    """
    if mark is not None and mark.above:
        found = list(players.filter(_beyond(mark, "gt", "lt")).reverse()[: length + 1])
        if len(found) > length:
            top = max(1, mark.place - length)
            return Page(list(enumerate(found[length - 1 :: -1], start=top)), True, True)
        mark = None
    if mark is not None:
        players = players.filter(_beyond(mark, "lt", "gt"))
    found = list(players[: length + 1])
    first = mark.place + 1 if mark else 1
    rows = list(enumerate(found[:length], start=first))
    return Page(rows, mark is not None, len(found) > length)


def _beyond(mark: Mark, better: str, younger: str) -> Q:
    """Who comes after the mark in the order of the boards; with the comparisons turned round,
    before it."""
    player = mark.player
    by_account = Q(**{f"joined__{younger}": player.date_joined}) | Q(
        **{f"player_id__{younger}": player.pk}, joined=player.date_joined
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
