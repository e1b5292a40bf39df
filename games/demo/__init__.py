"""Demo data: players with a known password, finished and running games, open offers."""

from .load import PASSWORD, load_demo, season

__all__ = ["PASSWORD", "load_demo", "season"]
