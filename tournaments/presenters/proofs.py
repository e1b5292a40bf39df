"""What is known of how a running game of an event ends with best play."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Game
from tournaments.models import Pairing, ProofRequest, ProofState
from tournaments.services.proofs import is_enough, is_stuck, newest_of, reason_of, why_not


@dataclass(frozen=True)
class Sought:
    """The newest request about a game that runs; `is_stuck`: no worker has come for it."""

    request: ProofRequest
    text: str
    is_stuck: bool


def sought(pairing: Pairing, now: datetime) -> Sought | None:
    """None where nobody has asked, and where it does not matter any more."""
    game, request = pairing.game, newest_of(pairing)
    if game is None or not game.is_running or request is None:
        return None
    text = _text(request, game)
    return Sought(request, text, is_stuck(request, now)) if text else None


def _text(request: ProofRequest, game: Game) -> str:
    if request.is_open:
        return "The site looks for a proof of how this game ends."
    if request.state == ProofState.EXPIRED:
        return "No worker answered in time, so nothing is proved."
    if request.state == ProofState.DROPPED:
        return ""
    if not request.is_of(game):
        return "The game has gone on since an earlier position was looked through."
    if request.state == ProofState.UNPROVED:
        return "This position was looked through, and no proof was found."
    return reason_of(request)


def can_be_asked(pairing: Pairing, now: datetime) -> bool:
    """Whether an organiser can ask for a proof."""
    game, newest = pairing.game, newest_of(pairing)
    if game is None or (newest and is_enough(newest, game)):
        return False
    return why_not(pairing, game, newest, now) is None
