"""Matches: games of two players from both sides of random first volcanoes.

Each pair of games begins with the same volcano, any cell of the board; in its first game the first
player is Black, in its second White. Nobody swaps. What a player may do is for `games.rules` to
say, and so is who won: the search has no part in it.
"""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from games.rules import Position, Result, RulesError, Side

from .players import Chooser, ready
from .tally import Tally


@dataclass(frozen=True)
class Pairing:
    """What a match is: two descriptions of players, the board's size, and the seed."""

    first: str
    second: str
    size: int
    seed: int = 1


@dataclass(frozen=True)
class Played:
    """A game as the first player sees it: the points, the side, how many moves each made, their
    seconds of the process's time, and what went wrong if a player lost by it."""

    points: float
    side: Side
    moves: tuple[int, int]
    seconds: tuple[float, float]
    fault: str = ""


def games_of(pairing: Pairing, numbers: range, processes: int = 1) -> Iterator[Played]:
    """Play the games with these numbers, which begin at 0, in their order. Each follows from the
    pairing and its number alone, unless time limits a player."""
    if processes == 1:
        yield from (game(pairing, number) for number in numbers)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(game, [pairing] * len(numbers), numbers)


def opening(pairing: Pairing, number: int) -> Position:
    """What a game begins with: one volcano, the same for both games of a pair."""
    source = random.Random(f"{pairing.seed} pair {number // 2}")  # noqa: S311
    start = Position.start(pairing.size)
    return start.play(source.choice(start.placements()))


def game(pairing: Pairing, number: int) -> Played:
    """Play one game."""
    side = Side.WHITE if number % 2 else Side.BLACK
    seeds = random.Random(f"{pairing.seed} {number}")  # noqa: S311  a game, not a secret
    position = opening(pairing, number)
    choosers = ready(pairing.first, pairing.size), ready(pairing.second, pairing.size)
    moves, seconds = [0, 0], [0.0, 0.0]
    while not position.is_over:
        mover = 0 if position.turn is side else 1
        start = time.process_time()
        try:
            position = _played(position, choosers[mover], seeds.getrandbits(32))
        except (RulesError, ValueError, IndexError) as error:
            fault = f"{(pairing.first, pairing.second)[mover]}: {error} in {position}"
            return Played(float(mover), side, (moves[0], moves[1]), (seconds[0], seconds[1]), fault)
        seconds[mover] += time.process_time() - start
        moves[mover] += 1
    points = _points(position, side)
    return Played(points, side, (moves[0], moves[1]), (seconds[0], seconds[1]))


def _played(position: Position, choose: Chooser, seed: int) -> Position:
    return position.play(choose(position, seed))


def _points(position: Position, side: Side) -> float:
    result = position.score().result
    return 0.5 if result is Result.DRAW else float(result.value == side.value)


def tally(games: list[Played]) -> Tally:
    """The games of a match counted."""
    points = [game.points for game in games]
    return Tally(points.count(1.0), points.count(0.0), points.count(0.5))


def report(pairing: Pairing, games: list[Played]) -> str:
    """A match in a few lines."""
    lines = [
        f"{pairing.first} against {pairing.second}, size {pairing.size}, {len(games)} games, "
        f"seed {pairing.seed}",
        f"All: {tally(games)}",
    ]
    for side in Side:
        lines += [f"As {side}: {tally([game for game in games if game.side is side])}"]
    for who, name in enumerate((pairing.first, pairing.second)):
        lines += [f"{name}: {milliseconds(games, who):.2f} ms a move"]
    return "\n".join(lines + ([game.fault for game in games if game.fault] or ["No faults"]))


def milliseconds(games: list[Played], who: int) -> float:
    """The mean time of a player's moves, by the process's own clock."""
    moves = sum(game.moves[who] for game in games)
    return 1000 * sum(game.seconds[who] for game in games) / max(1, moves)
