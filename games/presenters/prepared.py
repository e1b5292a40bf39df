"""The page of conditional moves."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.models import Game
from games.rules import Position
from games.rules.svg import svg
from games.services.conditions import Prepared
from sumendi_site.accounts.models import User
from sumendi_site.assets import version

from . import sentences


def state_of(prepared: Prepared, reader: User) -> dict[str, Any]:
    """What of the page changes while it is open."""
    game = prepared.game
    return {
        "treeVersion": prepared.conditions.version,
        "plies": list(prepared.plies),
        "alive": prepared.alive,
        "isRunning": game.is_running,
        "status": _standing(game, reader),
    }


def _standing(game: Game, reader: User) -> str:
    if game.is_running and game.to_move_id == reader.pk:
        return "It is your turn: you play it in the game, not here."
    return sentences.status(game, reader)


@dataclass(frozen=True)
class Preparing:
    """The page as `reader` sees it. `last_event` is the newest that `prepared` tells of."""

    prepared: Prepared
    reader: User
    last_event: int

    @property
    def game(self) -> Game:
        return self.prepared.game

    @property
    def opponent(self) -> User:
        return self.game.opponent_of(self.reader)

    @property
    def board(self) -> SafeString:
        """The page's script puts the newest position on it."""
        picture = svg(
            Position.parse(self.prepared.conditions.tree["start"]),
            orientation=self.reader.orientation,
            coordinates=self.reader.coordinates,
        )
        return mark_safe(picture)  # noqa: S308 - made of names of cells and numbers alone

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script begins with. `line` are the plies of the game since the one after
        which the tree begins."""
        game, kept = self.game, self.prepared.conditions
        return {
            **state_of(self.prepared, self.reader),
            "start": kept.tree["start"],
            "pliesBefore": kept.from_ply,
            "tree": kept.tree,
            "line": list(self.prepared.plies[kept.from_ply :]),
            "seat": game.seat_of(self.reader),
            "swapped": bool(game.swapped),
            "readOnly": not game.is_running,
            "version": version(),
            "lastEvent": self.last_event,
            "url": reverse("game-conditions", args=[game.pk]),
            "gameUrl": game.get_absolute_url(),
            "eventsUrl": reverse("game-events", args=[game.pk]),
            "signInUrl": reverse("account_login"),
        }
