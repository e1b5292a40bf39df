"""The part of a finished game's page that says what the game did to the ratings."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import Game
from ratings.models import LedgerEntry

from . import words
from .entries import line_of


def rating_panel(game: Game) -> SafeString:
    """For both players, or why the game is not rated, or that it is being rated."""
    entry = LedgerEntry.objects.current().filter(game=game).first()
    context: dict[str, object] = {"entry": entry}
    if entry is not None and entry.rated:
        players = (game.first, game.second)
        context["lines"] = [(player, line_of(entry, player.pk)) for player in players]
    elif entry is not None:
        context["reason"] = words.not_rated(entry.reason)
    return render_to_string("ratings/game_panel.html", context)
