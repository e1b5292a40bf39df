"""The tables of strength: which matches they have, and what was played of them so far.

The file of results has a line for each batch of games, so a table can be played bit by bit. Delete
it when the players have changed.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from games.house.levels import LEVELS
from games.rules import Position

from ..solver import placements, prove
from .matches import Pairing, games_of, milliseconds, tally
from .players import BY_LEVEL, ready
from .sampling import random_move
from .tally import Tally

BATCH = 20
MOST_PLACEMENTS = 14
GAMES = {5: 100, 6: 200, 7: 100}
HEADINGS = {
    "levels": "Neighbouring levels: the stronger is to score 65 to 88 %",
    "plain": "The search against plain UCT, 20 ms a move: at least 80 %",
    "flat": "Basalt against 50 random moves of 1,000 random games each: at least 95 %",
    "solver": f"Positions with at most {MOST_PLACEMENTS} placements: all to be proved within 1 s",
}


@dataclass(frozen=True)
class Batch:
    """Some games of a pairing: from which number on, how they went, how many of them ended by a
    fault, and the milliseconds of a move."""

    pairing: Pairing
    start: int
    tally: Tally
    faults: int
    milliseconds: tuple[float, float]

    def __str__(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, line: str) -> "Batch":
        stored = json.loads(line)
        stored["pairing"], stored["tally"] = Pairing(**stored["pairing"]), Tally(**stored["tally"])
        return cls(**stored)


def pairings(heading: str, sizes: list[int]) -> list[Pairing]:
    """The matches under a heading, the stronger player first."""
    if heading == "levels":
        codes = [level.code for level in LEVELS if level.code in BY_LEVEL]
        return [
            Pairing(BY_LEVEL[stronger], BY_LEVEL[weaker], size)
            for size in sizes
            for weaker, stronger in pairwise(codes)
        ]
    if heading == "plain":
        return [Pairing("ms=20", "uct,ms=20", size) for size in sizes]
    return [Pairing(BY_LEVEL["basalt"], "flat=50x1000", size) for size in sizes]


def stored(file: Path) -> list[Batch]:
    """The batches that were played so far."""
    return [Batch.parse(line) for line in file.read_text().splitlines()] if file.exists() else []


def play(pairing: Pairing, games: int, file: Path, processes: int) -> Iterator[Batch]:
    """Play what the file does not have yet of that many games, and add it there."""
    done = sum(batch.tally.games for batch in stored(file) if batch.pairing == pairing)
    for start in range(done, games, BATCH):
        played = list(games_of(pairing, range(start, min(start + BATCH, games)), processes))
        faults = sum(bool(game.fault) for game in played)
        times = round(milliseconds(played, 0), 3), round(milliseconds(played, 1), 3)
        batch = Batch(pairing, start, tally(played), faults, times)
        with file.open("a") as lines:
            lines.write(f"{batch}\n")
        yield batch


def table(heading: str, sizes: list[int], file: Path) -> str:
    """The matches under a heading, in Markdown, with a blank line after them."""
    batches = stored(file)
    lines = [
        f"**{HEADINGS[heading]}**",
        "",
        "| size | player | against | games | score, 95 % interval, Elo | faults | ms a move |",
        "|---|---|---|---|---|---|---|",
    ]
    rows = (
        _row(pairing, [batch for batch in batches if batch.pairing == pairing])
        for pairing in pairings(heading, sizes)
    )
    return "\n".join([*lines, *rows, "", ""])


def _row(pairing: Pairing, batches: list[Batch]) -> str:
    start = f"| {pairing.size} | {_name(pairing.first)} | {_name(pairing.second)} "
    if not batches:
        return f"{start}| {_games(pairing.size, 0)} | not played | | |"
    whole = sum((batch.tally for batch in batches), Tally())
    faults = sum(batch.faults for batch in batches)
    times = (
        sum(batch.milliseconds[who] * batch.tally.games for batch in batches) / whole.games
        for who in range(2)
    )
    return (
        f"{start}| {_games(pairing.size, whole.games)} | {whole} | {faults} | "
        f"{' / '.join(f'{t:.1f}' for t in times)} |"
    )


def _games(size: int, played: int) -> str:
    """How many games there are, of how many where some are missing."""
    return f"{played}" if played >= GAMES[size] else f"{played} of {GAMES[size]} games"


def _name(description: str) -> str:
    codes = [code for code, stands_for in BY_LEVEL.items() if stands_for == description]
    return f"{codes[0]} ({description})" if codes else description


def solver_line(size: int, games: int) -> str:
    """Endings of random games on a board, proved one by one, in Markdown."""
    seconds: list[float] = []
    unproved = 0
    ready("sims=1,solver", size)
    for number in range(games):
        for position in _ending(size, number):
            start = time.process_time()
            unproved += prove(position, most_placements=MOST_PLACEMENTS) is None
            seconds.append(time.process_time() - start)
    return (
        f"| {size} | {games} | {len(seconds)} | {len(seconds) - unproved} | "
        f"{1000 * sum(seconds) / len(seconds):.1f} | {1000 * max(seconds):.0f} |"
    )


def _ending(size: int, number: int) -> Iterator[Position]:
    position = Position.start(size)
    choose = ready("sims=300", size)
    while not position.is_over:
        if placements(position) <= MOST_PLACEMENTS:
            yield position
        seed = 1000 * number + position.occupied.bit_count()
        position = position.play(
            choose(position, seed) if position.occupied else random_move(position, seed)
        )
