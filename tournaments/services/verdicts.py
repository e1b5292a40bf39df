"""What an organiser, or the rule for the deadline, can say about a board."""

from enum import StrEnum

from games.models import Game, Result, Termination
from ratings.replay import PLIES_OF_BOTH


class Verdict(StrEnum):
    """First and second are the seats of the game. A forfeit is for somebody who never played."""

    FIRST_WINS = "first_wins"
    DRAW = "draw"
    SECOND_WINS = "second_wins"
    FIRST_FORFEITS = "first_forfeits"
    SECOND_FORFEITS = "second_forfeits"
    BOTH_FORFEIT = "both_forfeit"

    @property
    def is_forfeit(self) -> bool:
        return self in FORFEITS

    @property
    def termination(self) -> Termination:
        return Termination.FORFEIT if self.is_forfeit else Termination.ADJUDICATION

    def result_in(self, game: Game) -> Result | str:
        """As the game has it, by the sides; empty when nobody won and it is no draw."""
        match self:
            case Verdict.DRAW:
                return Result.DRAW
            case Verdict.BOTH_FORFEIT:
                return ""
            case Verdict.FIRST_WINS | Verdict.SECOND_FORFEITS:
                return Result.WHITE if game.swapped else Result.BLACK
        return Result.BLACK if game.swapped else Result.WHITE


FORFEITS = (Verdict.FIRST_FORFEITS, Verdict.SECOND_FORFEITS, Verdict.BOTH_FORFEIT)
BY_POINTS = {2: Verdict.FIRST_WINS, 1: Verdict.DRAW, 0: Verdict.SECOND_WINS}
"""By the half points of the first player."""


def of_plies(verdict: Verdict, plies: int) -> Verdict:
    """What it says of a game after so many plies: a win over somebody who has made none is their
    forfeit, as for the tables."""
    if plies < PLIES_OF_BOTH and verdict is Verdict.FIRST_WINS:
        return Verdict.SECOND_FORFEITS
    if plies == 0 and verdict is Verdict.SECOND_WINS:
        return Verdict.FIRST_FORFEITS
    return verdict


def can_be_drawn(plies: int) -> bool:
    """A game without a ply was not played, and an unplayed game is no draw."""
    return plies > 0


def forfeits_open_to(plies: int) -> tuple[Verdict, ...]:
    """Who can have failed to appear in a game after so many plies: those who have made none."""
    return {0: FORFEITS, 1: (Verdict.SECOND_FORFEITS,)}.get(plies, ())
