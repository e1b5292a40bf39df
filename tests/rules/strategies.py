"""Positions and games for property tests: random play from the empty board."""

import random

from hypothesis import strategies as st

from games.rules import SIZES, Move, Position, Spill


def random_move(position: Position, rng: random.Random) -> Move:
    placement = rng.choice(position.placements())
    targets = position.targets(placement)
    for _ in range(20):
        spills = [Spill(source, rng.choice(cells)) for source, cells in targets.items()]
        if len({spill.target for spill in spills}) == len(spills):
            return Move(placement, tuple(spills))
    return position.first_move(placement)


def random_game(size: int, seed: int, plies: int = 200) -> list[Position]:
    """The positions of a game that ends by the rules or after that many plies."""
    rng = random.Random(seed)
    positions = [Position.start(size)]
    while len(positions) <= plies and not positions[-1].is_over:
        positions.append(positions[-1].play(random_move(positions[-1], rng)))
    return positions


sizes = st.sampled_from(SIZES)
seeds = st.integers(0, 2**32 - 1)
games = st.builds(random_game, sizes, seeds)
positions = st.builds(random_game, sizes, seeds, st.integers(0, 60)).map(lambda game: game[-1])
unfinished = positions.filter(lambda position: not position.is_over)
