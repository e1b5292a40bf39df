"""Sentences about a game that goes on."""

from games.endings import ending
from games.models import Game, GameStatus


def status(game: Game, reader: object) -> str:
    """How the game stands, for somebody who looks at it; `reader` is a user of any kind."""
    if game.is_over:
        return ending(game, reader)
    if game.status == GameStatus.SCORING:
        return "No placement is left. The score is being counted…"
    if game.to_move == reader:
        return _your_turn(game)
    name = game.to_move.username if game.to_move else ""
    if game.awaits_side_choice:
        return f"{name} chooses a side."
    side = str(game.current.turn).capitalize()
    if game.deadline is None:
        return f"{name} ({side}) is to move: its program is being asked."
    return f"{name} ({side}) is to move."


def _your_turn(game: Game) -> str:
    if game.ply_count == 0:
        return (
            f"Your move. Tap a cell for the first volcano, a black one. "
            f"Then {game.second.username} chooses a side."
        )
    if game.awaits_side_choice:
        return "Choose your side. White moves next, whoever that is."
    return "Your move. Tap an empty cell to raise a volcano."
