"""What winning, drawing or losing a game now would do to a rating."""

from dataclasses import dataclass

from ratings import elo
from sumendi_site.accounts.models import User

from . import words

OUTCOMES = {2: "Win", 1: "Draw", 0: "Loss"}


@dataclass(frozen=True)
class Forecast:
    """As text; `rows` are outcome, change and rating after."""

    before: str
    opponent: str
    expected: str
    k: int
    rows: list[tuple[str, str, str]]


def forecast(player: User, opponent: int) -> Forecast:
    """For a rated game that ends now, against a rating in micro-points."""
    expected = elo.expected(player.rating, opponent)
    k = elo.k_factor(player.rated_games, player.rating_peak, player.is_bot)
    rows = []
    for half_points, outcome in OUTCOMES.items():
        after = elo.after(player.rating, elo.change(k, half_points, expected))
        rows.append((outcome, words.signed(after - player.rating), words.points(after)))
    before = words.points(player.rating)
    return Forecast(before, words.points(opponent), words.percent(expected), k, rows)
