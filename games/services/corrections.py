"""What a moderator does to the result of a finished game: set it aside, or put another in its
place; an organiser can do the latter to a game of an event. Each is a new result event that says
who did it and why; nothing is overwritten there."""

from django.db import transaction

from games.models import ActKind, Game, Result, ResultEvent, Termination
from games.models.result_event import ResultKind
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish

from .ending import OF_ORGANISERS, fits
from .errors import CorrectionRefused
from .locking import lock
from .moderators import note_act, require_moderator
from .results import append_correction

ONE_SIDED = (Termination.RESIGNATION, Termination.TIMEOUT, Termination.FAULT, Termination.FORFEIT)
"""Ends of which a draw is none."""


@transaction.atomic
def annul(game_id: int, by: User, why: str, *, seen: int | None = None) -> ResultEvent:
    """The game keeps its result but is not rated. `seen` is the number of the game's newest
    result event that `by` has decided upon; refused where there is a newer one."""
    game, why = lock(game_id), _reason(why)
    _require_nothing_newer(game, seen)
    examine(game, by, None)
    note_act(ActKind.ANNULLED, by, f"Game {game.pk}: {why}", game=game)
    return append_correction(game, ResultKind.ANNULLED, by, why)


@transaction.atomic
def correct(
    game_id: int,
    by: User,
    result: str,
    why: str,
    termination: str | None = None,
    *,
    seen: int | None = None,
) -> ResultEvent:
    """Give the game another result, and the way of ending that goes with it (by default it is
    kept). The result that it has already takes back an annulment. `seen` is as for `annul`."""
    game, why = lock(game_id), _reason(why)
    _require_nothing_newer(game, seen)
    ending = Termination(termination or game.termination)
    examine(game, by, result, ending)
    said = f"Game {game.pk}, {Result(result).label}, {ending.label}: {why}"
    note_act(ActKind.CORRECTED, by, said, game=game)
    return _put_right(game, by, result, ending, why)


@transaction.atomic
def correct_by_organiser(
    game_id: int, by: User, result: Result | str, termination: Termination, why: str
) -> ResultEvent:
    """The same for the finished game of an event that `by` organises, which is the caller's to
    know. The game gets back the end that it had when it finished, or one that an organiser gives
    and that is not rated: see `adjudicate_by`."""
    game, why = lock(game_id), _reason(why)
    newest = _require_result(game, by)
    if newest.kind == ResultKind.ANNULLED:
        raise CorrectionRefused("A moderator has annulled this game: let a moderator decide.")
    if not _finished_so(game, result, termination) and (
        termination not in OF_ORGANISERS or not fits(result, termination)
    ):
        raise CorrectionRefused("Only a moderator can say that this game ended so.")
    if (newest.result, newest.termination) == (result, termination):
        raise CorrectionRefused("This is the result that the game has.")
    return _put_right(game, by, result, termination, why)


def _put_right(
    game: Game, by: User, result: Result | str, ending: Termination, why: str
) -> ResultEvent:
    game.result, game.termination = result, ending
    game.save(update_fields=["result", "termination"])
    publish(game_topic(game.pk), "end", {"result": result or None, "termination": ending})
    return append_correction(game, ResultKind.CORRECTED, by, why)


def examine(game: Game, by: User, result: str | None, termination: str | None = None) -> None:
    """Raise `NotAModerator` or `CorrectionRefused` where `by` cannot annul the game (`result` is
    None), or give it this result and way of ending."""
    require_moderator(by)
    newest = _require_result(game, by)
    is_annulled = newest.kind == ResultKind.ANNULLED
    if result is None:
        if is_annulled:
            raise CorrectionRefused("This game is annulled already.")
        return
    ending = Termination(termination or game.termination)
    _require_that_they_go_together(game, newest, Result(result), ending)
    if (game.result, game.termination) == (result, ending) and not is_annulled:
        raise CorrectionRefused("This is the result that the game has.")


def _require_result(game: Game, by: User) -> ResultEvent:
    """The newest result event of a game that others than `by` have finished."""
    if game.seat_of(by) is not None:
        raise CorrectionRefused("You played this game yourself: let another moderator decide.")
    if not game.is_over:
        raise CorrectionRefused("This game has not ended yet.")
    newest = game.result_events.order_by("-number").first()
    if newest is None:
        raise CorrectionRefused("This game hardly began and has no result.")
    if by.pk in _owners(game, newest):
        raise CorrectionRefused("A bot of yours played this game: let another moderator decide.")
    return newest


def _owners(game: Game, event: ResultEvent) -> set[int | None]:
    """Who owned the two players when the game ended, and who does now."""
    then = {event.first_owner_id, event.second_owner_id}
    return then | {game.first.owner_id, game.second.owner_id}


def _reason(why: str) -> str:
    if not (seen := strip_invisible(why)):
        raise CorrectionRefused("Say why: the reason is shown with the game.")
    return seen


def _require_nothing_newer(game: Game, seen: int | None) -> None:
    if seen is not None and game.result_events.filter(number__gt=seen).exists():
        raise CorrectionRefused("Somebody has changed this result meanwhile. Please look again.")


def _require_that_they_go_together(
    game: Game, event: ResultEvent, result: Result, ending: Termination
) -> None:
    if ending == Termination.CANCELLED:
        raise CorrectionRefused("A cancelled game has no result. Say how else it ended.")
    if result == Result.DRAW and ending in ONE_SIDED:
        raise CorrectionRefused(f"No draw ends {ending.label}. Say how else it ended.")
    if ending == Termination.FAULT and not _is_lost_by_a_bot(game, event, result):
        raise CorrectionRefused("Only a bot loses by a fault of the bot. Say how else it ended.")
    if ending == Termination.TIMEOUT and not _finished_so(game, result, ending):
        raise CorrectionRefused("Only the clock decides who lost on time. Say how else it ended.")
    if ending != Termination.SCORE:
        return
    if not game.current.is_over or Result(game.current.score().result) != result:
        raise CorrectionRefused("The board has another score. Say how else the game ended.")


def _is_lost_by_a_bot(game: Game, event: ResultEvent, result: Result) -> bool:
    """By what the players were when it ended."""
    loser = event.white_id if result == Result.BLACK else event.black_id
    return event.first_is_bot if loser == game.first_id else event.second_is_bot


def _finished_so(game: Game, result: Result | str, ending: Termination) -> bool:
    """Whether the game ended so before anybody corrected it."""
    finished = game.result_events.filter(kind=ResultKind.FINISHED)
    return finished.filter(result=result, termination=ending).exists()
