"""What the ratings of two players were before their game, for the archive of games."""

from collections.abc import Collection

from games.services.archive.ratings import Pair, Source
from ratings.models import Cursor, LedgerEntry
from ratings.numbers import points


def followed() -> int:
    """The number of the result event up to which the ledger has been kept."""
    return Cursor.objects.values_list("last", flat=True).first() or 0


def before(games: Collection[int]) -> dict[int, Pair]:
    """In points, None before somebody's first rated game. From the row that was written when the
    game finished: later revisions tell otherwise, but that is what the two knew."""
    rows = LedgerEntry.objects.filter(game__in=games).order_by("game", "-revision")
    found = rows.values_list("game", "first_before", "first_games", "second_before", "second_games")
    return {
        game: (_known(first, first_games), _known(second, second_games))
        for game, first, first_games, second, second_games in found
    }


def _known(rating: int, games: int) -> int | None:
    return points(rating) if games else None


SOURCE = Source(followed, before)
