"""What an analysis says of each move: derived from what was found in the positions before and
after it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.models import AnalysedPosition
from games.rules import Side
from games.rules.plies import SIDE_CHOICE_PLY

FIRST_JUDGED = SIDE_CHOICE_PLY + 1
"""The first ply that is judged: a first volcano that is too good is taken by the swap, so neither
it nor the side choice can be measured by the chances of the one who made it."""
SWING, LARGE_SWING = 0.1, 0.2
"""How much of a chance a move must give away to be marked; less is within the error of a search."""


class Swing(StrEnum):
    """A move that gave away a good part of the mover's chance."""

    SWING = "swing"
    LARGE = "large"


@dataclass(frozen=True)
class Judgement:
    """A placement, as the positions `before` and `after` it were judged."""

    ply: int
    move: str
    side: Side
    before: AnalysedPosition
    after: AnalysedPosition

    @property
    def chance_before(self) -> float:
        """The mover's, by the search of the position before."""
        return self.before.chance

    @property
    def chance_after(self) -> float:
        """The mover's, by the search of the position after."""
        return 1 - self.after.chance

    @property
    def change(self) -> float:
        return self.chance_after - self.chance_before

    @property
    def is_best(self) -> bool:
        """Whether the search would have played the same, or the move kept what was proved, or is
        proved to win, which a search that proved nothing may not have seen."""
        if self.move == self.before.best or self.after.proof == self.side:
            return True
        return self.before.proof != "" and self.before.proof == self.after.proof

    @property
    def swing(self) -> Swing | None:
        return swing_of(self.move, self.before, self.after)


@dataclass(frozen=True)
class Figures:
    """An analysis that is done: Black's chance after each ply from 0 on, and the judged moves."""

    blacks: Sequence[float]
    proofs: Sequence[str]
    judgements: Sequence[Judgement]
    positions: Mapping[int, AnalysedPosition]


def figures_of(moves: Sequence[str], positions: Iterable[AnalysedPosition]) -> Figures:
    """Of the texts of all plies, and what was found in each position of the game."""
    found = {position.ply: position for position in positions}
    plies = range(len(moves) + 1)
    judgements = [
        Judgement(ply, moves[ply - 1], side_at(ply), found[placed(ply - 1)], found[ply])
        for ply in plies[FIRST_JUDGED:]
    ]
    blacks = [_blacks(found[placed(ply)]) for ply in plies]
    proofs = [found[placed(ply)].proof for ply in plies]
    return Figures(blacks, proofs, judgements, found)


def placed(ply: int) -> int:
    """The ply whose position is that after `ply`: the side choice changes none."""
    return ply - 1 if ply == SIDE_CHOICE_PLY else ply


def side_at(ply: int) -> Side:
    """Who places at a ply other than 2: Black the first volcano, White the second one."""
    return Side.BLACK if ply == 1 or ply % 2 == 0 else Side.WHITE


def side_to_place(position: AnalysedPosition) -> Side:
    """Whose chance that of the position is."""
    return side_at(next_placement(position.ply))


def swing_of(move: str, before: AnalysedPosition, after: AnalysedPosition) -> Swing | None:
    """How much `move`, which led from one position to the other, gave away."""
    lost = before.chance - (1 - after.chance)
    if move == before.best or lost < SWING:
        return None
    return Swing.LARGE if lost >= LARGE_SWING else Swing.SWING


def _blacks(position: AnalysedPosition) -> float:
    """Black's chance in a position: Black is to move after ply 0 and each odd one but the first."""
    is_blacks = side_to_place(position) == Side.BLACK
    return position.chance if is_blacks else 1 - position.chance


def next_placement(ply: int) -> int:
    """The ply of the placement that follows `ply`."""
    return ply + 2 if ply + 1 == SIDE_CHOICE_PLY else ply + 1
