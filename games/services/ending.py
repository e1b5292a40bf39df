"""How games end: score, resignation, agreement, time, cancelling."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.db import transaction
from django.utils import timezone

from games.models import Game, GameStatus, Result, Termination
from games.rules import Score
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, player_topic, publish
from sumendi_site.queue import wake

from .errors import (
    DrawOfferRefused,
    GameOver,
    NoDrawOffer,
    NotCancellable,
    TooLate,
    WrongPly,
)
from .locking import lock, lock_for
from .results import append_result


def begin_scoring(game: Game) -> None:
    """No placement is left: stop the clocks and let a worker adjudicate. The caller saves."""
    game.status = GameStatus.SCORING
    game.to_move = None
    game.deadline = None
    publish(game_topic(game.pk), "scoring", {})
    wake("games.tasks.adjudicate_game", game.pk)


@transaction.atomic
def adjudicate(game_id: int) -> bool:
    """Score a game that waits for it; False when it does not wait (any more)."""
    game = lock(game_id)
    if game.status != GameStatus.SCORING:
        return False
    score = game.current.score()
    game.score = breakdown(score)
    finish(game, Result(score.result), Termination.SCORE, timezone.now())
    return True


def breakdown(score: Score) -> dict[str, Any]:
    """The score as it is stored: a row a height, with volcanoes and lava of both sides."""
    return {
        "levels": [
            [
                level.height,
                level.black_volcanoes,
                level.black_lava,
                level.white_volcanoes,
                level.white_lava,
            ]
            for level in score.levels
        ],
        "common": list(score.common),
        "decided": score.decided,
    }


P = ParamSpec("P")
Act = Callable[Concatenate[Game, User, P], Game]
Service = Callable[Concatenate[int, User, P], Game]


def on_running_game(act: Act[P]) -> Service[P]:
    """Make a service, which takes the number of a game, of what one of its players can do while
    it runs. Where the time is over, the game is flagged instead."""

    @wraps(act)
    def service(game_id: int, player: User, *args: P.args, **kwargs: P.kwargs) -> Game:
        with transaction.atomic():
            game = lock_for(game_id, player)
            if not game.is_running:
                raise GameOver
            now = timezone.now()
            if not game.is_overdue(now):
                return act(game, player, *args, **kwargs)
            flag_locked(game, now)
        raise TooLate

    return cast(Service[P], service)


@on_running_game
def resign(game: Game, player: User) -> Game:
    """`player` gives the game up."""
    return finish(game, _won_against(game, player), Termination.RESIGNATION, timezone.now())


@on_running_game
def cancel(game: Game, player: User) -> Game:
    """Call the game off, as either player may before the second ply."""
    if not game.can_be_cancelled:
        raise NotCancellable("A tournament's game cannot be cancelled." if game.event_label else "")
    return finish(game, "", Termination.CANCELLED, timezone.now())


@on_running_game
def offer_draw(game: Game, player: User, ply: int) -> Game:
    """Offer a draw in the position after `ply` plies; where the opponent has offered one
    already, this accepts it. An offer stands until the next ply."""
    _require_newest(game, ply)
    if game.draw_offer_by_id == player.pk:
        return game
    if game.draw_offer_by_id is not None:
        return _agree(game)
    if game.can_be_cancelled:
        raise DrawOfferRefused("The game has hardly begun: you can still cancel it.")
    if game.draw_declined_at_ply == game.ply_count:
        raise DrawOfferRefused("A draw was declined in this position. Wait for the next move.")
    game.draw_offer_by = player
    game.save(update_fields=["draw_offer_by"])
    publish(game_topic(game.pk), "draw_offer", {"player": player.username})
    publish(player_topic(game.opponent_of(player).pk), "draw_offer", {"game": game.pk})
    return game


@on_running_game
def accept_draw(game: Game, player: User, ply: int) -> Game:
    """Agree to the draw that the opponent offers in the position after `ply` plies."""
    _require_offer_to(game, player, ply)
    return _agree(game)


@on_running_game
def decline_draw(game: Game, player: User, ply: int) -> Game:
    """Refuse the draw that the opponent offers; nobody offers again before the next ply."""
    _require_offer_to(game, player, ply)
    game.draw_offer_by = None
    game.draw_declined_at_ply = game.ply_count
    game.save(update_fields=["draw_offer_by", "draw_declined_at_ply"])
    publish(game_topic(game.pk), "draw_declined", {"player": player.username})
    return game


def _require_offer_to(game: Game, player: User, ply: int) -> None:
    _require_newest(game, ply)
    if game.draw_offer_by_id != game.opponent_of(player).pk:
        raise NoDrawOffer


def _require_newest(game: Game, ply: int) -> None:
    if ply != game.ply_count:
        raise WrongPly("The game has gone on. Look at the position before you speak of a draw.")


def _agree(game: Game) -> Game:
    return finish(game, Result.DRAW, Termination.AGREEMENT, timezone.now())


@transaction.atomic
def flag(game_id: int, now: datetime) -> bool:
    """End a running game whose deadline is before `now`; False when it has none such."""
    game = lock(game_id)
    if not game.is_overdue(now):
        return False
    flag_locked(game, now)
    return True


def flag_locked(game: Game, now: datetime) -> Game:
    """The player to move has lost on time. The caller holds the game's lock."""
    loser = game.first if game.to_move_id == game.first_id else game.second
    return finish(game, _won_against(game, loser), Termination.TIMEOUT, now)


def _won_against(game: Game, loser: User) -> Result:
    return Result.WHITE if game.side_of(loser) == "black" else Result.BLACK


def finish(game: Game, result: Result | str, termination: Termination, now: datetime) -> Game:
    """Store the outcome and its result event, and tell whoever looks on. The caller holds the
    game's lock."""
    game.status = GameStatus.FINISHED
    game.result = result
    game.termination = termination
    game.finished = now
    game.to_move = None
    game.deadline = None
    game.draw_offer_by = None
    game.save()
    append_result(game)
    publish(game_topic(game.pk), "end", {"result": result, "termination": termination})
    for player_id in sorted((game.first_id, game.second_id)):
        publish(player_topic(player_id), "game_end", {"game": game.pk})
    return game
