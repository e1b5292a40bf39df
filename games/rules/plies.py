"""Numbers of plies and of moves.

Plies count from 1 and the second of them is the choice of side. A move has the number that a record
gives it, which counts placements (rules.md, "Texts"): move 2 is ply 3. People are told of moves,
programs of plies.
"""

SIDE_CHOICE_PLY = 2
"""The ply at which the second player takes a side (the pie rule)."""
SIDE_CHOICES = ("swap", "keep")


def number_of(ply: int) -> int | None:
    """The number that a record gives this ply; None for the choice of side."""
    if ply == SIDE_CHOICE_PLY:
        return None
    return ply if ply < SIDE_CHOICE_PLY else ply - 1


def in_words(ply: int) -> str:
    """`move 12`, or `the choice of side`."""
    number = number_of(ply)
    return "the choice of side" if number is None else f"move {number}"
