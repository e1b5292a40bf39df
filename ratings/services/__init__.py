"""What keeps the ledger: it follows the result events, revises itself, and can be rebuilt."""

from .following import BATCH, follow
from .foresight import Foreseen, foresee
from .rebuilding import contradictions, mend
from .revising import Difference, Preview, Turned, preview

__all__ = [
    "BATCH",
    "Difference",
    "Foreseen",
    "Preview",
    "Turned",
    "contradictions",
    "follow",
    "foresee",
    "mend",
    "preview",
]
