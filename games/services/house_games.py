"""Games against house bots: how they begin, and the bots' turns."""

import logging
import random
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.clock import TimeControl
from games.house import HouseBot
from games.models import Game
from games.rules import SIZES
from sumendi_site.accounts.models import User

from .errors import BadTerms, GameError
from .house_bots import account_of, bot_of, games_against, require_few_games
from .locking import lock_player
from .offers import create_game
from .one_by_one import each, push_back, ready
from .playing import play

TIME_CONTROL = "14d"
BATCH = 50

logger = logging.getLogger(__name__)


@transaction.atomic
def play_house_bot(player: User, bot: HouseBot, size: int) -> Game:
    """Begin a casual game against a house bot; the player places first and has plenty of time.
    While the first volcano is not placed, asking again gives the same game."""
    if size not in SIZES:
        raise BadTerms("The board's size is 5, 6 or 7.")
    lock_player(player)
    account = account_of(bot)
    untouched = games_against(player).filter(second=account, size=size, ply_count=0).first()
    if untouched is not None:
        return untouched
    require_few_games(player)
    control = TimeControl.parse(TIME_CONTROL)
    return create_game(player, account, size, rated=False, control=control)


def unfinished_house_game(player: User) -> Game | None:
    """The running game against a house bot in which something happened last."""
    return games_against(player).order_by("-turn_started", "-pk").first()


def play_house_turn(game_id: int, ply: int) -> bool:
    """Make a house bot's move for this ply; False when the game does not wait for it (any more).

    The choice follows from game and ply alone, so whoever repeats this repeats the same move.
    """
    waiting = Game.objects.running().with_players()
    game = waiting.filter(pk=game_id, ply_count=ply - 1, to_move__kind=User.Kind.HOUSE).first()
    if game is None or game.to_move is None:
        return False
    source = random.Random(f"{game_id}:{ply}")  # noqa: S311  a game, not a secret
    text = bot_of(game.to_move).answer(game.current, ply, source)
    try:
        return not play(game_id, game.to_move, ply, text, game.takebacks).repeated
    except GameError as error:
        logger.info("Game %d went on without the house bot's ply %d: %s", game_id, ply, error)
        return False


def play_waiting_house_turns(older_than: timedelta = timedelta(seconds=5)) -> int:
    """Make the moves whose task was lost, the longest waiting first. Returns how many were made."""
    waiting = (
        ready()
        .running()
        .filter(to_move__kind=User.Kind.HOUSE, turn_started__lt=timezone.now() - older_than)
    )
    turns = waiting.order_by("turn_started", "pk").values_list("pk", "ply_count")
    plies = {pk: ply_count + 1 for pk, ply_count in turns[:BATCH]}
    return each(plies, lambda pk: play_house_turn(pk, plies[pk]), push_back)
