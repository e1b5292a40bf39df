"""The row of a decision about a board, and its line in the director's log."""

from sumendi_site.accounts.models import User
from tournaments.models import Act, Decision, DecisionKind, Pairing, Tournament

from .log import note


def record(
    tournament: Tournament,
    pairing: Pairing,
    kind: DecisionKind,
    by: User | None,
    why: str,
    act: Act,
    **more: object,
) -> Decision:
    """The codes are those that the board has now. The caller holds the event."""
    decision = Decision.objects.create(
        pairing=pairing,
        kind=kind,
        by=by,
        white_code=pairing.white_code,
        black_code=pairing.black_code,
        why=why,
    )
    note(
        tournament,
        act,
        by,
        round=pairing.round.number,
        board=pairing.board,
        white=pairing.white.called,
        black=pairing.black.called if pairing.black else None,
        codes=[pairing.white_code, pairing.black_code],
        kind=kind,
        why=why,
        **more,
    )
    return decision
