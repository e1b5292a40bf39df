"""The archive of finished games: it follows the result events, is searched by positions, and can
be taken away."""

from .following import BATCH, follow
from .rebuilding import contradictions, rebuild
from .searching import (
    ALL,
    MOST_MOVES,
    Between,
    Continuation,
    Explored,
    Filters,
    Results,
    explore,
    games_with,
)

__all__ = [
    "ALL",
    "BATCH",
    "MOST_MOVES",
    "Between",
    "Continuation",
    "Explored",
    "Filters",
    "Results",
    "contradictions",
    "explore",
    "follow",
    "games_with",
    "rebuild",
]
