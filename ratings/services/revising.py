"""A changed past: all games from the changed one on are rated again, into new rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Max, Min

from games.models import Game, ResultEvent
from ratings.facts import Reason
from ratings.models import Cursor, LedgerEntry, LedgerQuerySet, Revision
from ratings.notices import tell_fault, tell_pages, tell_revision
from ratings.replay import PAIR_TIME, Entry, Pool, Standing
from sumendi_site.accounts.models import User

from .facts import facts_from, facts_if
from .listings import recount
from .pairs import by_pair
from .rows import accounts, insert_rows, lock_players, rate, store_standings

BEFORE = ("id", "before", "games", "peak", "variance_before", "last_rated_before")
"""The columns of one side of a row that tell who played, and the standing before the game."""


@dataclass(frozen=True)
class Difference:
    """What a correction would make of a player's rating, in micro-points."""

    player: User
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Turned:
    """A later game that a correction makes rated, or not rated any more: the reason of
    `ratings.facts.Reason` before and after, empty when it is rated."""

    game: int
    first: User
    second: User
    before: str
    after: str


@dataclass(frozen=True)
class Preview:
    """What a correction would do: the reason why the game itself would not be rated (empty when
    it would), whose rating changes, the largest change first, the later games that become rated
    or unrated, and how many games are rated again. Nothing of it, of a game that has not been
    rated yet."""

    reason: str = ""
    differences: list[Difference] = field(default_factory=list)
    turned: list[Turned] = field(default_factory=list)
    games: int = 0


def revise(event: ResultEvent) -> None:
    """Rate the game of this event again with its new result, in its old place, and all games
    after it. In the running transaction, whose caller has locked the cursor."""
    start = place_of(event.game_id)
    if start is None:
        return
    pool = _pool_before(start)
    entries = (rate(pool, facts) for facts in facts_from(start, event.number))
    write_revision(start, entries, pool, event, event.why)
    tell_pages(event.game_id)


def write_revision(
    start: int, entries: Iterable[Entry], pool: Pool, event: ResultEvent | None, why: str
) -> int:
    """Append a revision of all places from `start` on, and set the accounts to what `pool`
    says after them. Returns how many they were. The entries may be made as they are taken."""
    newest = Revision.objects.aggregate(newest=Max("number"))["newest"] or 0
    revision = Revision.objects.create(number=newest + 1, start=start, event=event, why=why)
    count = insert_rows(entries, revision.number)
    players = lock_players(pool.standings)
    ratings = {player.pk: (player.rating, pool.standings[player.pk].rating) for player in players}
    store_standings(players, pool)
    recount(players)
    tell_revision(revision, ratings)
    faults = LedgerEntry.objects.filter(revision=revision.number, reason=Reason.ERROR)
    games = list(faults.filter(sequence__gte=start).values_list("game", flat=True))
    tell_fault(games, f"revision:{revision.number}")
    return count


def preview(game_id: int, result: str | None, termination: str | None = None) -> Preview:
    """What annulling the game (`result` is None), or giving it this result and way of ending,
    would do. Writes nothing."""
    start = place_of(game_id)
    if start is None:
        return Preview()
    pool, games = _pool_before(start), facts_from(start + 1, Cursor.objects.get().last)
    reasons = _reasons_from(start)
    corrected = rate(pool, facts_if(Game.objects.get(pk=game_id), result, termination))
    entries = (rate(pool, facts) for facts in games)
    turned = [entry for entry in entries if entry.rated == bool(reasons[entry.facts.sequence])]
    users = {user.pk: user for user in accounts(pool.standings)}
    differences = [
        Difference(user, user.rating, pool.standings[pk].rating) for pk, user in users.items()
    ]
    return Preview(
        _code(corrected),
        sorted(filter(lambda one: one.change, differences), key=lambda one: -abs(one.change)),
        [_turned(entry, reasons, users) for entry in turned],
        len(reasons),
    )


def _reasons_from(start: int) -> dict[int, str]:
    """Why the games from the place `start` on are not rated, empty for those that are."""
    rows = LedgerEntry.objects.current_by_ranges(start)
    return dict(rows.values_list("sequence", "reason"))


def _code(entry: Entry) -> str:
    return entry.reason.value if entry.reason else ""


def _turned(entry: Entry, reasons: dict[int, str], users: dict[int, User]) -> Turned:
    facts = entry.facts
    first, second = users[facts.first.player], users[facts.second.player]
    return Turned(facts.game, first, second, reasons[facts.sequence], _code(entry))


def place_of(game_id: int) -> int | None:
    """The place of a game in the order of finishing; None while the ledger lacks it."""
    rows = LedgerEntry.objects.filter(game=game_id)
    return rows.values_list("sequence", flat=True).first()


def _pool_before(start: int) -> Pool:
    """The pool as it was before the place `start`, as far as rating the games from there on
    needs it."""
    earlier = LedgerEntry.objects.current_by_ranges().filter(sequence__lt=start, rated=True)
    later = LedgerEntry.objects.current_by_ranges(start)
    since = later.aggregate(Min("finished"))["finished__min"] - PAIR_TIME
    return Pool(
        standings=_standings_before(start),
        recent=by_pair(earlier.filter(finished__gte=since)),
        time_losses=newest_time_losses(earlier),
    )


def newest_time_losses(rated: LedgerQuerySet) -> dict[int, datetime]:
    """For each player who lost on time in these games, when the clock last ran out."""
    losses = rated.exclude(ran_out=None).order_by("sequence")
    pairs = losses.values_list("timed_out", "ran_out")
    return {player: ran_out for player, ran_out in pairs if ran_out}


def _standings_before(start: int) -> dict[int, Standing]:
    """The standings before the place `start` of all who have a game from there on: each as the
    first of these games found it."""
    standings: dict[int, Standing] = {}
    rows = LedgerEntry.objects.current_by_ranges(start).order_by("sequence")
    names = [f"{seat}_{name}" for seat in ("first", "second") for name in BEFORE]
    for row in rows.values_list(*names).iterator(chunk_size=5000):
        for player, *columns in (row[: len(BEFORE)], row[len(BEFORE) :]):
            if player not in standings:
                standings[player] = Standing(*columns)
    return standings
