"""Having a finished game analysed; what comes of it stands on the page of the game."""

from django.http import HttpRequest, HttpResponse

from games.services import analysis

from .answers import done, player_action, reader


@player_action
def analyse(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for the analysis; once is enough."""
    asked = analysis.ask(game_id, reader(request))
    return done(request, f"{asked.game.get_absolute_url()}#analysis", state=asked.state)
