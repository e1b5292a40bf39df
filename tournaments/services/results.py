"""What a finished game brings to the two players of its board."""

from games.models import ResultEvent, Termination
from games.models.result_event import ResultKind
from ratings.numbers import LEAST_PLIES
from ratings.replay import PLIES_OF_BOTH
from ratings.services.facts import half_points
from tournaments.models import Pairing
from tournaments.swiss.event import Code

Codes = tuple[Code, Code]
"""Of the first player, whom the engine calls white, and of the second."""

RATED = {2: (Code.WIN, Code.LOSS), 1: (Code.DRAW, Code.DRAW), 0: (Code.LOSS, Code.WIN)}
UNRATED = {
    2: (Code.UNRATED_WIN, Code.UNRATED_LOSS),
    1: (Code.UNRATED_DRAW, Code.UNRATED_DRAW),
    0: (Code.UNRATED_LOSS, Code.UNRATED_WIN),
}
FORFEITED = {2: (Code.FORFEIT_WIN, Code.FORFEIT_LOSS), 0: (Code.FORFEIT_LOSS, Code.FORFEIT_WIN)}
NOBODY_CAME = (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)


def codes_of(event: ResultEvent) -> Codes | None:
    """None for a game that was called off. A game that was lost before both had made a ply was
    not played: it is a forfeit, as for the ratings. Not rated is what cannot be by its own facts;
    whether these two had played too often is the ledger's to know."""
    points = half_points(event.result, event.black_id, event.game.first_id)
    if event.termination == Termination.CANCELLED:
        return None
    if points is None:
        return NOBODY_CAME
    never_played = event.termination == Termination.FORFEIT or event.ply_count < PLIES_OF_BOTH
    if never_played and points in FORFEITED:
        return FORFEITED[points]
    return (RATED if _is_rated(event) else UNRATED)[points]


def _is_rated(event: ResultEvent) -> bool:
    return (
        event.game.rated
        and event.kind != ResultKind.ANNULLED
        and (event.termination != Termination.ADJUDICATION or event.stands_as_proved)
        and event.ply_count >= LEAST_PLIES
    )


def store(pairing: Pairing, event: ResultEvent) -> bool:
    """Book what the event says, unless a newer one was booked or it says nothing. The caller holds
    the event; True when something was written."""
    codes = codes_of(event)
    if codes is None or (pairing.booked or 0) >= event.number:
        return False
    pairing.white_code, pairing.black_code = codes
    pairing.booked = event.number
    pairing.save(update_fields=["white_code", "black_code", "booked"])
    return True
