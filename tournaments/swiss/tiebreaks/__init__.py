"""Tie-breaks of individual events after FIDE C.07, in force since 1 March 2026.

`parse_list` reads a list of codes; `tournaments.swiss.standings` ranks an event by one. Every
`Value` is exact and carries its worked sum as data; `explain` puts it in words.
"""

from .codes import (
    ROUND_ROBIN_LIST,
    SWISS_LIST,
    Name,
    TieBreak,
    UnknownTieBreak,
    parse,
    parse_list,
)
from .values import Value
from .words import dummies, explain, shown

__all__ = [
    "ROUND_ROBIN_LIST",
    "SWISS_LIST",
    "Name",
    "TieBreak",
    "UnknownTieBreak",
    "Value",
    "dummies",
    "explain",
    "parse",
    "parse_list",
    "shown",
]
