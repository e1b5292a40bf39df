"""Having a finished game analysed; what comes of it stands on the page of the game."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.services import analysis
from games.services.analysis_errors import TooManyAnalyses
from sumendi_site.errors import wants_json

from .answers import done, player_action, reader


@player_action
def analyse(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for the analysis; once is enough. While another one of the reader's goes on, the page of
    the game says so."""
    try:
        asked = analysis.ask(game_id, reader(request))
    except TooManyAnalyses:
        if wants_json(request) or analysis.other_of(reader(request), game_id) is None:
            raise
        return done(request, f"{reverse('game', args=[game_id])}#analysis")
    return done(request, f"{asked.game.get_absolute_url()}#analysis", state=asked.state)
