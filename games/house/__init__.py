"""The players that are part of the site: who they are, and how those move that do not search.

Pure: positions in, texts out. The services make their moves like anybody's. Levels that search are
answered for by `games.search`, which the web process does not load.
"""

from .bots import GREEDY, PLAYERS, RANDOM, RETIRED, simple_answer
from .levels import LEVELS, Level

__all__ = ["GREEDY", "LEVELS", "PLAYERS", "RANDOM", "RETIRED", "Level", "simple_answer"]
