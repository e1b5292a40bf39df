"""Sentences about a game: whose turn it is, and how it ended."""

from games.models import Game, GameStatus, Termination

from .scores import margin


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
    return f"{name} ({side}) is to move."


def ending(game: Game, reader: object = None) -> str:
    """How a finished game ended; a `reader` who played it is told whether they won."""
    if game.termination == Termination.CANCELLED:
        return "The game was cancelled."
    if game.winner is None:
        return _draw(game)
    loser = game.opponent_of(game.winner)
    has_lost = loser == reader
    who, whose = ("you", "your") if has_lost else (loser.username, f"{loser}'s")
    how = _reason(game, who, whose)
    if game.seat_of(reader):
        return f"You {'lost' if has_lost else 'won'}: {how}."
    if game.termination == Termination.SCORE:
        return f"{how}."
    return f"{str(game.result).capitalize()} wins: {how}."


def _reason(game: Game, who: str, whose: str) -> str:
    if game.termination == Termination.SCORE:
        return f"{str(game.result).capitalize()} wins at {margin(game.current.score())}"
    return {
        Termination.RESIGNATION: f"{who} resigned",
        Termination.TIMEOUT: f"{whose} time ran out",
        Termination.FORFEIT: f"{who} never played",
        Termination.FAULT: f"{whose} program failed",
        Termination.ADJUDICATION: "by adjudication",
    }[Termination(game.termination)]


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
