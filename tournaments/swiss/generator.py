"""Random events for tests and benchmarks: the same seed gives the same event."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random

from .event import Code, Colour, Event, Player, Scoring
from .pairing import NoLegalPairing, pair_round
from .rounds import after_round, with_byes
from .tiebreaks.ratings import expected

# White and black of each board by pairing numbers; black None is the allocated bye.
Boards = Iterable[tuple[int, int | None]]
MEAN_RATING = 1700
SPREAD = 300
RATINGS = (800, 2800)
LATEST_ENTRY = 4


@dataclass(frozen=True, slots=True)
class Chances:
    """How often things happen, in percent: of all players, or of all players in each round.

    `draw` and `forfeit` are of all games, `double_forfeit` of all forfeits.
    """

    unrated: int = 0
    late_entry: int = 6
    withdrawal: int = 2
    absence: int = 3
    half_bye: int = 4
    full_bye: int = 0
    draw: int = 30
    forfeit: int = 3
    double_forfeit: int = 15


STANDARD = Scoring()
ORDINARY = Chances()
NOTHING_UNUSUAL = Chances(
    late_entry=0, withdrawal=0, absence=0, half_bye=0, forfeit=0, double_forfeit=0
)


def dutch_boards(event: Event) -> Boards:
    return ((pair.white, pair.black) for pair in pair_round(event))


def generate(
    players: int,
    rounds: int,
    seed: int,
    *,
    chances: Chances = ORDINARY,
    scoring: Scoring = STANDARD,
    boards: Callable[[Event], Boards] = dutch_boards,
    played: int | None = None,
) -> Event:
    """A random event, played to its end, or as far as there are legal pairings.

    With `played` it stops after so many rounds; byes for the next one are not asked for yet.
    `boards` pairs each round, by default by the Dutch rules. Raises `ValueError` for numbers that
    are negative.
    """
    if min(players, rounds, seed) < 0:
        raise ValueError("An event needs numbers of players and rounds, and a seed, not below 0.")
    random = Random(seed)  # noqa: S311
    event = Event(
        players=tuple(_entry_list(random, players, chances)),
        rounds=rounds,
        initial_colour=random.choice((Colour.WHITE, Colour.BLACK)),
        scoring=scoring,
    )
    entries = {
        player.number: random.randint(2, LATEST_ENTRY)
        if _happens(random, chances.late_entry)
        else 1
        for player in event.players
    }
    withdrawn: set[int] = set()
    for _ in range(rounds if played is None else min(played, rounds)):
        event = _with_byes(random, event, chances, entries, withdrawn)
        try:
            paired = list(boards(event))
        except NoLegalPairing:
            return _without_byes(event)
        event = _played(random, event, chances, paired)
    return event


def _happens(random: Random, percent: int) -> bool:
    return random.randrange(100) < percent


def _entry_list(random: Random, players: int, chances: Chances) -> list[Player]:
    low, high = RATINGS
    drawn = [max(low, min(high, round(random.gauss(MEAN_RATING, SPREAD)))) for _ in range(players)]
    width = len(str(players))
    return [
        Player(
            number=number,
            name=f"Player {number:0{width}}",
            rating=None if _happens(random, chances.unrated) else rating,
        )
        for number, rating in enumerate(sorted(drawn, reverse=True), start=1)
    ]


def _with_byes(
    random: Random, event: Event, chances: Chances, entries: dict[int, int], withdrawn: set[int]
) -> Event:
    """The event with the byes of those who will not play the next round."""
    round_ = event.finished + 1
    byes: dict[int, Code] = {}
    for player in event.players:
        number = player.number
        if round_ > 1 and _happens(random, chances.withdrawal):
            withdrawn.add(number)
        if number in withdrawn or round_ < entries[number]:
            code: Code | None = Code.ABSENT
        else:
            code = _bye(random, chances)
        if code is not None:
            byes[number] = code
    return with_byes(event, byes)


def _bye(random: Random, chances: Chances) -> Code | None:
    for code, percent in (
        (Code.ABSENT, chances.absence),
        (Code.HALF_BYE, chances.half_bye),
        (Code.FULL_BYE, chances.full_bye),
    ):
        if _happens(random, percent):
            return code
    return None


def _without_byes(event: Event) -> Event:
    players = (replace(p, results=p.results[: event.finished]) for p in event.players)
    return replace(event, players=tuple(players))


def _played(
    random: Random, event: Event, chances: Chances, boards: list[tuple[int, int | None]]
) -> Event:
    """The event after the round of these boards."""
    ratings = {player.number: player.rating for player in event.players}
    games: dict[tuple[int, int], tuple[Code, Code]] = {}
    bye = None
    for white, black in boards:
        if black is None:
            bye = white
        else:
            games[white, black] = _codes(random, chances, ratings[white], ratings[black])
    return after_round(event, games, bye)


def _codes(
    random: Random, chances: Chances, white: int | None, black: int | None
) -> tuple[Code, Code]:
    """What white and black get: by their ratings, unless somebody does not come."""
    white_wins = _happens(random, expected(white or MEAN_RATING, black or MEAN_RATING))
    if _happens(random, chances.forfeit):
        if _happens(random, chances.double_forfeit):
            return Code.FORFEIT_LOSS, Code.FORFEIT_LOSS
        winner, loser = Code.FORFEIT_WIN, Code.FORFEIT_LOSS
    elif _happens(random, chances.draw):
        return Code.DRAW, Code.DRAW
    else:
        winner, loser = Code.WIN, Code.LOSS
    return (winner, loser) if white_wins else (loser, winner)
