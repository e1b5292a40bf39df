"""What keeps the ledger: it follows the result events, revises itself, and can be rebuilt."""

from .confirming import Decision, carry_out, is_carried_out, is_followed, newest_event, seal
from .following import BATCH, follow
from .foresight import Foreseen, foresee
from .rebuilding import contradictions, mend, unrated_by_a_fault
from .revising import Difference, Preview, Turned, preview

__all__ = [
    "BATCH",
    "Decision",
    "Difference",
    "Foreseen",
    "Preview",
    "Turned",
    "carry_out",
    "contradictions",
    "follow",
    "foresee",
    "is_carried_out",
    "is_followed",
    "mend",
    "newest_event",
    "preview",
    "seal",
    "unrated_by_a_fault",
]
