"""A tree of variations: what might be played from a position, with comments.

    {"start": "6/7/8/9/10/11/10/9/8/7/6 b",
     "children": [{"text": "d4", "comment": "", "children": [{"text": "swap", ...}, ...]}, ...]}

Explorations and conditional moves are kept in this form.
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import MoveError, TreeError
from .moves import Move
from .plies import SIDE_CHOICE_PLY, SIDE_CHOICES
from .position import Position

MAX_NODES = 1_000
MAX_COMMENT = 2_000
MAX_BYTES = 64 * 1024
_TURNS_TEXT_AROUND = frozenset({"LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

Path = tuple[str, ...]


@dataclass(frozen=True)
class Node:
    """One ply: the canonical text of a move, or `swap` or `keep` where the side choice stands."""

    text: str
    comment: str = ""
    children: tuple["Node", ...] = ()

    def data(self) -> dict[str, Any]:
        """The node as JSON knows it."""
        children = [child.data() for child in self.children]
        return {"text": self.text, "comment": self.comment, "children": children}


@dataclass(frozen=True)
class Tree:
    """Variations from `start`, before which `plies_before` plies were played in the game.

    Every ply is legal and siblings differ. Make one with `Tree.parse`: the constructor itself
    checks nothing. No branch is longer than the cells that are left and the side choice.
    """

    start: Position
    plies_before: int = 0
    children: tuple[Node, ...] = ()

    @classmethod
    def parse(cls, data: object, start: Position, plies_before: int = 0) -> "Tree":
        """Read what `data()` wrote, its moves with the spills in any order.

        `start` must be the position that the data names. A node may lack its comment and children.
        Raises TreeError, with the path to the node at fault.
        """
        told = _object(data, (), {"start", "children"})
        if told.get("start") != str(start):
            raise TreeError(f"This tree does not start at {start}.")
        reader = _Reader()
        tree = cls(start, plies_before, reader.children(told, start, plies_before, ()))
        if tree.size_in_bytes() > MAX_BYTES:
            raise TreeError(f"A tree takes at most {MAX_BYTES // 1024} KB: shorten the comments.")
        return tree

    @classmethod
    def line(cls, start: Position, moves: tuple[str, ...], plies_before: int = 0) -> "Tree":
        """The tree of one line of play. Raises TreeError for a move that is not legal there."""
        children: list[dict[str, Any]] = []
        for text in reversed(moves):
            children = [{"text": text, "children": children}]
        return cls.parse({"start": str(start), "children": children}, start, plies_before)

    def data(self) -> dict[str, Any]:
        """The tree as JSON knows it."""
        return {"start": str(self.start), "children": [child.data() for child in self.children]}

    def size_in_bytes(self) -> int:
        """The length of the JSON without spaces, in UTF-8."""
        text = json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))
        return len(text.encode())


@dataclass
class _Reader:
    """Reads nodes, and counts them as it goes."""

    nodes: int = 0

    def children(
        self, told: Mapping[str, Any], position: Position, plies: int, path: Path
    ) -> tuple[Node, ...]:
        found = told.get("children", [])
        if not isinstance(found, list):
            raise TreeError("The children of a node are a list.", path)
        nodes: dict[str, Node] = {}
        for child in found:
            node = self.node(child, position, plies + 1, path)
            if node.text in nodes:
                raise TreeError(f"{node.text} is there twice.", path)
            nodes[node.text] = node
        return tuple(nodes.values())

    def node(self, told: object, position: Position, ply: int, path: Path) -> Node:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TreeError(f"A tree has at most {MAX_NODES:,} moves.")
        told = _object(told, path, {"text", "comment", "children"})
        text, position = _played(position, ply, told.get("text"), path)
        path = (*path, text)
        comment = _comment(told.get("comment", ""), path)
        return Node(text, comment, self.children(told, position, ply, path))


def _object(told: object, path: Path, names: set[str]) -> Mapping[str, Any]:
    if not isinstance(told, dict) or not told.keys() <= names:
        raise TreeError(f"Expected an object with {', '.join(sorted(names))} only.", path)
    return told


def _played(position: Position, ply: int, text: object, path: Path) -> tuple[str, Position]:
    """The canonical text of a ply, and the position after it."""
    if not isinstance(text, str):
        raise TreeError("The text of a move is missing.", path)
    if ply == SIDE_CHOICE_PLY:
        if text not in SIDE_CHOICES:
            raise TreeError(f"The second player chooses swap or keep, not {text[:40]!r}.", path)
        return text, position
    try:
        move = Move.parse(text)
        return str(move), position.play(move)
    except MoveError as error:
        raise TreeError(str(error), path, error.reason) from error


def _comment(comment: object, path: Path) -> str:
    if not isinstance(comment, str):
        raise TreeError("A comment is a text.", path)
    comment = comment.replace("\r\n", "\n").strip()
    if len(comment) > MAX_COMMENT:
        raise TreeError(f"A comment has at most {MAX_COMMENT:,} characters.", path)
    if not all(_is_allowed(sign) for sign in comment):
        raise TreeError(
            "A comment has no control characters, and none that turn the direction of writing.",
            path,
        )
    return comment if any(unicodedata.category(sign)[0] not in "CZ" for sign in comment) else ""


def _is_allowed(sign: str) -> bool:
    if sign in "\n\t":
        return True
    is_control = unicodedata.category(sign) in {"Cc", "Cs"}
    return not is_control and unicodedata.bidirectional(sign) not in _TURNS_TEXT_AROUND
