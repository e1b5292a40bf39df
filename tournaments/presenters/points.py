"""Points and results as tables show them."""

from tournaments.swiss.event import Code

HALF = "\N{VULGAR FRACTION ONE HALF}"
MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def in_points(tenths: int) -> str:
    """``1 point``, ``2.5 points``, ``no points``."""
    if not tenths:
        return "no points"
    whole, rest = divmod(tenths, 10)
    return f"{whole}{f'.{rest}' if rest else ''} point{'' if tenths == 10 else 's'}"


SIGNS = {
    Code.WIN: "+",
    Code.UNRATED_WIN: "+",
    Code.FORFEIT_WIN: "+",
    Code.DRAW: "=",
    Code.UNRATED_DRAW: "=",
    Code.LOSS: MINUS,
    Code.UNRATED_LOSS: MINUS,
    Code.FORFEIT_LOSS: MINUS,
}
SCORES = {
    Code.WIN: "1",
    Code.UNRATED_WIN: "1",
    Code.FORFEIT_WIN: "1f",
    Code.DRAW: HALF,
    Code.UNRATED_DRAW: HALF,
    Code.LOSS: "0",
    Code.UNRATED_LOSS: "0",
    Code.FORFEIT_LOSS: "0f",
}
WORDS = {
    Code.WIN: "won",
    Code.UNRATED_WIN: "won, not rated",
    Code.FORFEIT_WIN: "won by forfeit",
    Code.DRAW: "drew",
    Code.UNRATED_DRAW: "drew, not rated",
    Code.LOSS: "lost",
    Code.UNRATED_LOSS: "lost, not rated",
    Code.FORFEIT_LOSS: "lost by forfeit",
    Code.ALLOCATED_BYE: "the bye",
    Code.FULL_BYE: "full-point bye",
    Code.HALF_BYE: "half-point bye",
    Code.ABSENT: "did not play",
}


def result(white: str, black: str) -> str:
    """Of a decided board, the first player's score first: ``1 - 0`` with a dash."""
    return f"{SCORES[Code(white)]} {DASH} {SCORES[Code(black)]}"
