"""What keeps the ledger: it follows the result events, revises itself, and can be rebuilt."""

from .following import follow
from .rebuilding import contradictions, mend
from .revising import Difference, preview

__all__ = ["Difference", "contradictions", "follow", "mend", "preview"]
