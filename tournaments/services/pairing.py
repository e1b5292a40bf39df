"""Drafts of a round's pairings, which nobody but the organisers sees."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from sumendi_site.accounts.models import User
from tournaments.models import (
    Act,
    Entry,
    Format,
    LogEntry,
    Pairing,
    PairingMode,
    Round,
    RoundState,
    Tournament,
)
from tournaments.swiss.entrants import Mode, Relief
from tournaments.swiss.event import Event
from tournaments.swiss.pairing import NoLegalPairing, pair_round
from tournaments.swiss.reasons import Pair
from tournaments.swiss.round_robin import round_robin

from . import boards as by_rule
from .boards import Board
from .errors import (
    NoPairing,
    NoRoundLeft,
    RoundIsOut,
    RoundNotFound,
    RoundNotOver,
    StaleDraft,
    WayOut,
    WrongState,
)
from .events import event_of, number_of, plays_in
from .locking import lock_for
from .log import note
from .progress import draft_of

MODES = {PairingMode.DUTCH: Mode.DUTCH, PairingMode.COLOUR_FREE: Mode.FREE}
WAYS = {
    Relief.FORBIDDEN: WayOut.ALLOW_FORBIDDEN,
    Relief.COLOURS: WayOut.BY_HAND,
    Relief.BARS: WayOut.GIVE_BYE,
}


@dataclass(frozen=True, slots=True)
class Check:
    """How a draft differs from what the rules would pair now: the boards that only one of the two
    has, by pairing numbers, first seat first."""

    round: Round
    expected: tuple[Board, ...]
    drafted: tuple[Board, ...]

    @property
    def is_by_the_rules(self) -> bool:
        return not self.expected and not self.drafted


def pair(director: User | None, slug: str) -> Round:
    """Pair the next round by the rules as a draft; None is the site itself. Where there is a draft
    it is paired anew: the same facts give the same pairs. A refusal of the rules is in the log.
    Raises NoPairing, RoundNotOver, NoRoundLeft and WrongState."""
    try:
        return _pair(director, slug)
    except NoPairing as refusal:
        _log_refusal(director, slug, refusal)
        raise


@transaction.atomic
def _pair(director: User | None, slug: str) -> Round:
    tournament = lock_for(director, slug)
    number = _number_to_pair(tournament)
    _let_go_of_closed(tournament)
    _require_players(tournament, number)
    rows = _rows_by_rule(tournament, number)
    draft = _write(tournament, number, rows)
    note(tournament, Act.PAIRED, director, number, boards=len(rows))
    return draft


@transaction.atomic
def by_hand(
    director: User,
    slug: str,
    number: int,
    boards: Sequence[Board],
    *,
    allow_rematch: bool = False,
) -> Round:
    """Make these the boards of the draft of round `number`, by pairing numbers and in this order.
    Boards that the draft had keep their reasons. Raises BadBoards, whose reason is a `BoardFault`,
    and what `pair` raises."""
    tournament = lock_for(director, slug)
    if tournament.format == Format.ROUND_ROBIN:
        raise WrongState("The table of a round robin gives its pairings.")
    if number != _number_to_pair(tournament):
        raise RoundIsOut(f"Round {number} is not the one that is to be paired.")
    by_rule.validate(event_of(tournament), boards, allow_rematch=allow_rematch)
    draft = draft_of(tournament)
    reasons = {_board_of(row): (row.by_hand, row.reasons) for row in _boards(draft)}
    entries = _by_number(tournament)
    rows = [
        _row(entries, board, *reasons.get(board, (True, {}))) for board in map(_as_board, boards)
    ]
    draft = _write(tournament, number, rows)
    told = [list(board) for board in boards]
    note(tournament, Act.PAIRED_BY_HAND, director, number, boards=told, rematch=allow_rematch)
    return draft


@transaction.atomic
def check(director: User, slug: str, number: int) -> Check:
    """Note that an organiser has looked at the draft, and tell what the rules would pair otherwise.
    Raises StaleDraft when it does not fit those who play in the round any more."""
    tournament = lock_for(director, slug)
    draft = draft_for(tournament, number)
    require_fresh(tournament, draft)
    if draft.state != RoundState.CHECKED:
        draft.state = RoundState.CHECKED
        draft.save(update_fields=["state"])
        note(tournament, Act.CHECKED, director, number)
    drafted = {_board_of(row) for row in _boards(draft)}
    try:
        expected = {_board_of(row) for row in _rows_by_rule(tournament, number)}
    except NoPairing:
        expected = set()
    return Check(draft, _sorted(expected - drafted), _sorted(drafted - expected))


@transaction.atomic
def undo(director: User, slug: str, number: int) -> None:
    """Take the draft of a round back. Doing it twice is no error. Raises RoundIsOut."""
    tournament = lock_for(director, slug)
    round_ = tournament.all_rounds.filter(number=number).first()
    if round_ is None:
        return
    if round_.is_out:
        raise RoundIsOut(f"Round {number} is published, and its pairings stand.")
    round_.delete()
    note(tournament, Act.UNDONE, director, number)


def draft_for(tournament: Tournament, number: int) -> Round:
    """The draft of this number. Raises RoundNotFound and RoundIsOut."""
    round_ = tournament.all_rounds.filter(number=number).first()
    if round_ is None:
        raise RoundNotFound
    if round_.is_out:
        raise RoundIsOut(f"Round {number} is published, and its pairings stand.")
    return round_


def require_fresh(tournament: Tournament, draft: Round) -> None:
    """Raises StaleDraft when others play in the round than when it was paired, or when two have
    been forbidden to meet since."""
    if tournament.format == Format.ROUND_ROBIN:
        return
    event, drafted = event_of(tournament), [_board_of(row) for row in _boards(draft)]
    names = {player.number: player.name for player in event.players}
    changed = by_rule.stale(event, drafted)
    if changed:
        who = ", ".join(names[number] for number in changed)
        raise StaleDraft(f"Pair the round again: who plays has changed ({who}).", reason=who)
    forbidden = by_rule.forbidden_pairs(event)
    for board in drafted:
        if frozenset(board) in forbidden:
            who = " and ".join(names[number] for number in board if number is not None)
            raise StaleDraft(f"Pair the round again: {who} must not meet.", reason=who)


def _number_to_pair(tournament: Tournament) -> int:
    if not tournament.is_running:
        raise WrongState("Only a running tournament is paired.")
    last = tournament.all_rounds.last()
    if last is None:
        return 1
    if not last.is_out:
        return last.number
    if last.state != RoundState.CLOSED:
        raise RoundNotOver(f"Round {last.number} is not over yet.")
    if last.number >= tournament.rounds:
        raise NoRoundLeft(f"All {tournament.rounds} rounds have been played.")
    return last.number + 1


def _let_go_of_closed(tournament: Tournament) -> None:
    """Whose account is closed does not play on."""
    last = tournament.all_rounds.out().count()
    for entry in tournament.entries.playing().select_related("player__owner"):
        if entry.account.is_closed:
            entry.withdrawn, entry.last_round = timezone.now(), last
            entry.save(update_fields=["withdrawn", "last_round"])
            note(tournament, Act.WITHDRAWN, None, player=entry.called, closed=True)


def _require_players(tournament: Tournament, number: int) -> None:
    numbered = tournament.entries.exclude(number=None)
    if sum(plays_in(entry, number) for entry in numbered) < 2:
        said = "Fewer than two players are left."
        raise NoPairing(said, (), (WayOut.SHORTEN,) if number > 1 else ())


def _rows_by_rule(tournament: Tournament, number: int) -> list[Pairing]:
    """The pairings of the round, not stored yet."""
    entries = _by_number(tournament)
    if tournament.format == Format.ROUND_ROBIN:
        return [_row(entries, board) for board in _table(tournament)[number - 1] if board[1]]
    return [
        _row(entries, (one.white, one.black), reasons=asdict(one.reasons))
        for one in _pairs(tournament, event_of(tournament))
    ]


def _pairs(tournament: Tournament, event: Event) -> list[Pair]:
    try:
        return pair_round(event, MODES[PairingMode(tournament.pairing_mode)])
    except NoLegalPairing as error:
        ways = {WAYS[relief] for relief in error.relief} | {WayOut.ALLOW_REMATCH}
        if event.finished:
            ways.add(WayOut.SHORTEN)
        ordered = tuple(way for way in WayOut if way in ways)
        raise NoPairing(str(error), error.relief, ordered) from error


def _table(tournament: Tournament) -> list[list[Board]]:
    players = tournament.entries.exclude(number=None).count()
    return round_robin(players, tournament.cycles)


def _by_number(tournament: Tournament) -> dict[int, Entry]:
    numbered = tournament.entries.exclude(number=None).select_related("player")
    return {number_of(entry): entry for entry in numbered}


def _row(
    entries: dict[int, Entry],
    board: Board,
    by_hand: bool = False,
    reasons: dict[str, Any] | None = None,
) -> Pairing:
    white, black = board
    return Pairing(
        white=entries[white],
        black=None if black is None else entries[black],
        by_hand=by_hand,
        reasons=reasons or {},
    )


def _write(tournament: Tournament, number: int, rows: Sequence[Pairing]) -> Round:
    """The draft with these pairings and no others."""
    draft, _ = Round.objects.update_or_create(
        tournament=tournament,
        number=number,
        defaults={"state": RoundState.DRAFT, "paired": timezone.now()},
    )
    draft.pairings.all().delete()
    for board, row in enumerate(rows, start=1):
        row.round, row.board = draft, board
    Pairing.objects.bulk_create(rows)
    return draft


def _boards(draft: Round | None) -> list[Pairing]:
    return list(draft.pairings.select_related("white", "black")) if draft else []


def _board_of(row: Pairing) -> Board:
    return number_of(row.white), number_of(row.black) if row.black else None


def _as_board(board: Sequence[int | None]) -> Board:
    white, black = board
    assert white is not None  # noqa: S101  # the boards have been validated
    return white, black


def _sorted(boards: set[Board]) -> tuple[Board, ...]:
    return tuple(sorted(boards, key=lambda board: (board[0], board[1] or 0)))


@transaction.atomic
def _log_refusal(director: User | None, slug: str, refusal: NoPairing) -> None:
    """Once, however often the site tries."""
    tournament = lock_for(director, slug)
    number = tournament.all_rounds.out().count() + 1
    newest = LogEntry.objects.filter(tournament=tournament).first()
    if newest is not None and (newest.act, newest.round) == (Act.NO_PAIRING, number):
        return
    note(
        tournament,
        Act.NO_PAIRING,
        director,
        number,
        why=refusal.message,
        relief=[str(relief) for relief in refusal.relief],
        ways=[str(way) for way in refusal.ways],
    )
