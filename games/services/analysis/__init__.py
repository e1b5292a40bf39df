"""Analyses of finished games: asked for once by anybody, made by workers a little at a time, and
kept. Nothing here imports the search: a worker hands it in."""

from .asking import WORK, analysis_of, ask, hindrance, other_of, whose_line
from .figures import FIRST_JUDGED, Figures, Judgement, Swing, figures_of, side_to_place
from .job import count_positions
from .looking import Choice, Engine, Look
from .working import TOKEN_LASTS, sweep, work

__all__ = [
    "FIRST_JUDGED",
    "TOKEN_LASTS",
    "WORK",
    "Choice",
    "Engine",
    "Figures",
    "Judgement",
    "Look",
    "Swing",
    "analysis_of",
    "ask",
    "count_positions",
    "figures_of",
    "hindrance",
    "other_of",
    "side_to_place",
    "sweep",
    "whose_line",
    "work",
]
