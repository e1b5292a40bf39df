"""What the solver can say of a position."""

from dataclasses import dataclass

from games.rules import Move, Result


@dataclass(frozen=True)
class Proof:
    """The result with best play of both from a position: by proof, not by estimate.

    `move` is one that keeps a win or a draw for the mover; None where the mover loses whatever
    they play, or the game is over. `nodes` is how many positions were looked at.
    """

    result: Result
    move: Move | None
    nodes: int
