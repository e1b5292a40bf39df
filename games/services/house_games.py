"""Games against house players: how they begin, and the players' turns."""

import logging
import random
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.clock import TimeControl
from games.house import Level, simple_answer
from games.models import Game
from games.rules import SIZES, Position
from sumendi_site.accounts.models import User

from .calling import call_house_players
from .errors import BadTerms, GameError
from .house_bots import account_of, games_against, player_of, require_few_games
from .locking import lock_player
from .offers import create_game
from .one_by_one import ready
from .playing import play

TIME_CONTROL = "14d"
BATCH = 50
CALLED_AGAIN = timedelta(seconds=30)

logger = logging.getLogger(__name__)


@transaction.atomic
def play_house_bot(player: User, bot: Level, size: int) -> Game:
    """Begin a casual game against a house player; `player` places first and has plenty of time.
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
    """The running game against a house player in which something happened last."""
    return games_against(player).order_by("-turn_started", "-pk").first()


def play_house_turn(game_id: int, ply: int) -> bool:
    """Make a house player's move for this ply; False when the game does not wait for it (any more).

    The choice follows from game and ply alone, so whoever repeats this repeats the same move. For
    a level it loads the search: meant for the workers that `calling` names.
    """
    waiting = Game.objects.running().with_players()
    game = waiting.filter(pk=game_id, ply_count=ply - 1, to_move__kind=User.Kind.HOUSE).first()
    if game is None or game.to_move is None:
        return False
    player = player_of(game.to_move)
    if player is None:
        logger.error("Game %d waits for %s, no house bot of ours.", game_id, game.to_move.username)
        return False
    # Its time is that of the search, not that for which nobody searched.
    waiting.filter(pk=game_id, ply_count=ply - 1).update(turn_started=timezone.now())
    source = random.Random(f"{game_id}:{ply}")  # noqa: S311  a game, not a secret
    text = answer_as(player, game.current, ply, source)
    try:
        return not play(game_id, game.to_move, ply, text, game.takebacks).repeated
    except GameError as error:
        logger.info("Game %d went on without the house bot's ply %d: %s", game_id, ply, error)
        return False


def answer_as(player: Level, position: Position, ply: int, source: random.Random) -> str:
    """The text of a house player's ply. For a level it loads the search."""
    if not player.searches:
        return simple_answer(player, position, ply, source)
    from games.search.player import answer  # numba is not for the web process

    return answer(player, position, ply, source.getrandbits(63))


def call_waiting_house_bots(older_than: timedelta = timedelta(seconds=5)) -> int:
    """Call the workers to the turns whose task was lost, the longest waiting first, each again
    after a while: so a bad one leaves room for the others. Returns how many were called to."""
    now = timezone.now()
    waiting = (
        ready().running().filter(to_move__kind=User.Kind.HOUSE, turn_started__lt=now - older_than)
    )
    games = list(waiting.with_players().order_by("turn_started", "pk")[:BATCH])
    called = Game.objects.filter(pk__in=[game.pk for game in games])
    called.update(not_swept_before=now + CALLED_AGAIN)
    call_house_players(games)
    return len(games)
