"""What waits for the organisers of an event."""

from dataclasses import dataclass
from datetime import datetime

from games.presenters.clocks import Clock, clock_of
from tournaments.models import (
    Act,
    Appeal,
    Bye,
    Entry,
    ForbiddenPair,
    Format,
    Pairing,
    ProofRequest,
    Round,
    RoundState,
    Tournament,
)
from tournaments.services.errors import WORDS_OF_WAYS, WayOut
from tournaments.services.progress import draft_of, rounds_out
from tournaments.services.proofs import is_stuck
from tournaments.services.starting import RoundsAdvice, rounds_advice


@dataclass(frozen=True)
class Running:
    """A board whose game runs, and the clock of the player to move."""

    pairing: Pairing
    clock: Clock | None

    @property
    def waits_since(self) -> datetime:
        game = self.pairing.game
        assert game is not None  # noqa: S101 - such boards are asked for
        return game.turn_started


@dataclass(frozen=True)
class Entrant:
    """One who plays, and the bye that they have in the round that comes next."""

    entry: Entry
    bye: str


@dataclass(frozen=True)
class Refused:
    """The round cannot be paired, and what can be done about it."""

    round: int | None
    why: str
    ways: list[str]


@dataclass(frozen=True)
class Desk:
    """`last` is the newest round, draft or not; `advice` is for a Swiss before its start."""

    tournament: Tournament
    last: Round | None
    draft: Round | None
    running: list[Running]
    appeals: list[Appeal]
    forbidden: list[ForbiddenPair]
    players: list[Entrant]
    advice: RoundsAdvice | None
    refused: Refused | None
    is_late: bool
    """The deadline of the round has passed, and games run."""
    proofs: list[ProofRequest]
    """What workers are to prove, the oldest first."""
    is_stuck: bool
    """No worker has come for the first of them."""

    @property
    def to_decide(self) -> list[Running]:
        """The games that run and are not about to be proved."""
        sought = {one.pairing_id for one in self.proofs}
        return [one for one in self.running if one.pairing.pk not in sought]

    @property
    def can_pair(self) -> bool:
        """A round is due, and has no draft yet."""
        if not self.tournament.is_running or self.draft:
            return False
        if self.last is None:
            return True
        is_last = self.last.number >= self.tournament.rounds
        return self.last.state == RoundState.CLOSED and not is_last

    @property
    def can_finish(self) -> bool:
        last = self.last
        if last is None or not self.tournament.is_running:
            return False
        return last.state == RoundState.CLOSED and last.number >= self.tournament.rounds

    @property
    def has_too_many_rounds(self) -> bool:
        advice = self.advice
        return advice is not None and advice.is_too_many(self.tournament.rounds)


def desk_of(tournament: Tournament, now: datetime) -> Desk:
    players, last = _players(tournament), tournament.all_rounds.order_by("number").last()
    is_swiss = tournament.format == Format.SWISS
    has_begun = tournament.started is not None
    running = _running(tournament, now)
    deadline = last.deadline if last else None
    proofs = _proofs(tournament)
    return Desk(
        tournament,
        last,
        draft_of(tournament),
        running,
        _appeals(tournament),
        _forbidden(tournament),
        players,
        rounds_advice(len(players)) if is_swiss and not has_begun and players else None,
        _refused(tournament),
        bool(running and deadline and deadline <= now),
        proofs,
        any(is_stuck(one, now) for one in proofs[:1]),
    )


def _players(tournament: Tournament) -> list[Entrant]:
    coming = rounds_out(tournament) + 1
    byes = Bye.objects.filter(entry__tournament=tournament, round=coming)
    kinds = {bye.entry_id: bye.get_kind_display() for bye in byes}
    entries = tournament.entries.playing().select_related("player").in_order()
    return [Entrant(entry, kinds.get(entry.pk, "")) for entry in entries]


def _running(tournament: Tournament, now: datetime) -> list[Running]:
    """Those that have waited longest come first."""
    boards = Pairing.objects.filter(
        round__tournament=tournament,
        round__state=RoundState.PUBLISHED,
        white_code="",
        game__isnull=False,
    ).select_related("round", "game__first", "game__second", "game__to_move")
    return [
        Running(one, clock_of(one.game, one.game.to_move, now))
        for one in boards.order_by("game__turn_started")
        if one.game and one.game.to_move
    ]


def _proofs(tournament: Tournament) -> list[ProofRequest]:
    open_ = ProofRequest.objects.open().filter(pairing__round__tournament=tournament)
    return list(open_.select_related("pairing__round").order_by("pk"))


def _appeals(tournament: Tournament) -> list[Appeal]:
    waiting = Appeal.objects.filter(
        decision__pairing__round__tournament=tournament, answered__isnull=True
    )
    return list(waiting.select_related("by", "decision__pairing__round").order_by("created"))


def _forbidden(tournament: Tournament) -> list[ForbiddenPair]:
    standing = tournament.forbidden_pairs.filter(last_round=None)
    return list(standing.select_related("one__player", "other__player").order_by("pk"))


def _refused(tournament: Tournament) -> Refused | None:
    """As long as nothing was done about it."""
    newest = tournament.log.order_by("-pk").first()
    if newest is None or newest.act != Act.NO_PAIRING:
        return None
    ways = [WORDS_OF_WAYS[WayOut(way)] for way in newest.data["ways"]]
    return Refused(newest.round, newest.data["why"], ways)
