"""Swiss tournaments as FIDE runs them: pairing (Dutch, 2026), tie-breaks and report files.

Pure and on its own: the standard library only, no clock, no randomness without a seed. Everything
works on an `Event`, points are integers in tenths:

>>> from tournaments.swiss import Code, Colour, Event, Player, after_round, pair_round, standings
>>> players = tuple(Player(number) for number in range(1, 5))
>>> event = Event(players, rounds=3, initial_colour=Colour.WHITE)
>>> [(pair.white, pair.black) for pair in pair_round(event)]
[(1, 3), (4, 2)]
>>> won, drawn = (Code.WIN, Code.LOSS), (Code.DRAW, Code.DRAW)
>>> event = after_round(event, {(1, 3): won, (4, 2): drawn})
>>> [(line.rank, line.number) for line in standings(event, "BH,SB")]
[(1, 1), (2, 2), (2, 4), (4, 3)]

- `pair_round` pairs the next round, with the reasons of each pair; `words.explain` tells them;
- `with_byes` and `after_round` lead from one round to the next;
- `standings` ranks the players by a list of tie-breaks, each value with its sum, which
  `tiebreaks.explain` tells;
- `check` finds the rounds that the rules would have paired otherwise, `judge` does so with boards
  that are still to be played;
- `trf.read` and `trf.write` turn report files into a `trf.Report`, which has the event, and back;
- `round_robin` makes Berger tables, `generate` random events.

`python -m tournaments.swiss --help` tells how to use it on the command line.
"""

from . import tiebreaks, trf, words
from .checker import Difference, check, judge
from .entrants import Mode
from .event import (
    Acceleration,
    Bonus,
    BrokenEvent,
    Code,
    Colour,
    Event,
    Forbidden,
    Player,
    Result,
    Scoring,
)
from .generator import Chances, generate
from .pairing import NoLegalPairing, NoRoundLeft, pair_round
from .reasons import Pair, Reasons
from .round_robin import round_robin
from .rounds import after_round, with_byes
from .standings import Standing, standings

__all__ = [
    "Acceleration",
    "Bonus",
    "BrokenEvent",
    "Chances",
    "Code",
    "Colour",
    "Difference",
    "Event",
    "Forbidden",
    "Mode",
    "NoLegalPairing",
    "NoRoundLeft",
    "Pair",
    "Player",
    "Reasons",
    "Result",
    "Scoring",
    "Standing",
    "after_round",
    "check",
    "generate",
    "judge",
    "pair_round",
    "round_robin",
    "standings",
    "tiebreaks",
    "trf",
    "with_byes",
    "words",
]
