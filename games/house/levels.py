"""The levels of the house players, weakest first, named after volcanic rock.

How strong a level is follows from its simulations alone, never from time: it plays the same on
every machine. `Level.elo` says how far it is above a player who makes any legal move: the sum of
what neighbours scored against each other in matches on size 6 (CONTRIBUTING.md has them; a step
may be wrong by 50 to 80 points). Ratings of the site are on the same scale, in which 400 points
are odds of ten to one; only where it begins is a matter of choice. Who moves at random would sink
to the floor of the ratings, 600, so a level is expected at 600 and its Elo above random. That puts
a newcomer's 1500 between Perlite and Rhyolite. It is an estimate, and gives way to the level's own
rating, which begins with it, as soon as that is no longer provisional.

How far a level looks ahead is how long the line of its most visited moves is, in the middle of
games of size 6.
"""

from dataclasses import dataclass

RATING_OF_RANDOM = 600
ROUNDED_TO = 50


@dataclass(frozen=True)
class Level:
    """A house player: `simulations` are those of each move, none for one that does not search;
    with `solver` it also proves endings. `about` is a sentence on how it plays."""

    code: str
    name: str
    simulations: int
    solver: bool
    about: str
    elo: int = 0

    @property
    def username(self) -> str:
        """The name of its account."""
        return f"house-{self.code}"

    @property
    def searches(self) -> bool:
        return self.simulations > 0

    @property
    def strength(self) -> int:
        """The rating to expect of it, to 50 points."""
        return round((RATING_OF_RANDOM + self.elo) / ROUNDED_TO) * ROUNDED_TO


LEVELS = (
    Level(
        "pumice",
        "Pumice",
        2,
        False,
        "Picks two moves at random, plays each to an end at random, and takes the better one.",
        190,
    ),
    Level(
        "scoria",
        "Scoria",
        20,
        False,
        "Picks about twenty moves at random, plays each to an end at random, and takes the best.",
        381,
    ),
    Level(
        "tuff",
        "Tuff",
        45,
        False,
        "Compares about 40 moves, and does not look for your answers.",
        627,
    ),
    Level(
        "perlite",
        "Perlite",
        75,
        False,
        "Compares about 50 moves, and sees a few of your answers.",
        837,
    ),
    Level(
        "rhyolite",
        "Rhyolite",
        150,
        False,
        "Compares about 70 moves, and looks two moves ahead at the best of them.",
        1067,
    ),
    Level(
        "trachyte",
        "Trachyte",
        300,
        False,
        "Compares about 90 moves, and looks two or three moves ahead at the best of them.",
        1253,
    ),
    Level(
        "dacite",
        "Dacite",
        750,
        True,
        "Looks three moves ahead, and works out endings once 14 cells are left to place on.",
        1453,
    ),
    Level(
        "andesite",
        "Andesite",
        2_000,
        True,
        "Looks three or four moves ahead, and works out endings once 14 cells are left.",
        1630,
    ),
    Level(
        "basalt",
        "Basalt",
        6_000,
        True,
        "Looks about five moves ahead, and works out endings once 14 cells are left.",
        1812,
    ),
    Level(
        "obsidian",
        "Obsidian",
        20_000,
        True,
        "Looks about seven moves ahead, and works out endings once 14 cells are left.",
        1998,
    ),
)
