"""How a finished game ended, in a sentence."""

from games.models import Game, Termination
from games.rules import Score


def ending(game: Game, reader: object = None) -> str:
    """How a finished game ended; a `reader` who played it is told whether they won."""
    if game.termination == Termination.CANCELLED:
        return "The game was cancelled."
    if game.winner is None:
        return _without_winner(game)
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
        Termination.ADJUDICATION: _adjudicated(game),
    }[Termination(game.termination)]


def _without_winner(game: Game) -> str:
    if game.termination == Termination.FORFEIT:
        return "Both lose: neither of them played."
    if game.termination == Termination.AGREEMENT:
        return "A draw by agreement."
    if game.termination == Termination.SCORE:
        return "A draw: no height decides between the sides."
    return f"A draw {_adjudicated(game)}."


def _adjudicated(game: Game) -> str:
    return "by adjudication" + (", as was proved" if game.stands_as_proved else "")


def margin(score: Score) -> str:
    """Where and how a won game was decided: `height 2, 11 to 8`."""
    level = next(level for level in score.levels if level.height == score.decided)
    more, less = sorted((level.black, level.white), reverse=True)
    return f"height {level.height}, {more} to {less}"
