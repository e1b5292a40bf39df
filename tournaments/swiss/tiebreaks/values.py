"""What a tie-break came to, and the sum behind it as data.

Amounts and scores are integers in tenths, as in `event`, unless a docstring says otherwise.
"""

from dataclasses import dataclass
from fractions import Fraction

from ..event import Code
from .codes import TieBreak


@dataclass(frozen=True, slots=True)
class Term:
    """What one round brings to a Buchholz or a Sonneborn-Berger (C.07 8.1, 9.1, 16.4).

    `score` is the opponent's, or a dummy's: the smaller of the player's `own` score and of
    `limit`, which are None where there is no dummy. `is_voluntary` marks a voluntarily unplayed
    round (16.1.2), which is cut first.
    """

    round: int
    code: Code
    opponent: int | None
    score: int
    points: int
    is_voluntary: bool = False
    own: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreSum:
    """The sum of the scores of `terms`, each times the points if `is_weighted`, without `cut`.

    `terms` are in order of rounds and include what was cut; `cut` is in order of cutting.
    """

    terms: tuple[Term, ...]
    cut: tuple[Term, ...] = ()
    is_weighted: bool = False

    def amount(self, term: Term) -> int:
        """What a term adds: tenths, or hundredths if weighted."""
        return term.score * term.points if self.is_weighted else term.score


@dataclass(frozen=True, slots=True)
class Part:
    """One summand: a round, or an opponent met in it."""

    round: int
    amount: int | Fraction
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class RoundSum:
    """The sum of `parts` without `cut`. A round that counts as one has 10 tenths, as a point has.

    `limit` is the score, in tenths, from which opponents count for a Koya.
    """

    parts: tuple[Part, ...]
    cut: tuple[Part, ...] = ()
    limit: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of `parts` without `cut`, rounded half up to a whole number if `is_rounded`.

    The amounts are ratings, or Buchholz sums in points. `exact` is None when nothing is left.
    """

    parts: tuple[Part, ...]
    cut: tuple[Part, ...]
    exact: Fraction | None
    is_rounded: bool = False


@dataclass(frozen=True, slots=True)
class Performance:
    """A rating performance (10.2): the opponents' mean rating, and the difference for the score.

    `half_points` counts a win as 2 and a draw as 1 whatever the event's scoring.
    """

    average: int
    half_points: int
    games: int
    percent: int
    difference: int


@dataclass(frozen=True, slots=True)
class Expectation:
    """A perfect performance (10.3): each opponent's part holds the expected score in percent.

    `below` is the total in percent one rating point lower, or None if the player scored nothing
    and gets the lowest opponent's rating less 800.
    """

    parts: tuple[Part, ...]
    below: int | None

    @property
    def total(self) -> int:
        return int(sum(part.amount for part in self.parts))


@dataclass(frozen=True, slots=True)
class Stage:
    """One look at a tied group in a direct encounter (article 6), for one of its players.

    `best` is what the player would have if all games not played inside the group were won, in
    tenths; `met` how many of the group were met; `tier` the tied players' part of the group that
    this look left the player in.
    """

    group: tuple[int, ...]
    score: Fraction
    met: int
    best: Fraction
    tier: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Encounter:
    """The looks at the groups of a player, from the largest; none for a player who is not tied."""

    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A number that the player brought along: a rating or a pairing number."""


Worked = ScoreSum | RoundSum | Mean | Performance | Expectation | Encounter | Given


@dataclass(frozen=True, slots=True)
class Value:
    """A tie-break of a player: exact, in points (or rating points); None is no value.

    A direct encounter has the place inside the tied group, or 0 if it decided nothing there.
    `worked` is None if there is no value.
    """

    tie_break: TieBreak
    amount: Fraction | None
    worked: Worked | None
