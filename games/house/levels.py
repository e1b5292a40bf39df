"""The levels of the house players, weakest first, named after volcanic rock.

How strong a level is follows from its simulations alone, never from time: it plays the same on
every machine. `Level.elo` says how far it is above a player who makes any legal move: measured in
matches of neighbours on size 6, 200 to 400 games each, and interpolated between them (a step may
be wrong by 40 to 80 points). Ratings of the site are on the same scale, in which 400 points are
odds of ten to one; only where it begins is a matter of choice. Who moves at random would sink to
the floor of the ratings, 600, so a level is expected at 600 and its Elo above random. That puts a
newcomer's 1500 near Perlite. It is an estimate, and gives way to the level's own rating as soon
as that is no longer provisional.
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
        3,
        False,
        "Draws three moves by lot, plays each to the end at random, and takes the best of them.",
        310,
    ),
    Level(
        "scoria",
        "Scoria",
        10,
        False,
        "Compares ten moves, by one game each that is played to the end at random.",
        540,
    ),
    Level(
        "tuff",
        "Tuff",
        35,
        False,
        "Compares 35 moves, and learns from each which cells are good for the next one to try.",
        710,
    ),
    Level(
        "perlite",
        "Perlite",
        75,
        False,
        "Compares 75 moves by what they lead to, but does not look for your answer.",
        945,
    ),
    Level(
        "rhyolite",
        "Rhyolite",
        150,
        False,
        "Compares over a hundred moves, and looks for answers to the few that seem best.",
        1165,
    ),
    Level(
        "trachyte",
        "Trachyte",
        300,
        False,
        "Looks for your best answers to its good moves, rarely any further.",
        1360,
    ),
    Level(
        "dacite",
        "Dacite",
        750,
        True,
        "Looks two or three plies ahead, and works out endings when few cells are left.",
        1565,
    ),
    Level(
        "andesite",
        "Andesite",
        2_000,
        True,
        "Follows its best moves a few plies ahead, and works out endings when few cells are left.",
        1760,
    ),
    Level(
        "basalt",
        "Basalt",
        6_000,
        True,
        "Weighs several plans some plies ahead, and plays most endings without a mistake.",
        1970,
    ),
    Level(
        "obsidian",
        "Obsidian",
        20_000,
        True,
        "The strongest: it looks furthest ahead, and plays most endings without a mistake.",
        2155,
    ),
)
