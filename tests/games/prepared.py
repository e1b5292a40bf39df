"""Conditional moves for tests."""

from collections.abc import Sequence
from typing import Any

from games.models import Game
from games.services import conditions
from games.services.conditions import Prepared
from sumendi_site.accounts.models import User


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
