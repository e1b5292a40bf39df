"""The two sides."""

from enum import StrEnum


class Side(StrEnum):
    """The colour of a volcano, of a lava piece, or of the player who moves."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Side":
        return Side.WHITE if self is Side.BLACK else Side.BLACK

    @property
    def letter(self) -> str:
        return self.value[0]
