"""The ladder: the bots that run here meet, without being asked, in rated games."""

from .beginning import AT_ONCE, CONTROL, LABEL, pair
from .consistency import contradictions
from .entrants import ON_LADDER

__all__ = ["AT_ONCE", "CONTROL", "LABEL", "ON_LADDER", "contradictions", "pair"]
