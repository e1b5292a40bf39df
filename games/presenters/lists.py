"""Games in lists: the board as a thumbnail, the clock that runs, the last move."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.safestring import SafeString, mark_safe

from games import endings
from games.models import Game, Move, Termination, Vacation
from games.models.result_event import ResultKind, newest_kind
from games.rules import Position
from games.rules.plies import SIDE_CHOICE_PLY
from games.rules.svg import svg
from sumendi_site.accounts.models import User

from .clocks import Clock, clock_of

Reader = User | AnonymousUser


@dataclass(frozen=True)
class Listed:
    """A game in a list, as `viewer` sees it; `last_move` is the text of the newest ply, made at
    `last_made`. The player to move may be away."""

    game: Game
    viewer: Reader
    now: datetime
    last_move: str
    last_made: datetime | None
    away_until: datetime | None
    is_annulled: bool

    @property
    def board(self) -> SafeString:
        return picture(self.game.position, self._last_placement, self.viewer, coordinates=False)

    @property
    def board_with_coordinates(self) -> SafeString:
        return picture(self.game.position, self._last_placement, self.viewer)

    @property
    def _last_placement(self) -> str | None:
        return self.last_move if self.game.ply_count not in (0, SIDE_CHOICE_PLY) else None

    @property
    def opponent(self) -> User:
        """Of the viewer, who plays in this game."""
        return self.game.second if self.game.first_id == self.viewer.pk else self.game.first

    @property
    def clock(self) -> Clock | None:
        """The clock that runs; None when the game has ended."""
        to_move = self.game.to_move
        return clock_of(self.game, to_move, self.now, self.away_until) if to_move else None

    @property
    def ending(self) -> str:
        return endings.ending(self.game)

    @property
    def was_cancelled(self) -> bool:
        return self.game.termination == Termination.CANCELLED


def listed(
    games: "QuerySet[Game]", viewer: Reader, now: datetime, known: Iterable[User] = ()
) -> list[Listed]:
    """The games with all that a list shows, in two queries: of the games, and of their players
    as far as these are not `known` already."""
    newest = Move.objects.filter(game=OuterRef("pk"), ply=OuterRef("ply_count"))
    vacation = Vacation.objects.shown_at(now).filter(player=OuterRef("to_move"))
    annotated = games.annotate(
        last_move=Subquery(newest.values("text")[:1]),
        last_made=Subquery(newest.values("made")[:1]),
        away_until=Subquery(vacation.values("ends")[:1]),
        newest_kind=newest_kind(),
    )
    rows: list[Any] = list(annotated)
    _seat(rows, viewer, known)
    return [_listed(game, viewer, now) for game in rows]


def _listed(game: Any, viewer: Reader, now: datetime) -> Listed:
    return Listed(
        game=game,
        viewer=viewer,
        now=now,
        last_move=game.last_move or "",
        last_made=game.last_made,
        away_until=game.away_until,
        is_annulled=game.newest_kind == ResultKind.ANNULLED,
    )


def _seat(games: Sequence[Game], viewer: Reader, known: Iterable[User]) -> None:
    """Give the games their players, each of whom is read once however many games they play."""
    ids = {pk for game in games for pk in (game.first_id, game.second_id)}
    players = {player.pk: player for player in known}
    if isinstance(viewer, User):
        # The plain user: a request's own is looked up anew at each of the many uses in a list.
        players[viewer.pk] = copy(viewer)
    players |= User.objects.select_related("owner").in_bulk(ids - players.keys())
    for game in games:
        game.first, game.second = players[game.first_id], players[game.second_id]
        game.to_move = players[game.to_move_id] if game.to_move_id else None


def picture(
    position: str, last_move: str | None, viewer: Reader, *, coordinates: bool = True
) -> SafeString:
    """A board, whose `position` is in the rules' notation, turned as the viewer likes it."""
    turned = getattr(viewer, "orientation", 0)
    named = coordinates and getattr(viewer, "coordinates", True)
    return _drawn(position, last_move, turned, named)


@lru_cache(maxsize=256)
def _drawn(position: str, last_move: str | None, orientation: int, coordinates: bool) -> SafeString:
    """Lists are looked at much more often than their games change."""
    drawing = svg(
        Position.parse(position),
        orientation=orientation,
        last_move=last_move,
        coordinates=coordinates,
    )
    return mark_safe(drawing)  # noqa: S308 - made of names of cells and numbers alone
