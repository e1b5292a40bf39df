"""Makes the move after which the score is best. Low heights, compared first, count more."""

import random


def choose(position, clock):
    def lead(move):
        levels = position.play(move).score().levels
        points = sum((level.black - level.white) / 2**level.height for level in levels)
        return (points if position.turn == "black" else -points, random.random())

    return max(map(position.first_move, position.placements()), key=lead)
