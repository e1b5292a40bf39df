"""Conditional moves: what a player prepares as replies, and how it is played.

They are played in the transaction of the opponent's ply, at once and without any time taken; saving
them plays nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Conditions, Game
from games.rules import Position, Tree, TreeError
from sumendi_site.accounts.models import User

from .errors import GameNotFound, GameOver, NotAPlayer
from .lines import Lines
from .locking import lock_for
from .placing import replay
from .tree_errors import BadConditions, ConditionsChanged, NoConditionsForPrograms

MAKERS = (User.Kind.PERSON, User.Kind.GUEST)
"""Who can prepare moves: programs answer by themselves."""


@dataclass(frozen=True)
class Prepared:
    """The conditional moves of one player, and the texts of all `plies` of the game so far."""

    game: Game
    conditions: Conditions
    plies: tuple[str, ...]

    @property
    def alive(self) -> int:
        """How many lines can still be played."""
        return count_alive(self.game, self.conditions, self.plies)


def read(game_id: int, player: User) -> Prepared:
    """What `player` has prepared in a game of theirs. Raises GameNotFound and NotAPlayer."""
    game = Game.objects.with_players().filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    if game.seat_of(player) is None:
        raise NotAPlayer
    return of(game, player)


def of(game: Game, player: User) -> Prepared:
    """The same as `read`, of a game that has been read and in which `player` is known to play."""
    conditions = Conditions.objects.filter(game=game, player=player).first()
    if conditions is None:
        tree = _empty(game.current)
        conditions = Conditions(game=game, player=player, from_ply=game.ply_count, tree=tree)
    return Prepared(game, conditions, _plies(game))


@transaction.atomic
def save(game_id: int, player: User, version: int, from_ply: int, data: object) -> Prepared:
    """Keep this tree, which starts after `from_ply` plies of the game, in place of the one of this
    `version`. Saving what is kept already changes nothing.

    Raises BadConditions, and ConditionsChanged when another page has saved meanwhile.
    """
    game = lock_for(game_id, player)
    _require_can_prepare(game, player)
    before = of(game, player)
    tree = _read(before, from_ply, data)
    kept = before.conditions
    if (kept.from_ply, kept.tree) == (from_ply, tree):
        return before
    if kept.version != version:
        raise ConditionsChanged(before)
    return _keep(before, from_ply, tree)


@transaction.atomic
def clear(game_id: int, player: User) -> Prepared:
    """Play nothing by condition any more. Doing it twice is no error."""
    game = lock_for(game_id, player)
    prepared = of(game, player)
    if not prepared.conditions.tree["children"]:
        return prepared
    return _keep(prepared, game.ply_count, _empty(game.current))


@transaction.atomic
def tidy(game_id: int, player: User) -> Prepared:
    """Let go of the lines that cannot be played any more: the tree begins in the newest position.
    Doing it twice is no error."""
    game = lock_for(game_id, player)
    prepared = of(game, player)
    if not prepared.conditions.version or prepared.conditions.from_ply == game.ply_count:
        return prepared
    alive = _lines_now(game, prepared.conditions, prepared.plies)
    return _keep(prepared, game.ply_count, Tree(game.current, children=alive.children).data())


def forget(game: Game) -> None:
    """What both players have prepared is gone: the game went back to an earlier position. The
    caller holds the game's lock."""
    for conditions in Conditions.objects.filter(game=game):
        _store(conditions, game.ply_count, _empty(game.current))


def replies(game: Game) -> Iterator[str]:
    """The moves that follow by themselves from the ply that was just made, by whichever player's
    conditions. Each is to be made before the next one is asked for. The caller holds the game's
    lock."""
    if game.to_move is None or game.to_move.kind not in MAKERS:
        return
    rows = Conditions.objects.filter(game=game, player__is_active=True)
    prepared = {row.player_id: row for row in rows if row.tree["children"]}
    if game.to_move_id not in prepared:
        return
    plies = _plies(game)
    while game.to_move_id in prepared:
        conditions = prepared[game.to_move_id]
        reply = _lines_now(game, conditions, plies).reply
        if reply is None:
            return
        yield reply
        plies = (*plies, reply)


def count_alive(game: Game, conditions: Conditions, plies: tuple[str, ...]) -> int:
    """How many of the lines can still be played after these `plies`, all of the game so far."""
    return _lines_now(game, conditions, plies).count if game.is_running else 0


def _lines_now(game: Game, conditions: Conditions, plies: tuple[str, ...]) -> Lines:
    return Lines.of(conditions, game).after(*plies[conditions.from_ply :])


def _plies(game: Game) -> tuple[str, ...]:
    """As far as the game had gone when it was read."""
    moves = game.moves.filter(ply__lte=game.ply_count).order_by("ply")
    return tuple(moves.values_list("text", flat=True))


def _empty(position: Position) -> dict[str, Any]:
    return Tree(position).data()


def _require_can_prepare(game: Game, player: User) -> None:
    if player.kind not in MAKERS:
        raise NoConditionsForPrograms
    if not game.is_running:
        raise GameOver


def _read(prepared: Prepared, from_ply: int, data: object) -> dict[str, Any]:
    """The data of the tree, once it has been checked."""
    game, plies = prepared.game, prepared.plies
    if not 0 <= from_ply <= len(plies):
        raise BadConditions(f"The game has not come to ply {from_ply} yet.")
    start = replay(game.size, plies[:from_ply])
    try:
        tree = Tree.parse(data, start, from_ply)
    except TreeError as error:
        raise BadConditions(str(error), reason=error.reason or "") from error
    _require_one_reply(prepared, from_ply, tree)
    return tree.data()


def _require_one_reply(prepared: Prepared, from_ply: int, tree: Tree) -> None:
    """Which of two moves would be played nobody knows. Plies that the game has passed are only
    kept to be looked at."""
    player_id = prepared.conditions.player_id
    new = Conditions(player_id=player_id, from_ply=from_ply, tree=tree.data())
    for path in Lines.of(new, prepared.game).ambiguous():
        if from_ply + len(path) >= prepared.game.ply_count:
            where = f"After {' '.join(path)}" if path else "At the start"
            raise BadConditions(f"{where}: prepare one move of yours, not several.")


def _keep(prepared: Prepared, from_ply: int, tree: Mapping[str, Any]) -> Prepared:
    _store(prepared.conditions, from_ply, tree)
    return prepared


def _store(conditions: Conditions, from_ply: int, tree: Mapping[str, Any]) -> None:
    conditions.from_ply, conditions.tree = from_ply, dict(tree)
    conditions.version += 1
    conditions.updated = timezone.now()
    conditions.save()
