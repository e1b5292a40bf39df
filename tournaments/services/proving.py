"""Finding the proofs that are asked for, as a worker does: one request at a time."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.rules import Position
from sumendi_site.queue import wake
from tournaments.models import ProofRequest, ProofState

from .desk import lock_board
from .proofs import BATCH, call_worker, note_failure

KEEP_ROUNDS = "tournaments.tasks.keep_rounds"
LEASE = timedelta(seconds=60)
"""A proof takes seconds; whoever has a request for longer is taken to be dead."""
MOST_NODES = 4_000_000
"""A worker that also plays turns looks through no more at once: it takes about two seconds, and is
enough for nearly all endings of `MOST_PLACEMENTS` cells."""


class Proved(Protocol):
    """How a position ends with best play of both, and how many positions were looked through."""

    @property
    def result(self) -> str: ...

    @property
    def nodes(self) -> int: ...


Prover = Callable[[Position], Proved | None]


def prove_next(prove: Prover) -> bool:
    """Look through the ending that has waited longest, and let the event go on by what is found.
    False when none waits. No transaction is open while `prove` works: whoever dies at it leaves a
    request that is taken again after `LEASE`."""
    request = _claim()
    if request is None:
        return False
    game = request.pairing.game
    if game is None or not game.is_running:
        _close(request, ProofState.DROPPED)
    else:
        _answer(request, game.position, prove(game.current))
    if ProofRequest.objects.claimable(timezone.now()).exists():
        call_worker()
    return True


def _claim() -> ProofRequest | None:
    now = timezone.now()
    claimable = ProofRequest.objects.claimable(now)
    for pk in claimable.order_by("pk").values_list("pk", flat=True)[:BATCH]:
        lease = uuid.uuid4()
        taken = claimable.filter(pk=pk).update(
            state=ProofState.RUNNING, lease=lease, lease_until=now + LEASE, tries=F("tries") + 1
        )
        if taken:
            return ProofRequest.objects.select_related("pairing__game").get(pk=pk, lease=lease)
    return None


@transaction.atomic
def _answer(request: ProofRequest, position: str, proof: Proved | None) -> None:
    """The event is held first, as everywhere."""
    tournament, request.pairing = lock_board(request.pairing_id)
    if proof is None:
        closed = _close(request, ProofState.UNPROVED, position=position)
    else:
        found = {"position": position, "result": str(proof.result), "nodes": proof.nodes}
        closed = _close(request, ProofState.PROVED, **found)
    if not closed:
        return
    if proof is None:
        note_failure(tournament, request, "none was found")
    wake(KEEP_ROUNDS)


def _close(request: ProofRequest, state: ProofState, **found: object) -> bool:
    """False when another worker has it by now, or nobody waits for it any more."""
    mine = ProofRequest.objects.filter(pk=request.pk, lease=request.lease, state=ProofState.RUNNING)
    return bool(mine.update(state=state, finished=timezone.now(), **found))
