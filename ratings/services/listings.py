"""The leaderboards' rows: kept with each row of the ledger, and counted anew from it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import Count, Q

from ratings.models import Cursor, LedgerEntry, LedgerQuerySet, Listing, Revision
from ratings.numbers import BOARD_DAYS, BOARD_GAMES, BOARD_OPPONENTS, PROVISIONAL_GAMES
from ratings.replay import Entry
from ratings.uncertainty import certain_days
from sumendi_site.accounts.models import User

ALL_SIZES = 0
A_CHUNK = 500
KEY = ("player_id", "size")
VALUES = ("games", "opponents", "rating", "rated_games", "joined", "kind", "listed_until")


@dataclass(slots=True)
class Tally:
    """Rated games of a player and the different opponents in them."""

    games: int = 0
    opponents: int = 0


def add_game(entry: Entry, users: Collection[User]) -> None:
    """Count the game whose row has just been written for both players, who have their new
    standings and are locked."""
    if not entry.rated:
        return
    size = entry.facts.size
    met = _sizes_before(entry)
    tallies: dict[int, dict[int, Tally]] = {user.pk: {} for user in users}
    for row in Listing.objects.filter(player__in=tallies):
        tallies[row.player_id][row.size] = Tally(row.games, row.opponents)
    for of_player in tallies.values():
        for board, is_new in ((ALL_SIZES, not met), (size, size not in met)):
            tally = of_player.setdefault(board, Tally())
            tally.games += 1
            tally.opponents += is_new
    _write([row for user in users for row in listings(user, tallies[user.pk])])


def recount(users: Sequence[User]) -> None:
    """Make the rows of these players anew from the ledger. They are locked."""
    for start in range(0, len(users), A_CHUNK):
        chunk = users[start : start + A_CHUNK]
        Listing.objects.filter(player__in=chunk).delete()
        _write(list(expected(chunk)))


def account_changed(user: User) -> None:
    """An account was saved: people and bots have a leaderboard each, the older account comes first
    among equals, and who is closed has no place on any."""
    rows = Listing.objects.filter(player=user)
    together = rows.filter(size=ALL_SIZES).first()
    if together is not None:
        until = listed_until(user, together.opponents)
        rows.update(kind=user.kind, joined=user.date_joined, listed_until=until)


def contradictions() -> Iterator[str]:
    """A sentence for each player whose rows are not what the ledger and the account say."""
    users = User.objects.order_by("pk").iterator(chunk_size=A_CHUNK)
    while chunk := list(islice(users, A_CHUNK)):
        right: dict[int, set[tuple[object, ...]]] = {user.pk: set() for user in chunk}
        stored: dict[int, set[tuple[object, ...]]] = {user.pk: set() for user in chunk}
        for row in expected(chunk):
            right[row.player_id].add(tuple(getattr(row, name) for name in (*KEY, *VALUES)))
        for values in Listing.objects.filter(player__in=chunk).values_list(*KEY, *VALUES):
            stored[values[0]].add(values)
        for user in chunk:
            if right[user.pk] != stored[user.pk]:
                yield f"Account {user.username}: the leaderboards do not say what the games do."


def expected(users: Sequence[User]) -> Iterator[Listing]:
    """The rows that these players should have, by the ledger."""
    tallies = _counted(users)
    for user in users:
        yield from listings(user, tallies[user.pk])


def listings(user: User, tallies: dict[int, Tally]) -> Iterator[Listing]:
    """A player's rows, not yet stored, for the tallies by size; `ALL_SIZES` is among them unless
    there are none."""
    for size, tally in tallies.items():
        yield Listing(
            player=user,
            size=size,
            games=tally.games,
            opponents=tally.opponents,
            rating=user.rating,
            rated_games=user.rated_games,
            joined=user.date_joined,
            kind=user.kind,
            listed_until=listed_until(user, tallies[ALL_SIZES].opponents),
        )


def listed_until(user: User, opponents: int) -> datetime | None:
    """When the last game is too long ago, or has left the rating too uncertain, for a place on a
    leaderboard; None for who never had one, whose rating is provisional as it is, or whose account
    is closed."""
    games = max(BOARD_GAMES, PROVISIONAL_GAMES)
    if not user.is_active:
        return None
    if user.rated_games < games or opponents < BOARD_OPPONENTS or user.last_rated_at is None:
        return None
    days = min(BOARD_DAYS, certain_days(user.rating_variance))
    return user.last_rated_at + timedelta(days=days) if days else None


def _sizes_before(entry: Entry) -> set[int]:
    """The sizes on which the two have a rated game besides this one."""
    one, other = entry.facts.first.player, entry.facts.second.player
    pair = Q(first=one, second=other) | Q(first=other, second=one)
    games = LedgerEntry.objects.current().filter(pair, rated=True)
    sizes = games.exclude(game=entry.facts.game).order_by().values_list("size", flat=True)
    return set(sizes.distinct())


def _counted(users: Sequence[User]) -> dict[int, dict[int, Tally]]:
    """The tallies of these players by size, as the current rows of the ledger have them."""
    players = [user.pk for user in users]
    tallies: dict[int, dict[int, Tally]] = {player: {} for player in players}
    seen: set[tuple[int, int, int]] = set()
    rated = _current_rows_of(users).filter(rated=True).order_by()
    for seat, other in (("first", "second"), ("second", "first")):
        pairs = rated.filter(**{f"{seat}__in": players}).values_list(seat, other, "size")
        for player, opponent, size, games in pairs.annotate(games=Count("pk")):
            for board in (ALL_SIZES, size):
                tally = tallies[player].setdefault(board, Tally())
                tally.games += games
                tally.opponents += (player, opponent, board) not in seen
                seen.add((player, opponent, board))
    return tallies


def _current_rows_of(users: Sequence[User]) -> LedgerQuerySet:
    """Found by the players, or by ranges where their rows of all revisions are more than the
    current rows of everybody."""
    games = sum(user.rated_games for user in users)
    last = Cursor.objects.values_list("last", flat=True).first() or 0
    if games * Revision.objects.count() > last:
        return LedgerEntry.objects.current_by_ranges()
    return LedgerEntry.objects.current()


def _write(rows: Sequence[Listing]) -> None:
    Listing.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "size"], update_fields=VALUES
    )
