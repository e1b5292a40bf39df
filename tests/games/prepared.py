"""Conditional moves for tests."""

from collections.abc import Sequence
from typing import Any

from games import services
from games.models import Game, Move
from games.services import conditions
from games.services.conditions import Prepared
from games.services.placing import replay
from games.services.playing import Played
from sumendi_site.accounts.models import User
from tests.games.factories import make_game

BEGUN = ["e5", "keep"]
"""After it unai is White and to move: a1, i9, a5, i5 can be played in any order."""


def tree_of(start: object, *lines: Sequence[str]) -> dict[str, Any]:
    """The data of a tree with these lines from the position `start` on."""
    root: dict[str, Any] = {"start": str(start), "children": []}
    for line in lines:
        node = root
        for text in line:
            node = next((child for child in node["children"] if child["text"] == text), None) or (
                _added(node, text)
            )
    return root


def _added(node: dict[str, Any], text: str) -> dict[str, Any]:
    child = {"text": text, "comment": "", "children": []}
    node["children"].append(child)
    return child


def prepare(game: Game, player: User, *lines: Sequence[str], version: int = 0) -> Prepared:
    """Save these lines, which go on from the position as it is now."""
    game.refresh_from_db()
    tree = tree_of(game.position, *lines)
    return conditions.save(game.pk, player, version, game.ply_count, tree)


def play(game: Game, player: User, text: str) -> Played:
    game.refresh_from_db()
    played = services.play(game.pk, player, game.ply_count + 1, text)
    game.refresh_from_db()
    return played


def late(first: User, second: User, moves: Sequence[str]) -> Game:
    """A game after many moves, as it is stored: to play them one by one takes long."""
    position = replay(5, moves)
    to_move = first if position.turn == "black" else second
    game = make_game(
        first,
        second,
        position=str(position),
        ply_count=len(moves),
        swapped=False,
        to_move=to_move,
    )
    Move.objects.bulk_create(
        Move(game=game, ply=ply, player=first, text=text) for ply, text in enumerate(moves, 1)
    )
    return game


def texts(game: Game) -> list[str]:
    return list(game.moves.order_by("ply").values_list("text", flat=True))
