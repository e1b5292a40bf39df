"""The choice of side, for bots that leave it to the runner."""

from ..rules import Position

FULL_HEIGHT = 6


def default_side(position: Position, clock: object) -> str:
    """Take a volcano that can spill in every direction: one that stands off the edge."""
    (volcano,) = position.cells().values()
    return "swap" if int(volcano[1:]) == FULL_HEIGHT else "keep"
