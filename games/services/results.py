"""The numbered list of results that ratings and tournaments follow."""

from datetime import datetime

from games.models import Game, ResultCounter, ResultEvent
from games.models.result_event import ResultKind
from sumendi_site.accounts.models import User


def append_result(
    game: Game,
    kind: ResultKind = ResultKind.FINISHED,
    *,
    ran_out: datetime | None = None,
    by: User | None = None,
    why: str = "",
) -> ResultEvent:
    """Write the next result event, in the running transaction.

    The counter row stays locked until the commit: numbers follow the order of the commits and
    have no gaps, so whoever has read up to number n has missed nothing below n.
    """
    counter, _ = ResultCounter.objects.select_for_update().get_or_create(pk=1)
    counter.last += 1
    counter.save(update_fields=["last"])
    return ResultEvent.objects.create(
        number=counter.last,
        game=game,
        kind=kind,
        result=game.result,
        termination=game.termination,
        black=game.black,
        white=game.white,
        ply_count=game.ply_count,
        ran_out=ran_out,
        by=by,
        why=why,
    )
