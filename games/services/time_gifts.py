"""Giving the opponent more time."""

from datetime import timedelta

from django.utils import timezone

from games.clock import SECONDS, runs_on
from games.models import Game, LogKind
from games.notices import first_warning
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, player_topic, publish

from .errors import TimeNotGiven, WrongPly
from .running import on_running_game
from .vacations import away_from

A_DAY = SECONDS["d"]


@on_running_game
def give_day(game: Game, player: User, ply: int) -> Game:
    """Add 24 hours to the opponent's running turn, the one after `ply` plies, and to their bank
    if they have one. Once a turn: asking again changes nothing."""
    if ply != game.ply_count:
        raise WrongPly("The game has gone on. Look at the position before you give time.")
    if game.to_move_id == player.pk:
        raise TimeNotGiven("You can give time only while it is your opponent's turn.")
    if game.event_label:
        raise TimeNotGiven("In an event nobody can give time.")
    if day_was_given(game):
        return game
    _add_day(game, game.opponent_of(player))
    publish(game_topic(game.pk), "clock", {})
    publish(player_topic(game.opponent_of(player).pk), "time_given", {"game": game.pk})
    return game


def day_was_given(game: Game) -> bool:
    """Whether the running turn has been given its day."""
    newest = game.moves.filter(ply=game.ply_count).first()
    since = newest.made if newest else game.created
    return game.log.filter(
        kind=LogKind.TIME_GIVEN, player=game.to_move_id, created__gte=since
    ).exists()


def _add_day(game: Game, opponent: User) -> None:
    now = timezone.now()
    if game.deadline is None:
        raise TimeNotGiven("Your opponent's program is about to move: its clock stands still.")
    if game.deadline < now:
        raise TimeNotGiven("Your opponent's time is over already.")
    game.deadline += timedelta(seconds=A_DAY)
    left = game.deadline - runs_on(now, away_from(game, now).get(opponent.pk))
    game.next_warning = first_warning(opponent, left)
    bank = game.bank_of(opponent)
    if bank is not None:
        game.set_bank(opponent, bank + A_DAY)
    game.save()
    game.log.create(kind=LogKind.TIME_GIVEN, player=opponent, seconds=A_DAY, created=now)
