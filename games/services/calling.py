"""Calling the programs of this site to move."""

from games.models import Game
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake

from .hosted import call_program


def call_to_move(game: Game) -> bool:
    """Wake a worker after the commit if a house bot or an uploaded program is to move. True if it
    changed the game: an uploaded program's clock does not run before the program does. The caller
    holds the game's lock and saves it."""
    if game.to_move is not None and game.to_move.kind == User.Kind.HOUSE:
        wake("games.tasks.play_house_turn", game.pk, game.ply_count + 1)
    return call_program(game)
