"""What the analysis of a game answers."""

from typing import Literal, TypedDict


class AnalysedMove(TypedDict):
    """`before` and `after` are the chances of the side that moves, each by a search of its own;
    `line` is how the search would have gone on, `best` first. `simulations` were made before the
    move. `proof` is the result with best play of both after it, where it was proved."""

    ply: int
    move: str
    side: Literal["black", "white"]
    before: float
    after: float
    swing: Literal["swing", "large"] | None
    best: str
    best_chance: float
    line: list[str]
    simulations: int
    best_visits: int
    played_visits: int
    proof: Literal["black", "white", "draw"] | None


class Analysis(TypedDict):
    """`done` of the `positions` have been searched. `black` has Black's chance after each ply from
    0 on, `moves` begin with ply 3; both are empty until the state is `done`."""

    game: int
    state: Literal["waiting", "running", "done", "failed"]
    asked: str
    finished: str | None
    simulations: int
    engine: str | None
    done: int
    positions: int
    black: list[float]
    moves: list[AnalysedMove]
