"""Numbers of the ratings, and reasons not to rate a game, as people read them."""

from django.utils import timezone
from django.utils.dateformat import format as date_format

from games.models import Game, Result, ResultEvent, Termination
from ratings import numbers
from ratings.facts import Reason
from ratings.numbers import (
    LEAST_PLIES,
    LEAST_SHOWN,
    ONE,
    PAIR_DAYS,
    PAIR_LIMIT_BOT,
    PAIR_LIMIT_PEOPLE,
)
from ratings.replay import pair_limit
from ratings.services import Foreseen
from sumendi_site.accounts.models import User

MINUS = "\N{MINUS SIGN}"

REASONS = {
    Reason.CASUAL: "the game was casual",
    Reason.CANCELLED: "the game was cancelled",
    Reason.BYE: "it was a bye",
    Reason.FORFEIT: "it was won without play",
    Reason.ADJUDICATED: "an organiser decided the result without a proof",
    Reason.SHORT: f"fewer than {LEAST_PLIES} plies were played",
    Reason.ANNULLED: "a moderator annulled it",
    Reason.SERIES: "the loser had lost another game on time and made no move since",
    Reason.OWNER: "both accounts belong to one owner",
    Reason.PAIR: (
        f"these two had played all the rated games that count within {PAIR_DAYS} days"
        f" ({PAIR_LIMIT_PEOPLE} between people, {PAIR_LIMIT_BOT} with a bot)"
    ),
    Reason.BOT_FAULT: "a fault of the site ended it",
    Reason.ERROR: "a fault of the site kept it from being rated; it will be looked into",
}


def points(rating: int) -> str:
    """Micro-points as whole points, half up."""
    return str(numbers.points(rating))


def signed(change: int) -> str:
    """Micro-points with a true sign and one decimal: ``+7.2``; no sign for ``0.0``."""
    tenths = (abs(change) + LEAST_SHOWN) // (2 * LEAST_SHOWN)
    sign = ("+" if change > 0 else MINUS) if tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"


def percent(expected: int) -> str:
    """Millionths as whole percent, half up."""
    hundredth = ONE // 100
    return f"{(expected + hundredth // 2) // hundredth} %"


def not_rated(reason: str) -> str:
    return f"Not rated: {REASONS[Reason(reason)]}."


def not_rated_because(reason: str) -> str:
    """To be put behind a way of ending; empty for a game that is rated."""
    return f"; not rated: {REASONS[Reason(reason)]}" if reason else ""


def ending(result: str, termination: str, black: object, white: object) -> str:
    """How a game of these two ended: ``Black (nora) won, by resignation``."""
    return f"{won(result, black, white)}, {Termination(termination).label}"


def ending_of(one: Game | ResultEvent) -> str:
    """How a game ended, as it is now or as an event of it says."""
    return ending(one.result, one.termination, one.black, one.white)


def won(result: str, black: object, white: object) -> str:
    match result:
        case Result.BLACK:
            return f"Black ({black}) won"
        case Result.WHITE:
            return f"White ({white}) won"
        case Result.DRAW:
            return "Draw"
    return "No result"


def foreseen(player: User, opponent: User, what: Foreseen, *, is_reader: bool) -> str:
    """Why another rated game of these two would not be rated; `is_reader` when the sentence is
    for `player`."""
    if what.until is None:
        two = f"you and {opponent}" if is_reader else f"{player} and {opponent}"
        return f"A rated game between {two} would not be rated: {REASONS[what.reason]}."
    so_far = _finished_so_far(player, opponent, is_reader=is_reader)
    return f"{so_far}, so another would not be rated. One that ends after {_at(what)} would be."


def foreseen_of_running(player: User, opponent: User, what: Foreseen) -> str:
    """Why the rated game that `player`, who reads this, plays against `opponent` would not be
    rated if it ended now."""
    if what.until is None:
        return f"This game will not be rated: {REASONS[what.reason]}."
    so_far = _finished_so_far(player, opponent, is_reader=True)
    return f"{so_far}, so this one would not be rated. If it ends after {_at(what)}, it would be."


def _finished_so_far(player: User, opponent: User, *, is_reader: bool) -> str:
    two = f"You and {opponent}" if is_reader else f"{player} and {opponent}"
    limit = pair_limit(with_bot=player.is_bot or opponent.is_bot)
    return f"{two} have finished {limit} rated games in {PAIR_DAYS} days"


def _at(what: Foreseen) -> str:
    return date_format(timezone.localtime(what.until), "j F Y, H:i")
