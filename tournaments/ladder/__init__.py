"""The ladder's pairing. Pure: the standard library only."""

from .pairing import Entrant, Limits, Meeting, Pairing, Seats, pairings

__all__ = ["Entrant", "Limits", "Meeting", "Pairing", "Seats", "pairings"]
