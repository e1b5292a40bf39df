"""The lines of conditional moves: what they answer, and which of them can still be played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from games.models import Conditions, Game
from games.rules import Node
from games.rules.plies import SIDE_CHOICE_PLY

from .placing import SWAP

Nodes = tuple[Node, ...]


def nodes(data: Mapping[str, Any]) -> Nodes:
    """The first plies of a stored tree, which was checked when it was saved."""
    return tuple(Node(told["text"], told["comment"], nodes(told)) for told in data["children"])


def seat_at(ply: int, swapped: bool) -> str:
    """Whose ply it is: ``first`` or ``second``. White makes the third ply and every other one."""
    if ply <= SIDE_CHOICE_PLY:
        return "first" if ply < SIDE_CHOICE_PLY else "second"
    return "first" if swapped == (ply % 2 == 1) else "second"


@dataclass(frozen=True)
class Lines:
    """What `seat` has prepared from a position on, whose next ply is `ply`."""

    seat: str
    ply: int
    swapped: bool
    children: Nodes

    @classmethod
    def of(cls, conditions: Conditions, game: Game) -> Self:
        """Those of a player from the ply on at which the tree begins."""
        swapped = bool(game.swapped) and conditions.from_ply >= SIDE_CHOICE_PLY
        seat = "first" if conditions.player_id == game.first_id else "second"
        return cls(seat, conditions.from_ply + 1, swapped, nodes(conditions.tree))

    def after(self, *plies: str) -> "Lines":
        """What is left once these were played: nothing where the game went otherwise."""
        lines = self
        for text in plies:
            child = next((child for child in lines.children if child.text == text), Node(text))
            lines = lines._below(child)
        return lines

    def _below(self, child: Node) -> "Lines":
        swapped = child.text == SWAP if self.ply == SIDE_CHOICE_PLY else self.swapped
        return Lines(self.seat, self.ply + 1, swapped, child.children)

    @property
    def is_own_ply(self) -> bool:
        return seat_at(self.ply, self.swapped) == self.seat

    @property
    def reply(self) -> str | None:
        """The move that is prepared for the next ply, which is one's own."""
        return self.children[0].text if self.is_own_ply and self.children else None

    @property
    def count(self) -> int:
        """In how many ways the game can go on so that a prepared move is played; moves of the
        opponent without a reply behind them do not count."""
        return self._count(is_answer=False)

    def _count(self, is_answer: bool) -> int:
        is_own = self.is_own_ply
        below = (self._below(child)._count(is_answer or not is_own) for child in self.children)
        return sum(lines or (is_own and is_answer) for lines in below)

    def ambiguous(self, path: Sequence[str] = ()) -> Iterator[Sequence[str]]:
        """The places at which more than one own move is prepared."""
        if self.is_own_ply and len(self.children) > 1:
            yield path
        for child in self.children:
            yield from self._below(child).ambiguous((*path, child.text))
