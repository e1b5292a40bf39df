"""Players of matches, by description.

andesite            a house level
sims=2000           the search with so many simulations a move
ms=20               the search with so many milliseconds of the process's own time a move
sims=2000,solver    with proved endings (also with ms)
sims=2000,weights=FILE   with the evaluation of that file
uct=2000            plain UCT with so many simulations a move
uct,ms=20           plain UCT with so many milliseconds a move
flat=50x1000        50 random moves, 1,000 random games each
random              any legal move
"""

import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from games.house.levels import LEVELS
from games.rules import Move, Position

from ..engine import Limits, grow, weights_in, weights_of
from ..solver import prove
from ..state import move_of
from .flat import flat_move
from .plain import plain_move
from .sampling import random_move

Chooser = Callable[[Position, int], Move]
"""A move in a position that is not over; the same for the same seed if no time limits it."""
UNLIMITED = 1_000_000
"""Simulations of a move that only time limits."""
SEARCHING = {"sims", "ms", "solver", "weights"}
BY_LEVEL = {
    level.code: f"sims={level.simulations}" + (",solver" if level.solver else "")
    for level in LEVELS
    if level.searches
}


def player(description: str) -> Chooser:
    """What a description stands for. Raises ValueError, with a sentence."""
    text = BY_LEVEL.get(description, description)
    options = {name: value for name, _, value in (part.partition("=") for part in text.split(","))}
    try:
        if options.keys() == {"random"}:
            return random_move
        if options.keys() == {"flat"}:
            moves, games = map(_positive, options["flat"].split("x"))
            return lambda position, seed: flat_move(position, moves, games, seed)
        if options.keys() in ({"uct"}, {"uct", "ms"}):
            return _plain(options)
        if options.keys() & {"sims", "ms"} and options.keys() <= SEARCHING:
            return _searching(options)
    except ValueError:
        pass
    raise ValueError(f"No player is described by {description!r}. See manage.py match --help.")


@lru_cache
def ready(description: str, size: int) -> Chooser:
    """The player after its first move, which takes long: its code is compiled then, or loaded."""
    choose = player(description)
    choose(Position.start(size), 0)
    return choose


def _plain(options: dict[str, str]) -> Chooser:
    simulations, seconds = _positive(options["uct"] or UNLIMITED), _seconds(options)
    return lambda position, seed: plain_move(position, simulations, seconds, seed)


def _searching(options: dict[str, str]) -> Chooser:
    limits = Limits(_positive(options.get("sims", UNLIMITED)), _seconds(options))
    file = options.get("weights")
    if file is not None and not Path(file).is_file():
        raise ValueError(f"There is no file {file}.")

    def choose(position: Position, seed: int) -> Move:
        proof = prove(position) if "solver" in options else None
        if proof and proof.move:
            return proof.move
        weights = weights_in(file) if file else weights_of(position.size)
        tree = grow(position, limits, seed, weights, clock=time.process_time)
        code, _, _ = next(tree.choices())
        return move_of(position, code)

    return choose


def _seconds(options: dict[str, str]) -> float | None:
    return _positive(options["ms"]) / 1000 if "ms" in options else None


def _positive(given: str | int) -> int:
    number = int(given)
    if number < 1:
        raise ValueError(f"{number} is less than 1.")
    return number
