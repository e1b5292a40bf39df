"""What happens, as it happens: to an account, and in a game."""

from collections.abc import Callable
from functools import partial

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.models import Game
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope, is_still_good
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, query
from sumendi_site.api.renderers import Lines
from sumendi_site.live.lines import Feed, lines
from sumendi_site.live.publish import game_topic, player_topic, talk_topic

from .event_lines import game_line, own_line
from .event_shapes import GameEventSerializer, OwnEventSerializer
from .game_shapes import find, game_detail

LARGEST = 2**63 - 1


class StreamQuery(Strict):
    since = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST,
        help_text="The last id that you have read: the stream goes on after it.",
    )


class Following(Endpoint):
    """Answers with lines that come for minutes."""

    renderer_classes = (Lines,)
    http_method_names = ["get", "options"]


class OwnStream(Following):
    scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="stream",
        tags=["streams"],
        parameters=[StreamQuery],
        responses={(200, Lines.media_type): OwnEventSerializer},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """What happens to you, a line of JSON each, over a connection that stays open. An empty
        line comes every 7 seconds: reconnect if you hear nothing for 20. After ten minutes the
        stream ends; ask again `since` the last id that you have read, and nothing is lost, but some
        lines may come twice.

        `hello` comes first; its `since` is where the stream starts. `reset` follows it when events
        after your `since` may have been forgotten, which happens after 14 days: look at
        `games?my_turn=1`. An account may follow 20 streams at once: more get 429, or the
        one line `refused` when they come at the same moment."""
        asked = query(StreamQuery, request)
        reader = caller(request)
        feed = Feed(
            topics=[player_topic(reader.pk)],
            caller=_name(request),
            is_welcome=_welcome(request),
            write=partial(own_line, reader),
        )
        return lines(feed, asked.get("since"))


class GameStream(Following):
    @extend_schema(
        operation_id="game_stream",
        tags=["streams"],
        parameters=[StreamQuery],
        responses={(200, Lines.media_type): GameEventSerializer},
    )
    def get(self, request: Request, game_id: int) -> StreamingHttpResponse:
        """What happens in a game, as in `stream`. After `hello` comes `game`, all of it as it is
        now. Its players, with a token that may read, also get what they write to each other."""
        asked = query(StreamQuery, request)
        game = find(game_id)
        player = _player_of(game, request)
        feed = Feed(
            topics=[game_topic(game_id), *([talk_topic(game_id)] if player else [])],
            caller=_name(request),
            is_welcome=_welcome(request),
            write=partial(game_line, game_id, player),
            opening=lambda: [{"type": "game", "game": game_detail(find(game_id))}],
        )
        return lines(feed, asked.get("since"))


def _player_of(game: Game, request: Request) -> User | None:
    """The caller, if they play here and their token may read."""
    token = request.auth
    if not isinstance(token, ApiToken) or not token.is_good_for(Scope.READ):
        return None
    return token.user if game.seat_of(token.user) else None


def _welcome(request: Request) -> Callable[[], bool]:
    token = request.auth
    return partial(is_still_good, token) if isinstance(token, ApiToken) else lambda: True


def _name(request: Request) -> str:
    """Under which the streams of a caller are counted."""
    if isinstance(request.user, User):
        return f"account:{request.user.pk}"
    return f"address:{BaseThrottle().get_ident(request)}"
