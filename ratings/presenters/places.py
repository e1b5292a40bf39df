"""Where somebody stands on a leaderboard, or why nowhere."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from ratings.models import Listing
from ratings.numbers import BOARD_DAYS, BOARD_GAMES, BOARD_OPPONENTS, PROVISIONAL_DEVIATION
from ratings.services.listings import ALL_SIZES
from sumendi_site.accounts.models import User

from .standings import UNLISTED, Board, how_many_above, standings


@dataclass(frozen=True)
class Place:
    """`place` is None for who is not on the leaderboard, and `missing` says what for."""

    player: User
    place: int | None
    missing: list[str]


def place_of(player: User, board: Board, size: int | None, now: datetime) -> Place | None:
    """For a player whose kind belongs on this board; one query."""
    if player.kind in UNLISTED or board not in (Board.ALL, Board.of(player)):
        return None
    wanted = ALL_SIZES if size is None else size
    above = how_many_above(standings(board, size, now), player)
    found = Listing.objects.filter(player=player, size__in={ALL_SIZES, wanted})
    rows = {
        row[0]: row[1:] for row in found.values_list("size", "opponents", "listed_until", above)
    }
    if wanted in rows:
        _, until, higher = rows[wanted]
        if until is not None and until > now:
            return Place(player, higher + 1, [])
    opponents = rows[ALL_SIZES][0] if ALL_SIZES in rows else 0
    missing = _missing(player, opponents, now)
    if size is not None and wanted not in rows:
        missing.append(f"no rated game on size {size}")
    return Place(player, None, missing)


def _missing(player: User, opponents: int, now: datetime) -> list[str]:
    if not player.is_active:
        return ["the account is closed"]
    missing = []
    if player.rated_games < BOARD_GAMES:
        missing.append(f"{player.rated_games} of {BOARD_GAMES} rated games")
    if opponents < BOARD_OPPONENTS:
        missing.append(f"{opponents} of {BOARD_OPPONENTS} different opponents")
    if player.last_rated_at and player.last_rated_at <= now - timedelta(days=BOARD_DAYS):
        missing.append(f"no rated game for {BOARD_DAYS} days")
    elif player.rating_deviation > PROVISIONAL_DEVIATION:
        missing.append(
            f"a rating that is still uncertain (± {player.rating_deviation:.0f},"
            f" at most {PROVISIONAL_DEVIATION})"
        )
    return missing
