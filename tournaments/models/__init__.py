from .entry import Bye, ByeKind, Entry, ForbiddenPair
from .imported import ImportedReport
from .ladder import LadderBeat, LadderGame
from .log import Act, BookingCursor, LogEntry
from .proof import OPEN_PROOFS, PATIENCE, ProofRequest, ProofState
from .round import Appeal, Decision, DecisionKind, Pairing, Round, RoundState
from .table import KeptTable
from .tournament import (
    Access,
    AtDeadline,
    ByeWorth,
    Entrants,
    Format,
    PairingMode,
    Points,
    State,
    Tournament,
)

__all__ = [
    "OPEN_PROOFS",
    "PATIENCE",
    "Access",
    "Act",
    "Appeal",
    "AtDeadline",
    "BookingCursor",
    "Bye",
    "ByeKind",
    "ByeWorth",
    "Decision",
    "DecisionKind",
    "Entrants",
    "Entry",
    "ForbiddenPair",
    "Format",
    "ImportedReport",
    "KeptTable",
    "LadderBeat",
    "LadderGame",
    "LogEntry",
    "Pairing",
    "PairingMode",
    "Points",
    "ProofRequest",
    "ProofState",
    "Round",
    "RoundState",
    "State",
    "Tournament",
]
