"""Having a finished game analysed; what comes of it stands on the page of the game."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.services import GameError, analysis
from games.services.analysis_errors import TooManyAnalyses
from sumendi_site.errors import wants_json

from .answers import done, player_action, reader
from .game import page_with_problem


@player_action
def analyse(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for the analysis; once is enough. A refusal stands on the page of the game, and while
    another one of the reader's goes on, the panel there says so."""
    try:
        asked = analysis.ask(game_id, reader(request))
    except GameError as error:
        if wants_json(request):
            raise
        if isinstance(error, TooManyAnalyses) and analysis.other_of(reader(request), game_id):
            return done(request, f"{reverse('game', args=[game_id])}#analysis")
        return page_with_problem(request, game_id, error)
    return done(request, f"{asked.game.get_absolute_url()}#analysis", state=asked.state)
