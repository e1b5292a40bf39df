"""Sentences about a game: whose turn it is, and how it ended."""

from games.models import Game, GameStatus, Result, Termination

from .scores import margin


def status(game: Game, reader: object) -> str:
    """How the game stands, for somebody who looks at it; `reader` is a user of any kind."""
    if game.is_over:
        return ending(game)
    if game.status == GameStatus.SCORING:
        return "No placement is left. The score is being counted…"
    if game.to_move == reader:
        return _your_turn(game)
    name = game.to_move.username if game.to_move else ""
    if game.awaits_side_choice:
        return f"{name} chooses a side."
    side = str(game.current.turn).capitalize()
    return f"{name} ({side}) is to move."


def ending(game: Game) -> str:
    """How a finished game ended."""
    if game.termination == Termination.CANCELLED:
        return "The game was cancelled."
    if game.result == Result.DRAW:
        return _draw(game)
    side = str(game.result).capitalize()
    if game.termination == Termination.SCORE:
        return f"{side} wins at {margin(game.current.score())}."
    loser = game.opponent_of(game.winner) if game.winner else None
    reason = {
        Termination.RESIGNATION: f"{loser} resigned",
        Termination.TIMEOUT: f"{loser}'s time ran out",
        Termination.FORFEIT: f"{loser} never played",
        Termination.FAULT: f"{loser}'s program failed",
        Termination.ADJUDICATION: "by adjudication",
    }[Termination(game.termination)]
    return f"{side} wins: {reason}."


def _your_turn(game: Game) -> str:
    if game.ply_count == 0:
        return (
            f"Your move. Tap a cell for the first volcano, a black one. "
            f"Then {game.second.username} chooses a side."
        )
    if game.awaits_side_choice:
        return "Choose your side. White moves next, whoever that is."
    return "Your move. Tap an empty cell to raise a volcano."


def _draw(game: Game) -> str:
    if game.termination == Termination.AGREEMENT:
        return "A draw by agreement."
    if game.termination == Termination.SCORE:
        return "A draw: no height decides between the sides."
    return "A draw by adjudication."
