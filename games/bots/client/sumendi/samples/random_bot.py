"""Places anywhere, and spills as it comes."""

import random


def choose(position, clock):
    placement = random.choice(position.placements())
    return position.first_move(placement)
