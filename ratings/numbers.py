"""Every number of the ratings, in one place.

A rating is a whole number of micro-points, an expected score a whole number of millionths, a
variance a float of square points.
"""

POINT = 1_000_000
ONE = 1_000_000

# Changes are shown in tenths of a point, half up: a smaller one than this is shown as 0.0.
LEAST_SHOWN = POINT // 20

START = 1500 * POINT
FLOOR = 600 * POINT
SCALE = 400 * POINT

# A difference counts as at most this, for a player below TRUE_DIFFERENCE_FROM.
D_LIMIT = 400 * POINT
TRUE_DIFFERENCE_FROM = 2650 * POINT

NEW_GAMES = 30
K_NEW = 40
K_ESTABLISHED = 20
K_SMALL = 10
PEAK_FOR_SMALL_K = 2400 * POINT

START_VARIANCE = 350.0**2
GROWTH_A_DAY = 25.0
PROVISIONAL_GAMES = 20
PROVISIONAL_DEVIATION = 150

LEAST_PLIES = 6
PAIR_DAYS = 30
PAIR_LIMIT_BOT = 3
PAIR_LIMIT_PEOPLE = 10

BOARD_GAMES = 20
BOARD_OPPONENTS = 5
BOARD_DAYS = 90

# A player enters an event with at least the peak less this.
EVENT_PEAK_MARGIN = 200 * POINT


def points(rating: int) -> int:
    """Micro-points as whole points, half up."""
    return (rating + POINT // 2) // POINT
