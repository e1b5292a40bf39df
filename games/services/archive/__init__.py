"""The archive of finished games: it follows the result events, is searched by positions, and can
be taken away."""

from .exporting import (
    LICENCE,
    LICENCE_URL,
    make_export,
    newest_export,
    parts_of,
    rated_games,
)
from .following import BATCH, follow
from .rebuilding import contradictions, rebuild
from .records import batches, one_behind_the_other
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
    "LICENCE",
    "LICENCE_URL",
    "MOST_MOVES",
    "Between",
    "Continuation",
    "Explored",
    "Filters",
    "Results",
    "batches",
    "contradictions",
    "explore",
    "follow",
    "games_with",
    "make_export",
    "newest_export",
    "one_behind_the_other",
    "parts_of",
    "rated_games",
    "rebuild",
]
