"""The streams that keep open pages up to date."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from games.models import Game
from games.presenters.lists import Reader
from sumendi_site.accounts.sessions import stays_signed_in
from sumendi_site.live.publish import game_topic, player_topic, talk_topic
from sumendi_site.live.stream import follow
from sumendi_site.live.threads import in_thread


@require_GET
async def game_events(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """What happens in a game; everybody may watch."""
    if not await in_thread(Game.objects.filter(pk=game_id).exists):
        raise Http404("There is no such game.")
    topics = await in_thread(lambda: topics_for(request.user, game_id))
    if topics == [game_topic(game_id)]:
        return await follow(request, topics)
    return await follow(request, topics, stays_signed_in(request))


def topics_for(reader: Reader, game_id: int) -> list[str]:
    """What `reader` may hear of a game: its two players also hear that somebody wrote."""
    topics = [game_topic(game_id)]
    if reader.is_authenticated and Game.objects.of(reader).filter(pk=game_id).exists():
        topics.append(talk_topic(game_id))
    return topics


@require_GET
async def my_events(request: HttpRequest) -> HttpResponseBase:
    """What happens to the reader: turns, offers, starts and ends of games."""
    player_id = await in_thread(lambda: request.user.pk)
    if player_id is None:
        return HttpResponse(status=HTTPStatus.UNAUTHORIZED)
    return await follow(request, [player_topic(player_id)], stays_signed_in(request))
