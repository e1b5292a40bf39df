"""Rows of games of the past, which no service can make."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from games.clock import TimeControl
from games.models import Game, GameStatus, Move, Result, Termination
from games.services.finishing import breakdown
from games.services.hosted import let_clock_stand
from games.services.results import append_result
from sumendi_site.accounts.models import User

from .playing import Plan, Played


def store(
    plan: Plan, played: Played, players: Sequence[User], last: datetime, source: random.Random
) -> Game:
    """The game as it stands at the instant `last`, after its planned plies."""
    control = TimeControl.parse(plan.control)
    game = Game(
        size=plan.size,
        rated=plan.rated,
        first=players[plan.first],
        second=players[plan.second],
        time_control=str(control),
        first_bank=control.first_bank,
        second_bank=control.first_bank,
    )
    fill(game, played, last, timedelta(hours=source.uniform(2, 9)))
    return game


def fill(game: Game, played: Played, last: datetime, pause: timedelta) -> None:
    """Give a game without a ply those that were played, the last one at the instant `last`, each
    after such a `pause`."""
    seats = (game.first, game.second)
    game.swapped, game.position = played.swapped, str(played.position)
    game.ply_count, game.to_move = len(played.plies), seats[played.seat_to_move]
    game.created, game.turn_started = last - len(played.plies) * pause, last
    seconds = int(pause.total_seconds())
    moves = []
    for ply, (seat, text) in enumerate(played.plies, start=1):
        made, player = last - (len(played.plies) - ply) * pause, seats[seat]
        moves.append(Move(ply=ply, player=player, text=text, made=made, seconds=seconds))
        game.set_bank(player, game.control.bank_after(game.bank_of(player), seconds))
    game.deadline = game.control.deadline(last, game.bank_of(game.to_move))
    if game.to_move.kind == User.Kind.HOUSE:
        let_clock_stand(game)
    game.save()
    for move in moves:
        move.game = game
    Move.objects.bulk_create(moves)


def end(game: Game, ending: Termination | None, when: datetime) -> None:
    """It ends as it stands: by its score, or by the `ending` of somebody who is to move."""
    score = game.current.score()
    if ending is None:
        game.termination, game.result = Termination.SCORE, Result(score.result)
        game.score = breakdown(score)
    elif ending == Termination.AGREEMENT:
        game.termination, game.result = ending, Result.DRAW
    else:
        loser_is_black = game.to_move_id == game.black.pk
        game.termination = ending
        game.result = Result.WHITE if loser_is_black else Result.BLACK
    game.status, game.finished = GameStatus.FINISHED, when
    game.to_move = game.deadline = game.next_warning = None
    game.save()
    append_result(game, ran_out=when if ending == Termination.TIMEOUT else None)
