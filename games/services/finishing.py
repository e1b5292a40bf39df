"""The end of a game: its score, its flag, and the outcome as it is stored."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import FaultKind, Game, GameStatus, Result, Termination
from games.notices import tell_end
from games.rules import Score
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.queue import wake

from .faults import note_fault
from .hosted import drop_turns
from .locking import lock
from .results import append_result

OUTCOME = (
    "status",
    "result",
    "termination",
    "proved",
    "score",
    "finished",
    "to_move",
    "deadline",
    "next_warning",
    "draw_offer_by",
    "takeback_by",
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
    late = f"Ply {game.ply_count + 1} was due by {game.deadline:%d %b %Y, %H:%M} UTC."
    note_fault(loser, game.pk, FaultKind.TIMEOUT, late)
    return finish(game, won_against(game, loser), Termination.TIMEOUT, now)


def won_against(game: Game, loser: User) -> Result:
    """The result when `loser` gives up or is out of time."""
    return Result.WHITE if game.side_of(loser) == "black" else Result.BLACK


def finish(game: Game, result: Result | str, termination: Termination, now: datetime) -> Game:
    """Store the outcome and its result event, and tell whoever looks on. A mere look has no
    result event, so that it can go when its guest goes. The caller holds the game's lock."""
    ran_out = game.deadline if termination == Termination.TIMEOUT else None
    game.status = GameStatus.FINISHED
    game.result = result
    game.termination = termination
    game.finished = now
    game.to_move = None
    game.deadline = None
    game.next_warning = None
    game.draw_offer_by = game.takeback_by = None
    game.save(update_fields=OUTCOME)
    drop_turns(game)
    if not game.is_mere_look:
        append_result(game, ran_out=ran_out)
    publish(game_topic(game.pk), "end", {"result": result, "termination": termination})
    tell_end(game)
    return game
