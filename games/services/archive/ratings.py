"""What the ratings of two players were before their game: games know nothing of ratings, so
whoever keeps them says so here."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

Pair = tuple[int | None, int | None]
"""The first and the second player's rating in points; None before somebody's first rated game."""
UNKNOWN: Pair = (None, None)


@dataclass(frozen=True)
class Source:
    """`followed` gives the number of the result event up to which ratings are known, `before`
    those of these games. What has once been given for a game never changes."""

    followed: Callable[[], int]
    before: Callable[[Collection[int]], Mapping[int, Pair]]


_sources: list[Source] = []


def register(source: Source) -> None:
    """Registering again replaces: there is one source, or none."""
    _sources[:] = [source]


def are_known(event: int) -> bool:
    """Whether the games that had finished with this result event have their ratings."""
    return all(event <= source.followed() for source in _sources)


def ratings_before(games: Collection[int]) -> Mapping[int, Pair]:
    return _sources[0].before(games) if _sources else {}


def lower(pair: Pair) -> int | None:
    """The lower of the two; None unless both are known."""
    first, second = pair
    return None if first is None or second is None else min(first, second)
