"""Sentences about a game that goes on."""

from games.endings import ending
from games.models import Bot, Game, GameStatus
from games.services.hosting import hosting
from sumendi_site.accounts.models import User


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
    return f"{name} ({side}) is to move{_of_its_program(game, game.to_move)}."


def _of_its_program(game: Game, player: User | None) -> str:
    """What one waits for when a program that runs here has to move; else empty."""
    if game.deadline is None:
        if player is not None and player.kind == User.Kind.HOUSE:
            return " and is thinking"
        if hosting().on:
            return ": its program is being asked"
        return ": no programs run here at present, and its clock waits"
    is_bots = player is not None and player.kind == User.Kind.BOT
    if is_bots and Bot.objects.filter(pk=game.to_move_id, paused__isnull=False).exists():
        return ": its program is paused, and its clock runs"
    return ""


def _your_turn(game: Game) -> str:
    if game.ply_count == 0:
        return (
            f"Your move. Tap a cell for the first volcano, a black one. "
            f"Then {game.second.username} chooses a side."
        )
    if game.awaits_side_choice:
        return "Choose your side. White moves next, whoever that is."
    return "Your move. Tap an empty cell to raise a volcano."
