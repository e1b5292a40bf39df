"""What the tags of a game's record say."""

from games.endings import margin
from games.models import Game, Result, Termination


def tags_of(game: Game, site: str, number: str = "-") -> dict[str, str]:
    """Of a game whose players have been read; `site` is the address of its page, `number` that of
    its round."""
    tags = {
        "Event": game.event_label or ("Rated game" if game.rated else "Casual game"),
        "Site": site,
        "Date": game.created.strftime("%Y.%m.%d"),
        "Round": number,
        "First": game.first.username,
        "Second": game.second.username,
        "Black": game.black.username,
        "White": game.white.username,
        "Size": str(game.size),
        "TimeControl": game.time_control,
        "Result": game.result or "*",
        "Termination": game.termination or "unfinished",
    }
    if game.termination == Termination.SCORE and game.result != Result.DRAW:
        tags["Score"] = margin(game.current.score())
    return tags
