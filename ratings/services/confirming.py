"""A moderator confirms a correction: just the one that was shown, in the state of the game and of
the ratings that was shown with it."""

from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from games import services as games
from games.models import Game, ResultEvent
from games.models.result_event import ResultKind
from ratings.models import Cursor
from sumendi_site.accounts.models import User


@dataclass(frozen=True)
class Decision:
    """What a moderator wants to become of a finished game: no `result` annuls it, no
    `termination` keeps the way of ending that it has."""

    game: Game
    by: User
    result: str | None
    termination: str | None
    why: str


def newest_event(game: Game) -> int:
    """The number of the newest result event of a game that has some."""
    return game.result_events.values_list("number", flat=True).latest("number")


def is_followed(newest: int) -> bool:
    """Whether the ledger has dealt with this event, so that it can be said what another does."""
    return Cursor.objects.filter(last__gte=newest).exists()


def seal(decision: Decision, newest: int, shown: str) -> str:
    """What has to come back with the confirmation of a decision that was shown when `newest` was
    the game's newest event, together with `shown`: nobody else can know it."""
    one = decision
    said = f"{one.by.pk} {one.game.pk} {newest} {one.result} {one.termination} {shown}"
    return f"{newest}.{salted_hmac('ratings.confirming', said, algorithm='sha256').hexdigest()}"


def carry_out(decision: Decision, newest: int) -> None:
    """Write the result event; `CorrectionRefused` where `newest` is no longer the newest one."""
    game, by, why = decision.game.pk, decision.by, decision.why
    if decision.result is None:
        games.annul(game, by, why, seen=newest)
    else:
        games.correct(game, by, decision.result, why, decision.termination, seen=newest)


def is_carried_out(decision: Decision, seen: str) -> bool:
    """Whether the newest event of the game is what came of this very confirmation, which somebody
    has sent twice."""
    match list(decision.game.result_events.order_by("-number")[:2]):
        case [newest, before]:
            return seen.startswith(f"{before.number}.") and _is_of(decision, newest)
    return False


def _is_of(decision: Decision, event: ResultEvent) -> bool:
    if (event.by, event.why) != (decision.by, decision.why):
        return False
    if decision.result is None:
        return event.kind == ResultKind.ANNULLED
    endings = (decision.termination or event.termination, decision.result)
    return event.kind == ResultKind.CORRECTED and endings == (event.termination, event.result)
