"""Records of many games, one behind the other, in constant memory."""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from games.models import Game
from games.rules.record import written
from games.services.records import tags_of
from sumendi_site.api.links import absolute

from .indexing import texts_of
from .ratings import UNKNOWN, ratings_before

BATCH = 100
"""Games that are in memory at once."""


def batches(games: "QuerySet[Game]") -> Iterator[list[Game]]:
    """Games by their numbers, some at a time, with their players: however many there are, and
    whatever happens meanwhile, none is met twice."""
    last, ordered = 0, games.select_related("first", "second").order_by("pk")
    while batch := list(ordered.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        yield batch


def with_ratings(games: Sequence[Game]) -> Iterator[str]:
    """The records of finished games, each with what its players were rated before it, as far as
    they had a rating."""
    ids = [game.pk for game in games]
    texts, ratings = texts_of(ids), ratings_before(ids)
    for game in games:
        tags = tags_of(game, absolute(game.get_absolute_url()))
        first, second = ratings.get(game.pk, UNKNOWN)
        known = {"FirstRating": first, "SecondRating": second}
        rated = {name: str(points) for name, points in known.items() if points is not None}
        yield written(tags | rated, texts[game.pk])


def one_behind_the_other(games: "QuerySet[Game]") -> Iterator[bytes]:
    """The records of finished games in pieces of one text, with an empty line behind each."""
    for batch in batches(games):
        yield "".join(f"{record}\n" for record in with_ratings(batch)).encode()
