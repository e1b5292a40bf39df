"""The facts of finished games, read from what was stored with their result events: what an account
or a game is like now plays no part."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from games.models import Game, Move, Result, ResultEvent, RetractedMove, Termination
from games.models.result_event import ResultKind
from ratings.facts import GameFacts, Seat


def facts_from(start: int, last: int) -> Iterator[GameFacts]:
    """The games whose places lie from `start` to `last`, in that order, each with the result
    that the events up to number `last` give it. Read in pieces, but for the corrections."""
    finished = Q(kind=ResultKind.FINISHED)
    events = ResultEvent.objects.filter(number__gte=start, number__lte=last)
    newest = {event["game_id"]: event for event in _read(events.exclude(finished))}
    for event in _read(events.filter(finished)):
        yield _facts(event["number"], newest.get(event["game_id"], event))


def facts_of(event: ResultEvent) -> GameFacts:
    """The facts of a game as they were when it finished with this event."""
    (row,) = _read(ResultEvent.objects.filter(pk=event.pk))
    return _facts(event.number, row)


def facts_if(game: Game, result: str | None, termination: str | None) -> GameFacts:
    """The facts that a correction would give the game: annulled (`result` is None), or with this
    result and way of ending, where None keeps the one that it has. The clock and the accounts
    are those of its first event, as in the event that a correction writes."""
    finished = game.result_events.filter(kind=ResultKind.FINISHED)
    then = {"result": result or game.result, "termination": termination or game.termination}
    (row,) = _read(finished, **then)
    kind = ResultKind.CORRECTED if result else ResultKind.ANNULLED
    return _facts(row["number"], row | {"kind": kind})


def half_points(result: str, black: int, first: int) -> int | None:
    """What the first player scored, in half points; None without a result."""
    match result:
        case Result.DRAW:
            return 1
        case Result.BLACK:
            return 2 if black == first else 0
        case Result.WHITE:
            return 0 if black == first else 2
    return None


def _read(
    events: "QuerySet[ResultEvent]", result: str | None = None, termination: str | None = None
) -> Iterator[dict[str, Any]]:
    """What `_facts` needs of these events, in order; a `result` and `termination` stand for those
    that were stored."""
    known = {
        "outcome": F("result") if result is None else Value(result),
        "ending": F("termination") if termination is None else Value(termination),
    }
    loser = Case(When(outcome=Result.BLACK, then=F("white")), default=F("black"))
    out = Case(When(ending=Termination.TIMEOUT, then=Coalesce("ran_out", "game__finished")))
    # What was prepared beforehand does not show that the player was there.
    by_hand = {"player": OuterRef("loser"), "made__lte": OuterRef("out"), "by_condition": False}
    last = {
        "last_ply": Subquery(_newest(Move.objects.filter(**by_hand))),
        # Whoever made it and took it back has been there.
        "last_retracted": Subquery(_newest(RetractedMove.objects.filter(**by_hand))),
    }
    rows = events.order_by("number").annotate(**known).annotate(loser=loser, out=out)
    rows = rows.annotate(**last)
    read: Iterator[dict[str, Any]] = rows.values(
        *("number", "game_id", "kind", "outcome", "ending", "black_id", "ply_count"),
        *("loser", "out", "last_ply", "last_retracted"),
        *("game__finished", "game__size", "game__rated", "game__event_label"),
        "game__proved",
        *("game__first_id", "first_owner_id", "first_is_bot"),
        *("game__second_id", "second_owner_id", "second_is_bot"),
    ).iterator(chunk_size=5000)
    return read


def _newest(plies: "QuerySet[Any]") -> "QuerySet[Any]":
    return plies.order_by("-made").values("made")[:1]


def _later(*moments: datetime | None) -> datetime | None:
    return max((moment for moment in moments if moment), default=None)


def _facts(sequence: int, event: dict[str, Any]) -> GameFacts:
    ran_out: datetime | None = None if event["outcome"] == Result.DRAW else event["out"]
    return GameFacts(
        sequence=sequence,
        game=event["game_id"],
        finished=event["game__finished"],
        size=event["game__size"],
        first=_seat(event, "first"),
        second=_seat(event, "second"),
        half_points=half_points(event["outcome"], event["black_id"], event["game__first_id"]),
        agreed_rated=event["game__rated"],
        is_event=bool(event["game__event_label"]),
        termination=event["ending"],
        plies=event["ply_count"],
        is_proved=_is_proved(event),
        is_annulled=event["kind"] == ResultKind.ANNULLED,
        timed_out=event["loser"] if ran_out else None,
        ran_out=ran_out,
        last_ply_before=_later(event["last_ply"], event["last_retracted"]) if ran_out else None,
    )


def _is_proved(event: dict[str, Any]) -> bool:
    is_adjudicated = event["ending"] == Termination.ADJUDICATION
    return is_adjudicated and bool(event["outcome"]) and event["game__proved"] == event["outcome"]


def _seat(event: dict[str, Any], name: str) -> Seat:
    player, owner = event[f"game__{name}_id"], event[f"{name}_owner_id"]
    return Seat(player, owner or player, event[f"{name}_is_bot"])
