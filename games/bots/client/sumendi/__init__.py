"""Sumendi for programs: the rules, a client of a site's API, and a runner for bots.

    from sumendi import Position
    from sumendi.client import Client

    site = Client("http://localhost:8000")
    for game in site.games.list(status="running"):
        print(game["url"], Position.parse(game["position"]).cells())

Needs Python 3.11 or newer and nothing else.
"""

from .rules import (
    SIZES,
    IllegalMoveError,
    Level,
    Move,
    MoveError,
    MoveSyntaxError,
    Node,
    Position,
    PositionError,
    Reason,
    Record,
    RecordError,
    Result,
    RulesError,
    Score,
    Side,
    Spill,
    Tree,
    TreeError,
    Turn,
    partial_turn,
)

__version__ = "0.1.0"

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
