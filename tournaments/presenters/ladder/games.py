"""The ladder's games in lists, each with why it was paired."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.endings import ending
from ratings.numbers import PAIR_DAYS, PAIR_LIMIT_BOT, points
from tournaments.ladder import Seats
from tournaments.models import LadderGame
from tournaments.models.ladder import SoughtFor


@dataclass(frozen=True)
class Listed:
    """A game of the ladder as a list shows it."""

    row: LadderGame

    @property
    def how_far(self) -> str:
        """How it ended, or how many plies have been played."""
        game = self.row.game
        if game.is_over:
            return ending(game)
        plies = f"{game.ply_count} pl{'y' if game.ply_count == 1 else 'ies'}"
        return f"Being played, {plies}." if game.is_running else f"Being scored, {plies}."

    @property
    def why(self) -> str:
        return why(self.row)


def games() -> "QuerySet[LadderGame]":
    """The newest first, with all that lists and the API show of them."""
    versions = ("first_version", "second_version")
    rows = LadderGame.objects.select_related("game__first__owner", "game__second__owner", *versions)
    return rows.defer(*(f"{version}__package" for version in versions)).order_by("-pk")


def why(row: LadderGame) -> str:
    """Why these two were paired, from what was known then."""
    first, second = row.game.first.username, row.game.second.username
    ratings = (points(row.first_rating), points(row.second_rating))
    if row.sought_for == SoughtFor.FIRST:
        seeker, other, uncertainty = first, second, row.first_uncertainty
    else:
        seeker, other, uncertainty = second, first, row.second_uncertainty
        ratings = ratings[::-1]
    seats = {
        Seats.EXCHANGED: "with the seats exchanged",
        Seats.FEWER: f"begun by {first}, which had begun fewer games",
        Seats.EVEN: f"begun by {first}",
    }[Seats(row.seats)]
    pair = f"Game {row.number} of at most {PAIR_LIMIT_BOT} in {PAIR_DAYS} days, {seats}."
    nearest = f"{other} ({ratings[1]}) was the nearest that could play"
    return f"Sought for {seeker} ({ratings[0]} ± {uncertainty:.0f}): {nearest}. {pair}"
