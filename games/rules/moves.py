"""A move and its text."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from .errors import MoveSyntaxError

# The longest legal text has 44 characters; longer ones are refused before any pattern runs.
MAX_TEXT = 100
_CELL = "[a-z][1-9][0-9]?"
_MOVE = re.compile(f"{_CELL}(:{_CELL}-{_CELL}(,{_CELL}-{_CELL})*)?")


class Spill(NamedTuple):
    """One unit of the volcano on `source` becomes lava on `target`; both are names of cells."""

    source: str
    target: str


@dataclass(frozen=True)
class Move:
    """A placement and its spills, which are kept in board order of their sources.

    The order in which they happen never matters, so it is not part of the move (rules.md, 5).
    `str(move)` is the canonical text.
    """

    placement: str
    spills: tuple[Spill, ...] = ()

    def __post_init__(self) -> None:
        spills = sorted((Spill(*spill) for spill in self.spills), key=_board_order)
        object.__setattr__(self, "spills", tuple(spills))

    def __str__(self) -> str:
        if not self.spills:
            return self.placement
        return (
            f"{self.placement}:{','.join(f'{source}-{target}' for source, target in self.spills)}"
        )

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read `d4` or `d4:c3-c2,e5-e7`, the spills in any order. Raises MoveSyntaxError."""
        if len(text) > MAX_TEXT:
            raise MoveSyntaxError(f"A move has at most {MAX_TEXT} characters.")
        if not _MOVE.fullmatch(text):
            raise MoveSyntaxError(
                f"{text!r} is not written like a move. "
                "Write the cell, then its spills: d4 or d4:c3-c2,e5-e7."
            )
        placement, _, spills = text.partition(":")
        pairs = [spill.split("-") for spill in spills.split(",")] if spills else []
        return cls(placement, tuple(Spill(source, target) for source, target in pairs))


def _board_order(spill: Spill) -> tuple[str, int, str]:
    # By length before digits: e9 comes before e10.
    return spill.source[:1], len(spill.source), spill.source + spill.target
