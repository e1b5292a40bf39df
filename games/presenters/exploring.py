"""What the pages of the explore board show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.models import AnalysedPosition, Exploration, Game, Result
from games.rules import Position
from games.rules.svg import svg
from games.services import analysis
from games.services.placing import replay
from sumendi_site.assets import version

from .analysis import IN_WORDS, percent
from .lists import Reader


@dataclass(frozen=True)
class Explored:
    """A tree on the explore board, as `reader` sees it.

    `line` are the plies that were played in the game, the first `shown` of which lead to the
    position that is put on the board, or else to where the `variation` begins that is shown, and is
    kept only with what the reader adds. `searched` is the position whose line it is, where an
    analysis found it. `last_event` is the newest live event of a running game,
    `published` what anybody published of a game.
    """

    reader: Reader
    exploration: Exploration
    line: Sequence[str] = ()
    shown: int = 0
    last_event: int = 0
    published: Sequence[Exploration] = ()
    variation: Sequence[str] = ()
    searched: AnalysedPosition | None = None

    @property
    def game(self) -> Game | None:
        return self.exploration.game

    @property
    def is_owned(self) -> bool:
        return self.exploration.is_owned_by(self.reader)

    @property
    def is_kept(self) -> bool:
        """Whether it is on this site yet."""
        return self.exploration.pk is not None

    @property
    def is_saved(self) -> bool:
        """Whether what the reader changes is kept on this site."""
        return self.is_owned and (self.is_kept or self.game is not None)

    @property
    def is_read_only(self) -> bool:
        return self.is_kept and not self.is_owned

    @property
    def has_passing_line(self) -> bool:
        """Whether a variation is shown that is in no tree yet."""
        path = [*self.line[: self.shown], *self.variation]
        return bool(self.variation) and not _has(self.exploration.tree["children"], path)

    @property
    def verdict(self) -> str:
        """What the search says of the line that it found; empty where it found none."""
        found = self.searched
        if found is None:
            return ""
        if found.proof:
            return f"With best play of both {IN_WORDS[Result(found.proof)]}."
        side = analysis.side_to_place(found).capitalize()
        return f"{side}\N{RIGHT SINGLE QUOTATION MARK}s chance {percent(found.best_chance or 0)}."

    @property
    def can_be_published(self) -> bool:
        return self.game is None or self.game.is_over

    @property
    def by_others(self) -> list[Exploration]:
        """What others than the reader published of the game."""
        return [one for one in self.published if not one.is_owned_by(self.reader)]

    @property
    def title(self) -> str:
        return title_of(self.exploration)

    @property
    def path(self) -> list[str]:
        """The plies that lead to the position that the page's script puts on the board."""
        return [*self.line[: self.shown], *self.variation[:1]]

    @property
    def position(self) -> Position:
        return replay(self.exploration.size, self.path)

    @property
    def board(self) -> SafeString:
        """The empty board: the page's script puts the position on it."""
        picture = svg(
            self.exploration.start,
            orientation=getattr(self.reader, "orientation", 0),
            coordinates=getattr(self.reader, "coordinates", True),
        )
        return mark_safe(picture)  # noqa: S308 - made of names of cells and numbers alone

    @property
    def save_url(self) -> str:
        """Where the tree is sent; empty when it is not kept here."""
        if not self.is_saved:
            return ""
        if self.game is not None:
            return reverse("explore-save", args=[self.game.pk])
        return reverse("exploration-save", args=[self.exploration.pk])

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script needs."""
        is_followed = self.game is not None and not self.game.is_over
        events = reverse("game-events", args=[self.game.pk]) if self.game and is_followed else ""
        return {
            "start": str(self.exploration.start),
            "pliesBefore": 0,
            "tree": self.exploration.tree,
            "line": list(self.line),
            "path": self.path,
            "shownLine": [*self.line[: self.shown], *self.variation],
            "shownFrom": self.shown,
            "readOnly": self.is_read_only,
            "treeVersion": self.exploration.version if self.is_kept else 0,
            "saveUrl": self.save_url,
            "gameUrl": self.game.get_absolute_url() if self.game else "",
            "signInUrl": reverse("account_login"),
            "eventsUrl": events,
            "lastEvent": self.last_event,
            "version": version(),
        }


@dataclass(frozen=True)
class Row:
    """An exploration in the list of its owner's."""

    exploration: Exploration
    moves: int

    @property
    def title(self) -> str:
        return title_of(self.exploration)

    @property
    def url(self) -> str:
        game = self.exploration.game
        if game is None:
            return self.exploration.get_absolute_url()
        return reverse("explore", args=[game.pk])


def title_of(exploration: Exploration) -> str:
    """The title, or else what is explored."""
    game = exploration.game
    if exploration.title:
        return exploration.title
    if game is None:
        return f"A board of size {exploration.size}"
    return f"{game.first.username} against {game.second.username}"


def rows(explorations: Sequence[Exploration]) -> list[Row]:
    return [Row(one, _count(one.tree["children"])) for one in explorations]


def _has(children: list[dict[str, Any]], path: Sequence[str]) -> bool:
    for text in path:
        node = next((one for one in children if one["text"] == text), None)
        if node is None:
            return False
        children = node["children"]
    return True


def _count(children: list[dict[str, Any]]) -> int:
    """The moves in a tree; none is deeper than a game."""
    return sum(1 + _count(one["children"]) for one in children)
