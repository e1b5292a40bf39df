"""When the round comes that follows the one at hand."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import PATIENCE, AtDeadline, Round, RoundState, Tournament
from tournaments.services.closing import appeal_time, waits_until


@dataclass(frozen=True)
class Coming:
    """What follows the newest round: the round of this number, None for the end of the event.
    `latest` is when it comes at the latest while nobody appeals (or, `in_appeal`, until when
    an appeal can be made or answered); None where games or organisers are waited for."""

    number: int | None
    is_automatic: bool
    latest: datetime | None = None
    in_appeal: bool = False


def coming_after(tournament: Tournament, newest: Round | None, now: datetime) -> Coming | None:
    """None while the event is not being played, and before its first round."""
    if newest is None or not tournament.is_running:
        return None
    number = newest.number + 1 if newest.number < tournament.rounds else None
    if not tournament.is_automatic:
        return Coming(number, is_automatic=False)
    if newest.state == RoundState.CLOSED:
        until = waits_until(tournament, newest)
        latest = until if until and until > now else None
        return Coming(number, is_automatic=True, latest=latest, in_appeal=latest is not None)
    return Coming(number, is_automatic=True, latest=_by_rule(tournament, newest))


def _by_rule(tournament: Tournament, newest: Round) -> datetime | None:
    """Where a rule decides the games that run at the deadline, one knows when all have ended."""
    if newest.deadline is None or tournament.at_deadline not in (
        AtDeadline.MORE_TIME,
        AtDeadline.DRAW,
    ):
        return None
    proofs = PATIENCE if tournament.proved_stands else timedelta(0)
    return newest.deadline + proofs + appeal_time(tournament)
