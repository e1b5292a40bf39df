"""Stands where the zipapp has the rules themselves: `games.rules` is packed under this name."""

from ....rules import *  # noqa: F403
from ....rules import __all__  # noqa: F401
