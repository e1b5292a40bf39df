"""The numbered list of results that ratings and tournaments follow."""

from datetime import datetime
from typing import Any

from games.models import Game, ResultCounter, ResultEvent, Termination
from games.models.result_event import ResultKind
from sumendi_site.accounts.models import User

OF_THE_ACCOUNTS = ("first_owner_id", "first_is_bot", "second_owner_id", "second_is_bot")


def append_result(game: Game, *, ran_out: datetime | None = None) -> ResultEvent:
    """Write the event of a game that has just finished, in the running transaction. `ran_out` is
    when the clock of a player who lost on time ran out: the game does not know any more."""
    return _append(
        game,
        kind=ResultKind.FINISHED,
        ran_out=ran_out,
        first_owner_id=game.first.owner_id,
        first_is_bot=game.first.is_bot,
        second_owner_id=game.second.owner_id,
        second_is_bot=game.second.is_bot,
    )


def append_correction(game: Game, kind: ResultKind, by: User, why: str) -> ResultEvent:
    """Write the event of a finished game that somebody has annulled or corrected, in the running
    transaction. What was true of the clock and the accounts when it finished still is."""
    finished = game.result_events.get(kind=ResultKind.FINISHED)
    on_time = game.termination == Termination.TIMEOUT
    return _append(
        game,
        kind=kind,
        ran_out=finished.ran_out if on_time else None,
        by=by,
        why=why,
        **{name: getattr(finished, name) for name in OF_THE_ACCOUNTS},
    )


def _append(game: Game, **fields: Any) -> ResultEvent:
    """The counter row stays locked until the commit: numbers follow the order of the commits and
    have no gaps, so whoever has read up to number n has missed nothing below n."""
    counter, _ = ResultCounter.objects.select_for_update().get_or_create(pk=1)
    counter.last += 1
    counter.save(update_fields=["last"])
    return ResultEvent.objects.create(
        number=counter.last,
        game=game,
        result=game.result,
        termination=game.termination,
        black=game.black,
        white=game.white,
        ply_count=game.ply_count,
        **fields,
    )
