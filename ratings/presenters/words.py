"""Numbers of the ratings, and reasons not to rate a game, as people read them."""

from django.utils import timezone
from django.utils.dateformat import format as date_format

from games.models import Result, Termination
from ratings.facts import Reason
from ratings.numbers import LEAST_PLIES, ONE, PAIR_DAYS, PAIR_LIMIT_BOT, PAIR_LIMIT_PEOPLE, POINT
from ratings.replay import pair_limit
from ratings.services import Foreseen
from sumendi_site.accounts.models import User

TENTH = POINT // 10

REASONS = {
    Reason.CASUAL: "the game was casual",
    Reason.CANCELLED: "the game was cancelled",
    Reason.BYE: "it was a bye",
    Reason.FORFEIT: "it was won without play",
    Reason.ADJUDICATED: "an organiser decided the result",
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
    return str((rating + POINT // 2) // POINT)


def signed(change: int) -> str:
    """Micro-points with a sign and one decimal: ``+7.2``; no sign for ``0.0``."""
    tenths = (abs(change) + TENTH // 2) // TENTH
    sign = ("+" if change > 0 else "-") if tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"


def percent(expected: int) -> str:
    """Millionths as whole percent, half up."""
    hundredth = ONE // 100
    return f"{(expected + hundredth // 2) // hundredth} %"


def not_rated(reason: str) -> str:
    return f"Not rated: {REASONS[Reason(reason)]}."


def ending(result: str, termination: str, *, is_annulled: bool) -> str:
    """A result as a moderator decides on it: ``Black won, by resignation; annulled, not rated``."""
    won = Result(result).label if result else "no result"
    return f"{won}, {Termination(termination).label}{'; annulled, not rated' * is_annulled}"


def foreseen(player: User, opponent: User, what: Foreseen) -> str:
    """Why a rated game of these two, which has not begun, would not be rated."""
    game = f"A game between {player} and {opponent}"
    if what.until is None:
        return f"{game} is not rated: {REASONS[what.reason]}."
    with_bot = player.is_bot or opponent.is_bot
    until = date_format(timezone.localtime(what.until), "j F Y, H:i")
    return (
        f"As it stands, {game[0].lower()}{game[1:]} would not be rated: within {PAIR_DAYS} days "
        f"only {pair_limit(with_bot=with_bot)} {'with a bot' if with_bot else 'between people'} "
        f"are, and these have been played. One that ends after {until} is rated again."
    )
