"""Telling players that their ratings were changed, and operators what could not be rated. How it
reads is in `ratings.presenters.notices`."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.models import ResultEvent
from games.models.result_event import ResultKind
from games.notices import about
from ratings.models import LedgerEntry, Revision
from ratings.numbers import LEAST_SHOWN
from sumendi_site.accounts.models import User
from sumendi_site.faults import in_nobodys_way
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.notices.notify import notify_all

CHANGED, FAULT = "rating_changed", "rating_fault"
"""The codes of the two kinds of notices."""


def tell_revision(revision: Revision, ratings: Mapping[int, tuple[int, int]]) -> None:
    """Tell whose rating the revision has changed so far that it shows, and in any case the two
    players of a corrected game. `ratings` are those before and after, in micro-points, by
    player."""
    event = revision.event
    of_the_game = (event.black_id, event.white_id) if event else ()
    facts = {"revision": revision.number, "game": None, "why": revision.why}
    if event:
        facts |= _correction(revision, event)
    data = {
        player: facts | {"before": before, "after": after}
        for player, (before, after) in ratings.items()
        if abs(after - before) >= LEAST_SHOWN or player in of_the_game
    }
    shown_on = about(event.game_id) if event else ""
    _tell(CHANGED, f"revision:{revision.number}", data, shown_on)


def _correction(revision: Revision, event: ResultEvent) -> dict[str, Any]:
    """What the notice says of the game: the way of ending that it has now, whether it was
    annulled before, and the code of the reason when it is not rated now."""
    earlier = ResultEvent.objects.filter(game=event.game_id, number__lt=event.number)
    rows = LedgerEntry.objects.filter(game=event.game_id, revision=revision.number)
    return {
        "game": event.game_id,
        "kind": event.kind,
        "result": event.result,
        "termination": event.termination,
        "black": str(event.black),
        "white": str(event.white),
        "was_annulled": earlier.latest("number").kind == ResultKind.ANNULLED,
        "reason": rows.values_list("reason", flat=True).get(),
    }


def tell_fault(games: Sequence[int], occasion: str) -> None:
    """Tell the operators of games that a fault of ours kept from being rated, or corrected: once
    for each `occasion`, which names the result event or the revision."""
    if not games:
        return
    operators = User.objects.filter(is_staff=True, is_active=True)
    facts = {"game": games[0], "more": len(games) - 1}
    data = dict.fromkeys(operators.values_list("pk", flat=True), facts)
    _tell(FAULT, f"rating_fault:{occasion}", data, about(games[0]))


def tell_pages(game: int) -> None:
    """Tell open pages that the game was rated, or rated again."""
    with in_nobodys_way(f"the news of game {game}"):
        publish(game_topic(game), "rated", {})


def _tell(kind: str, key: str, data: Mapping[int, Mapping[str, Any]], shown_on: str) -> None:
    """A fault of the notices is logged: it never keeps a game from being rated."""
    with in_nobodys_way(f"telling of {key}"):
        notify_all(data, kind, key, shown_on)
