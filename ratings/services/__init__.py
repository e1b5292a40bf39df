"""What keeps the ledger: it follows the result events, revises itself, and can be rebuilt."""

from .following import BATCH, follow
from .foresight import Foreseen, foresee
from .rebuilding import contradictions, mend
from .revising import Difference, preview

__all__ = [
    "BATCH",
    "Difference",
    "Foreseen",
    "contradictions",
    "follow",
    "foresee",
    "mend",
    "preview",
]
