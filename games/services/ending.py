"""How games end: score, resignation, agreement, time, cancelling."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Game, GameStatus, Result, Termination
from games.notices import tell_draw_offer, tell_end
from games.rules import Score
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.queue import wake

from .errors import DrawOfferRefused, NoDrawOffer, NotCancellable, WrongPly
from .locking import lock, lock_running
from .results import append_result

OUTCOME = (
    "status",
    "result",
    "termination",
    "score",
    "finished",
    "to_move",
    "deadline",
    "next_warning",
    "draw_offer_by",
)
"""The columns that the end of a game writes."""


def begin_scoring(game: Game) -> None:
    """No placement is left: stop the clocks and let a worker adjudicate. The caller saves."""
    game.status = GameStatus.SCORING
    game.to_move = None
    game.deadline = None
    game.next_warning = None
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


@transaction.atomic
def resign(game_id: int, player: User) -> Game:
    """`player` gives the game up."""
    game = lock_running(game_id, player)
    return finish(game, _won_against(game, player), Termination.RESIGNATION, timezone.now())


@transaction.atomic
def cancel(game_id: int, player: User) -> Game:
    """Call the game off, as either player may before the second ply."""
    game = lock_running(game_id, player)
    if not game.can_be_cancelled:
        raise NotCancellable("A tournament's game cannot be cancelled." if game.event_label else "")
    return finish(game, "", Termination.CANCELLED, timezone.now())


@transaction.atomic
def offer_draw(game_id: int, player: User, ply: int) -> Game:
    """Offer a draw in the position after `ply` plies; where the opponent has offered one
    already, this accepts it. An offer stands until the next ply."""
    game = lock_running(game_id, player)
    if ply != game.ply_count:
        raise WrongPly("The game has gone on. Look at the position before you offer a draw.")
    if game.draw_offer_by_id == player.pk:
        return game
    if game.draw_offer_by_id is not None:
        return _agree(game)
    if game.can_be_cancelled:
        raise DrawOfferRefused("The game has hardly begun: you can still cancel it.")
    if game.draw_declined_at_ply == game.ply_count:
        raise DrawOfferRefused("A draw was declined in this position. Wait for the next move.")
    if game.opponent_of(player).kind == User.Kind.HOUSE:
        return _decline(game, game.opponent_of(player))
    game.draw_offer_by = player
    game.save(update_fields=["draw_offer_by"])
    publish(game_topic(game.pk), "draw_offer", {"player": player.username})
    tell_draw_offer(game, by=player)
    return game


@transaction.atomic
def accept_draw(game_id: int, player: User) -> Game:
    """Agree to the draw that the opponent offers."""
    return _agree(_with_offer_to(game_id, player))


@transaction.atomic
def decline_draw(game_id: int, player: User) -> Game:
    """Refuse the draw that the opponent offers; nobody offers again before the next ply."""
    return _decline(_with_offer_to(game_id, player), player)


def _decline(game: Game, player: User) -> Game:
    game.draw_offer_by = None
    game.draw_declined_at_ply = game.ply_count
    game.save(update_fields=["draw_offer_by", "draw_declined_at_ply"])
    publish(game_topic(game.pk), "draw_declined", {"player": player.username})
    return game


def _with_offer_to(game_id: int, player: User) -> Game:
    game = lock_running(game_id, player)
    if game.draw_offer_by_id != game.opponent_of(player).pk:
        raise NoDrawOffer
    return game


def _agree(game: Game) -> Game:
    return finish(game, Result.DRAW, Termination.AGREEMENT, timezone.now())


@transaction.atomic
def flag(game: Game, now: datetime) -> bool:
    """End a running game whose deadline is before `now`; False when it is not such any more,
    or has gone on since it was read."""
    as_read = Game.objects.running().filter(pk=game.pk, ply_count=game.ply_count)
    still_due = as_read.filter(deadline__lt=now).select_for_update().values_list("pk")
    if not still_due:
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
    game.next_warning = None
    game.draw_offer_by = None
    game.save(update_fields=OUTCOME)
    append_result(game)
    publish(game_topic(game.pk), "end", {"result": result, "termination": termination})
    tell_end(game)
    return game
