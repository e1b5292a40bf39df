"""Makes the move after which the score is best; low heights are compared first."""


def choose(position, clock):
    def lead(move):
        levels = position.play(move).score().levels
        return sum(sign * (level.black - level.white) / 2**level.height for level in levels)

    sign = 1 if position.turn == "black" else -1
    return max(map(position.first_move, position.placements()), key=lead)
