"""Explorations: variations that are tried out, and kept for their owner."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Exploration
from games.models.exploration import LONGEST_TITLE
from games.presenters.exploring import title_of
from games.rules import SIZES, Position
from games.services import exploring
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.links import absolute
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of

from .game_shapes import instant

MOST_NUMBER = 2_147_483_647
TREE = {
    "type": "object",
    "description": (
        "Variations; those of an exploration begin with the empty board. A node has `text` (a "
        "move, or swap or keep at ply 2), `comment` and `children`, which are nodes like it. At "
        "most 1,000 nodes and 64 KB."
    ),
    "properties": {
        "start": {"type": "string", "description": "The position in which it begins."},
        "children": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["start"],
    "additionalProperties": False,
}
E5 = {"text": "e5", "comment": "In the middle.", "children": []}


@extend_schema_field(TREE)
class TreeField(serializers.JSONField):
    """A tree, which the rules judge."""

    def to_internal_value(self, data: Any) -> Any:
        """As it was read: to write it as JSON, as the framework would, may need more depth."""
        return data


@example({"size": 5})
class BoardBody(Strict):
    size = serializers.IntegerField(min_value=min(SIZES), max_value=max(SIZES))


@example({"version": 1, "tree": {"start": str(Position.start(5)), "children": [E5]}})
class TreeBody(Strict):
    version = serializers.IntegerField(
        min_value=0,
        max_value=MOST_NUMBER,
        help_text="The one that the tree was made from; 0 where nothing is kept yet.",
    )
    tree = TreeField()


@example({"title": "The e5 opening", "published": True})
class ChangeBody(Strict):
    title = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_TITLE)
    published = serializers.BooleanField(
        required=False, help_text="Whether everybody can read it; in a game after its end alone."
    )


class ExplorationSerializer(serializers.Serializer[Any]):
    """What somebody tries out, beside a game or on a board of its own."""

    id = serializers.IntegerField(allow_null=True, help_text="Null while nothing is kept.")
    url = serializers.URLField(help_text="Its page.")
    owner = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    title = serializers.CharField()
    size = serializers.ChoiceField(choices=SIZES)
    version = serializers.IntegerField(help_text="It counts the times that it was saved.")
    updated = serializers.DateTimeField(allow_null=True)
    published = serializers.DateTimeField(allow_null=True)


class ExplorationDetailSerializer(ExplorationSerializer):
    """An exploration with its variations."""

    tree = TreeField()


class Explorations(Endpoint):
    scopes = {"GET": Scope.READ, "POST": Scope.PLAY}

    @extend_schema(
        operation_id="explorations",
        tags=["games"],
        parameters=[PageQuery],
        responses={200: page_of(ExplorationSerializer)},
    )
    def get(self, request: Request) -> Response:
        """What you have explored, the newest first."""
        limit = query(PageQuery, request)["limit"]
        own = exploring.explorations_of(caller(request)).defer("tree")
        return paged(request, own, exploration_short, ("-updated", "-id"), limit)

    @extend_schema(
        operation_id="exploration_create",
        tags=["games"],
        request=BoardBody,
        responses={201: ExplorationDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a board of your own. One on which nothing was tried yet is given again."""
        made = exploring.new_board(caller(request), body(BoardBody, request)["size"])
        return Response(exploration_detail(made), 201)


class OneExploration(Endpoint):
    scopes = {"PUT": Scope.PLAY, "PATCH": Scope.PLAY, "DELETE": Scope.PLAY}
    may_need = Scope.READ

    @extend_schema(
        operation_id="exploration", tags=["games"], responses={200: ExplorationDetailSerializer}
    )
    def get(self, request: Request, pk: int) -> Response:
        """An exploration of yours, by a token with the scope read, or one that is published."""
        found = exploring.readable(pk, _reader(request))
        return Response(exploration_detail(found))

    @extend_schema(
        operation_id="exploration_save",
        tags=["games"],
        request=TreeBody,
        responses={200: ExplorationDetailSerializer},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Keep a tree in place of the one that it was made from. 409 where another one was saved
        since; sending the same tree again changes nothing."""
        sent = body(TreeBody, request)
        saved = exploring.save(caller(request), pk, sent["version"], sent["tree"])
        return Response(exploration_detail(saved))

    @extend_schema(
        operation_id="exploration_change",
        tags=["games"],
        request=ChangeBody,
        responses={200: ExplorationDetailSerializer},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Give it a title, let everybody read it, or take that back."""
        changed = exploring.change(caller(request), pk, **body(ChangeBody, request))
        return Response(exploration_detail(changed))

    @extend_schema(
        operation_id="exploration_delete", tags=["games"], request=None, responses={204: None}
    )
    def delete(self, request: Request, pk: int) -> Response:
        """Delete it for good."""
        exploring.delete(caller(request), pk)
        return Response(status=204)


class GameExploration(Endpoint):
    scopes = {"GET": Scope.READ, "PUT": Scope.PLAY}

    @extend_schema(
        operation_id="game_exploration",
        tags=["games"],
        responses={200: ExplorationDetailSerializer},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """What you have explored in a game, your own or anybody's."""
        return Response(exploration_detail(exploring.beside(caller(request), game_id)))

    @extend_schema(
        operation_id="game_exploration_save",
        tags=["games"],
        request=TreeBody,
        responses={200: ExplorationDetailSerializer},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Keep a tree beside a game, as one on a board of your own is kept. It begins with the
        first ply of the game, and plays nothing there."""
        sent = body(TreeBody, request)
        saved = exploring.save_beside(caller(request), game_id, sent["version"], sent["tree"])
        return Response(exploration_detail(saved))


def exploration_short(found: Exploration) -> dict[str, Any]:
    path = found.get_absolute_url() if found.pk else reverse("explore", args=[found.game_id])
    return {
        "id": found.pk,
        "url": absolute(path),
        "owner": found.owner.username,
        "game": found.game_id,
        "title": title_of(found),
        "size": found.size,
        "version": found.version if found.pk else 0,
        "updated": instant(found.updated) if found.pk else None,
        "published": instant(found.published) if found.published else None,
    }


def exploration_detail(found: Exploration) -> dict[str, Any]:
    return {**exploration_short(found), "tree": found.tree}


def _reader(request: Request) -> User | None:
    """The caller, if the token is good for what is not public."""
    token = request.auth
    may_read = isinstance(token, ApiToken) and token.is_good_for(Scope.READ)
    return caller(request) if may_read else None
