"""The bots that are part of the site: who they are and how they choose their moves.

Pure: positions in, texts out. The services make their moves like anybody's.
"""

from .bots import HouseBot

__all__ = ["HouseBot"]
