"""The records by which programs of the TRF16 age said what TRF26 has records for.

XX is JaVaFo's, BB bbpPairings'.
"""

from itertools import groupby
from operator import itemgetter

from ..event import Acceleration, Code, Forbidden
from .draft import Bye, Draft
from .headers import INITIAL_COLOURS, Reader, rounds
from .lines import Line

# The letters of a scoring that a key of XXS stands for.
WORTH_OF_KEY = {"W": "W", "D": "D", "L": "L", "PAB": "P", "FL": "F", "ZPB": "Z"}
WORTH_OF_RECORD = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBF": "F", "BBU": "P"}


def initial_colour(draft: Draft, line: Line) -> None:
    """XXC, a list of settings; `rank` among them says how programs number players."""
    for column, word in line.words(4):
        if word.lower() == "rank":
            continue
        name = word.lower().removesuffix("1")
        if name not in INITIAL_COLOURS:
            raise line.error(column, f"expected white1 or black1, not {word!r}.")
        draft.initial_colour = INITIAL_COLOURS[name]


def worth(draft: Draft, line: Line) -> None:
    """BBW and its kin: the points of one kind of result."""
    for column, word in line.words(4):
        points = line.points(column, word, "The worth of a result")
        draft.worth[WORTH_OF_RECORD[line.code]] = points


def scoring(draft: Draft, line: Line) -> None:
    """XXS, a list like W=3 D=1."""
    for column, word in line.words(4):
        key, _, points = word.partition("=")
        if key.upper() not in WORTH_OF_KEY:
            known = " ".join(WORTH_OF_KEY)
            raise line.error(column, f"expected the worth of one of {known}, not {word!r}.")
        draft.worth[WORTH_OF_KEY[key.upper()]] = line.points(column, points, f"The worth of {key}")


def absences(draft: Draft, line: Line) -> None:
    """XXZ: players absent from the round to pair."""
    columns = [column for column, _ in line.words(4)]
    draft.byes += [
        Bye(line, column, Code.ABSENT, number, None)
        for column, number in zip(columns, draft.players(line, 4), strict=True)
    ]


def extra_points(draft: Draft, line: Line) -> None:
    """XXA: a player, and the extra points in each round."""
    words = list(line.words(4))
    if not words:
        raise line.error(5, "expected a player and points.")
    number = line.whole_word(words[0][0], words[0][1], "A player")
    draft.named.append((line, words[0][0], number))
    points = [line.points(column, word, "The extra points") for column, word in words[1:]]
    for worth, run in groupby(enumerate(points, start=1), key=itemgetter(1)):
        rounds = [round_ for round_, _ in run]
        if worth:
            key = worth, rounds[0], rounds[-1]
            draft.extra_points.setdefault(key, []).append(number)


def accelerations(extra_points: dict[tuple[int, int, int], list[int]]) -> list[Acceleration]:
    """The extra points of single players as those of ranges of players."""
    found = []
    for (points, first, last), players in extra_points.items():
        ordered = enumerate(sorted(set(players)))
        for _, run in groupby(ordered, key=lambda item: item[1] - item[0]):
            numbers = [number for _, number in run]
            found.append(Acceleration(points, first, last, numbers[0], numbers[-1]))
    return found


def forbidden(draft: Draft, line: Line) -> None:
    """XXP: players no two of whom may meet."""
    draft.forbidden.append(Forbidden(draft.players(line, 4)))


READERS: dict[str, Reader] = {
    "XXR": rounds,
    "XXC": initial_colour,
    "XXS": scoring,
    "XXZ": absences,
    "XXA": extra_points,
    "XXP": forbidden,
    **dict.fromkeys(WORTH_OF_RECORD, worth),
}
