"""The rules of Sumendi: positions, moves, the score and records.

    from games.rules import Position

    position = Position.start(6).play("f6").play("g8")
    position.targets("f7")  # {"f6": [...], "g8": [...]}: what must spill, and where it can

Pure and immutable; needs nothing but the standard library. Every error is a `RulesError` whose text
is a sentence for people.
"""

from .board import SIZES
from .errors import (
    IllegalMoveError,
    MoveError,
    MoveSyntaxError,
    PositionError,
    Reason,
    RecordError,
    RulesError,
    TreeError,
)
from .moves import Move, Spill
from .position import Position
from .record import Record
from .score import Level, Result, Score
from .side import Side
from .tree import Node, Tree
from .turn import Turn, partial_turn

__all__ = [
    "SIZES",
    "IllegalMoveError",
    "Level",
    "Move",
    "MoveError",
    "MoveSyntaxError",
    "Node",
    "Position",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "RulesError",
    "Score",
    "Side",
    "Spill",
    "Tree",
    "TreeError",
    "Turn",
    "partial_turn",
]
