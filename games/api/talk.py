"""Table talk and private notes, for the two players of a game alone."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import ChatMessage
from games.services.talk import LONGEST_MESSAGE, LONGEST_NOTE, note_of, readable_lines
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of

from .game_shapes import instant


@example({"text": "Good luck!"})
class LineBody(Strict):
    text = serializers.CharField(max_length=LONGEST_MESSAGE, help_text="One line.")


class LineSerializer(serializers.Serializer[Any]):
    """A line of table talk."""

    id = serializers.IntegerField()
    author = serializers.CharField()
    text = serializers.CharField()
    written = serializers.DateTimeField()


@example({"text": "Watch d4."})
class NoteBody(Strict):
    text = serializers.CharField(
        max_length=LONGEST_NOTE,
        allow_blank=True,
        trim_whitespace=False,
        help_text="An empty one deletes the note.",
    )


class NoteSerializer(serializers.Serializer[Any]):
    """What you have written down; empty when there is nothing."""

    text = serializers.CharField(allow_blank=True)


class Chat(Endpoint):
    scopes = {"GET": Scope.READ, "POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_chat",
        tags=["games"],
        parameters=[PageQuery],
        responses={200: page_of(LineSerializer)},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """What you and your opponent have written to each other, the newest first. What somebody
        whom you block has written is left out. Notices of it stay unseen."""
        asked = query(PageQuery, request)
        lines = readable_lines(game_id, caller(request))
        return paged(request, lines, line_written, ("-id",), asked["limit"])

    @extend_schema(
        operation_id="game_say",
        tags=["games"],
        request=LineBody,
        responses={201: LineSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Write a line to your opponent."""
        sent = body(LineBody, request)
        return Response(line_written(services.say(game_id, caller(request), sent["text"])), 201)


class OwnNote(Endpoint):
    scopes = {"GET": Scope.READ, "PUT": Scope.PLAY}

    @extend_schema(operation_id="game_note", tags=["games"], responses={200: NoteSerializer})
    def get(self, request: Request, game_id: int) -> Response:
        """Your own note about the game, which nobody else can read."""
        return Response({"text": note_of(game_id, caller(request))})

    @extend_schema(
        operation_id="game_save_note",
        tags=["games"],
        request=NoteBody,
        responses={200: NoteSerializer},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Keep this as your own note about the game."""
        sent = body(NoteBody, request)
        note = services.save_note(game_id, caller(request), sent["text"])
        return Response({"text": note.text if note else ""})


def line_written(message: ChatMessage) -> dict[str, Any]:
    return {
        "id": message.pk,
        "author": message.author.username,
        "text": message.text,
        "written": instant(message.created),
    }
