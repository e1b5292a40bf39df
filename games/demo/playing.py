"""The demo's games are played here, in memory: true games, moved by chance."""

import random
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations

from games.house.moves import best_of_few, random_move
from games.models import Termination
from games.rules import Position, Side
from games.rules.plies import SIDE_CHOICE_PLY


@dataclass(frozen=True)
class Plan:
    """A demo game: its players by index, and after how many plies (and how) it stops.

    `plies` None means to the scored end; an `ending` other than None stops it there.
    """

    first: int
    second: int
    size: int
    control: str
    rated: bool = True
    plies: int | None = None
    ending: Termination | None = None


@dataclass
class Played:
    """The plies of a game, each with the seat (0 or 1) of its player, and what they lead to."""

    position: Position
    plies: list[tuple[int, str]] = field(default_factory=list)
    swapped: bool | None = None

    @property
    def seat_to_move(self) -> int:
        if len(self.plies) < SIDE_CHOICE_PLY:
            return len(self.plies)
        return int((self.position.turn == Side.WHITE) != self.swapped)


@dataclass(frozen=True)
class PastGame:
    """A game of the season, and how long ago it ended."""

    plan: Plan
    played: Played
    ago: timedelta


def play(plan: Plan, source: random.Random, care: tuple[float, float] = (1, 1)) -> Played:
    """Play the game to where its plan stops it. `care` is each player's share of moves that are
    the best of a few; the others are any."""
    played = Played(Position.start(plan.size))
    while not played.position.is_over and len(played.plies) != plan.plies:
        seat = played.seat_to_move
        if len(played.plies) == SIDE_CHOICE_PLY - 1:
            played.swapped = source.random() < 0.5
            text = "swap" if played.swapped else "keep"
        else:
            is_careful = care[seat] == 1 or source.random() < care[seat]
            move = (best_of_few if is_careful else random_move)(played.position, source)
            played.position, text = played.position.play(move), str(move)
        played.plies.append((seat, text))
    return played


SEED = 2026
ROUNDS = 3
SIZES = (5, 6, 5, 7, 5, 6)
FIRST_END, LAST_END = timedelta(days=89), timedelta(days=13)


def play_season(care: list[float], strangers: set[tuple[int, int]]) -> list[PastGame]:
    """Rated games of everybody with everybody, three of each pair, in the order of their ends.

    `care` is that of each player. `strangers` are pairs, the lower index first, that do not play.
    It takes some seconds and needs no database.
    """
    source = random.Random(SEED)  # noqa: S311  the same season on every machine
    pairs = [pair for pair in combinations(range(len(care)), 2) if pair not in strangers]
    meetings = [pair for _ in range(ROUNDS) for pair in source.sample(pairs, len(pairs))]
    step = (FIRST_END - LAST_END) / len(meetings)
    games = []
    for number, pair in enumerate(meetings):
        first, second = pair if source.random() < 0.5 else pair[::-1]
        plan = Plan(first, second, SIZES[number % len(SIZES)], "3d")
        played = play(plan, source, (care[first], care[second]))
        games.append(PastGame(plan, played, FIRST_END - number * step))
    return games
