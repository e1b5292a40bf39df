"""Published rounds whose games end by themselves, and the work of the site between them."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Game, Heartbeat, Result, Termination
from games.services.finishing import finish
from tests.tournaments.factories import make_running, publish_round
from tournaments.models import Pairing, Round, Tournament
from tournaments.services import booking, keeping

FIRST, SECOND, DRAW = Result.BLACK, Result.WHITE, Result.DRAW
"""Who wins: the first player keeps Black."""


def make_round(players: int = 4, **fields: Any) -> Round:
    """The first round of a new event, published."""
    return publish_round(make_running(players, **fields))


def boards_of(round_: Round) -> list[Pairing]:
    boards = round_.pairings.select_related("white__player", "black__player", "game")
    return list(boards.order_by("board"))


def begin(pairing: Pairing, plies: int = 10) -> Game:
    """Its game after so many plies, which nobody asks for here."""
    Game.objects.filter(pk=pairing.game_id).update(ply_count=plies, swapped=False)
    return Game.objects.get(pk=pairing.game_id)


@transaction.atomic
def end(
    pairing: Pairing,
    result: str = FIRST,
    termination: Termination = Termination.RESIGNATION,
    plies: int = 10,
) -> None:
    """Its game ends so after so many plies, and nobody has booked it yet."""
    begin(pairing, plies)
    game = Game.objects.select_related("first", "second").get(pk=pairing.game_id)
    finish(game, result, termination, timezone.now())


def end_all(round_: Round) -> None:
    for pairing in boards_of(round_):
        if pairing.game_id and not pairing.white_code:
            end(pairing)
    booking.book()


def codes(pairing: Pairing) -> tuple[str, str]:
    pairing.refresh_from_db()
    return pairing.white_code, pairing.black_code


def go_by(clock: Any, **time: float) -> None:
    """Let so much time go by in which the site answered, and sweep at its end."""
    clock.shift(timedelta(**time))
    Heartbeat.objects.update(last=timezone.now())
    keeping.keep_rounds()


def fresh(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    return tournament
