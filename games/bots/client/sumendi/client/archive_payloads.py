"""What the archive answers."""

from typing import Literal, TypedDict

from .payloads import Game


class ArchiveFilters(TypedDict, total=False):
    """`rating`: both players had at least so many points before the game. `since` and `until` are
    years."""

    rated: bool
    rating: int
    between: Literal["people", "mixed", "programs"]
    since: int
    until: int


class ArchivedGame(TypedDict):
    """The game had the position after this ply."""

    ply: int
    game: Game


class ArchiveResults(TypedDict):
    """For the side to move, on the empty board for the first player. In `chosen` games the second
    player chose a side, in `swapped` ones of them it was Black."""

    won: int
    drawn: int
    lost: int
    chosen: int
    swapped: int


class Continuation(TypedDict):
    move: str
    position: str
    results: ArchiveResults


class Explored(TypedDict):
    """`games` also counts those without a result that counts; `different` moves were played, of
    which `moves` are the most frequent."""

    position: str
    games: int
    results: ArchiveResults
    moves: list[Continuation]
    different: int


class Export(TypedDict):
    """`licence` is its name in the list of SPDX."""

    url: str
    name: str
    day: str
    games: int
    bytes: int
    licence: str
