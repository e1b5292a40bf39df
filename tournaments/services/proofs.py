"""A proved result stands: what is known of how a game of an event ends with best play of both, and
asking for it. The proofs themselves are found by workers, see `proving`."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import Game, GameStatus, Result
from games.services.one_by_one import each
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake
from tournaments.models import (
    Act,
    Pairing,
    ProofRequest,
    ProofState,
    Round,
    State,
    Tournament,
)

from .desk import lock_board, lock_for_decision
from .errors import CannotDecide
from .log import note
from .verdicts import Verdict

PROVE = "tournaments.tasks.prove_ending"
MOST_PLACEMENTS = 17
"""Endings in which more cells can be taken are not looked through."""
SOON = timedelta(minutes=2)
"""Where nobody has taken a request for so long, the worker is away or has much to do."""
BATCH = 200
NEEDED = Q(pairing__game__status=GameStatus.RUNNING) & ~Q(
    pairing__round__tournament__state=State.CANCELLED
)
"""Games of events that were called off go on to ends of their own."""


def open_cells(game: Game) -> int:
    """How many cells can still be taken."""
    return len(game.current.placements())


def can_be_proved(game: Game) -> bool:
    """Whether its ending is short enough; sides are chosen long before."""
    return game.swapped is not None and open_cells(game) <= MOST_PLACEMENTS


@transaction.atomic
def ask(director: User, pairing_id: int) -> ProofRequest:
    """Ask for a proof of a game that runs after the deadline of its round: a proved result ends it.
    Asking again is the same request while it is open."""
    tournament, pairing = lock_for_decision(director, pairing_id)
    assert pairing.game_id is not None  # noqa: S101 - `lock_for_decision` has looked
    game = Game.objects.get(pk=pairing.game_id)
    newest = newest_of(pairing)
    if newest and is_enough(newest, game):
        return newest
    if refusal := why_not(pairing, game, newest, timezone.now()):
        raise CannotDecide(refusal)
    where = {"round": pairing.round.number, "board": pairing.board}
    note(tournament, Act.PROOF_ASKED, director, **where)
    return _request(pairing, director)


def is_enough(newest: ProofRequest, game: Game) -> bool:
    """Whether it is looked for, or proved already, how the game ends."""
    return newest.is_open or (newest.state == ProofState.PROVED and newest.is_of(game))


def why_not(pairing: Pairing, game: Game, newest: ProofRequest | None, now: datetime) -> str | None:
    """Why an organiser cannot ask for a proof now; None where that is possible."""
    deadline = pairing.round.deadline
    if not game.is_running:
        return "This game does not run any more."
    if deadline is None or deadline > now:
        return "A proof can be asked for once the deadline of the round has passed."
    if not can_be_proved(game):
        cells = open_cells(game)
        said = f"{cells} cells can still be taken: a proof takes {MOST_PLACEMENTS} or fewer."
        return "Wait until the sides are chosen." if game.swapped is None else said
    if newest and newest.state == ProofState.UNPROVED and newest.is_of(game):
        return "This position was looked through, and no proof was found."
    return None


def looked_at(
    tournament: Tournament, pairing: Pairing, game: Game, now: datetime
) -> ProofRequest | None:
    """The request about the ending of a game that runs at its deadline: an open one is waited for,
    one that is PROVED tells the result of the position on the board. It is asked for here where
    nobody has done so; None where the ending is too long. The caller holds the event."""
    if not can_be_proved(game):
        return None
    newest = newest_of(pairing)
    if newest is None or not (newest.is_open or _is_an_answer(newest, pairing, game)):
        return _request(pairing, None)
    if newest.is_open:
        _give_up_if_due(tournament, newest, now)
    return newest


def _is_an_answer(newest: ProofRequest, pairing: Pairing, game: Game) -> bool:
    """What was found of another position tells nothing; once a deadline nobody may have come."""
    if newest.state == ProofState.EXPIRED:
        deadline = pairing.round.deadline
        return deadline is not None and newest.created >= deadline
    return newest.state != ProofState.DROPPED and newest.is_of(game)


def is_stuck(request: ProofRequest, now: datetime) -> bool:
    """No worker has come for it."""
    return request.state == ProofState.WAITING and request.created + SOON <= now


def newest_of(pairing: Pairing) -> ProofRequest | None:
    return pairing.proofs.order_by("-id").first()


def _request(pairing: Pairing, by: User | None) -> ProofRequest:
    call_worker()
    return pairing.proofs.create(by=by)


def call_worker() -> None:
    """A message that nobody takes soon is of no use: the sweep sends others."""
    wake(PROVE, expires=SOON.total_seconds())


def _give_up_if_due(tournament: Tournament, request: ProofRequest, now: datetime) -> None:
    due = ProofRequest.objects.given_up(now).filter(pk=request.pk)
    if due.update(state=ProofState.EXPIRED, finished=now):
        note_failure(tournament, request, "no worker answered")
    request.refresh_from_db()


def note_failure(tournament: Tournament, request: ProofRequest, why: str) -> None:
    """Write into the log that there is no proof. The caller holds the event."""
    pairing = request.pairing
    where = {"round": pairing.round.number, "board": pairing.board}
    note(tournament, Act.NO_PROOF, None, **where, why=why)


def verdict_by(request: ProofRequest, game: Game) -> Verdict:
    """What was proved, by the seats of the game."""
    if request.result == Result.DRAW:
        return Verdict.DRAW
    first_is = Result.WHITE if game.swapped else Result.BLACK
    return Verdict.FIRST_WINS if request.result == first_is else Verdict.SECOND_WINS


def reason_of(request: ProofRequest) -> str:
    """How a decision by this proof is told."""
    end = "A draw" if request.result == Result.DRAW else f"{request.result.capitalize()} wins"
    return f"{end} with best play: proved, {request.nodes:,} positions looked through."


def keep_requests(now: datetime) -> None:
    """Drop what is not needed any more, give up what an organiser has waited for long enough, and
    wake the workers for the rest: their message may have been lost."""
    each(_ids(_needless()), lambda pk: _drop(pk, now))
    late = ProofRequest.objects.given_up(now).filter(by__isnull=False)
    each(_ids(late), lambda pk: _give_up(pk, now))
    if ProofRequest.objects.claimable(now).exists():
        call_worker()


def drop_of(round_: Round, now: datetime) -> None:
    """Its games have more time: nobody waits for their proofs."""
    open_ = ProofRequest.objects.open().filter(pairing__round=round_)
    open_.update(state=ProofState.DROPPED, finished=now)


def give_back(started: datetime, ended: datetime) -> None:
    """The site was away meanwhile, and so were its workers."""
    waiting = ProofRequest.objects.open().filter(created__lte=started)
    waiting.update(waits_until=F("waits_until") + (ended - started))


def to_settle() -> list[int]:
    """What was proved because an organiser asked, of positions that still are on the boards."""
    proved = ProofRequest.objects.filter(NEEDED, state=ProofState.PROVED, by__isnull=False)
    return _ids(proved.filter(pairing__white_code="", position=F("pairing__game__position")))


def _needless() -> "QuerySet[ProofRequest]":
    return ProofRequest.objects.open().exclude(NEEDED)


def _drop(request_id: int, now: datetime) -> bool:
    still_open = ProofRequest.objects.open().filter(pk=request_id)
    return bool(still_open.update(state=ProofState.DROPPED, finished=now))


@transaction.atomic
def _give_up(request_id: int, now: datetime) -> bool:
    request = ProofRequest.objects.select_related("pairing__round").get(pk=request_id)
    tournament, _ = lock_board(request.pairing_id)
    _give_up_if_due(tournament, request, now)
    return True


def _ids(requests: "QuerySet[ProofRequest]") -> list[int]:
    return list(requests.order_by("pk").values_list("pk", flat=True)[:BATCH])
