from .entry import Bye, ByeKind, Entry, ForbiddenPair
from .imported import ImportedReport
from .ladder import LadderBeat, LadderGame
from .log import Act, BookingCursor, LogEntry
from .round import Appeal, Decision, DecisionKind, Pairing, Round, RoundState
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
    "LadderBeat",
    "LadderGame",
    "LogEntry",
    "Pairing",
    "PairingMode",
    "Points",
    "Round",
    "RoundState",
    "State",
    "Tournament",
]
