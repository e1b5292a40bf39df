"""Giving a board its result: an organiser decides a game, forfeits one who never came, or corrects
a result; or the event's rule for the deadline does."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Game, ResultEvent, Termination
from games.models.result_event import ResultKind
from games.services.corrections import correct_by_organiser
from games.services.ending import adjudicate_by
from games.services.errors import CorrectionRefused, GameOver
from games.services.locking import lock as lock_game
from ratings.services.facts import half_points
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake
from tournaments.event_notices import tell_decision, tell_reminder
from tournaments.models import Act, Decision, DecisionKind, Pairing, Tournament

from .booking import GO_ON
from .closing import appeal_time, close_if_over
from .desk import is_final, lock_for_decision, reason
from .errors import CannotDecide
from .log import note
from .record import record
from .results import store
from .verdicts import BY_POINTS, Verdict, can_be_drawn, forfeits_open_to, of_plies

REMINDED_AGAIN = timedelta(hours=12)


@transaction.atomic
def decide(director: User, pairing_id: int, verdict: Verdict, why: str) -> Decision:
    """End the running game of a board: it counts in the event and is not rated. A win over somebody
    who has made no ply is their forfeit. The same decision again is the one that stands."""
    tournament, pairing = lock_for_decision(director, pairing_id)
    if verdict.is_forfeit:
        raise CannotDecide("A forfeit is for somebody who never played.")
    verdict = _fitting(pairing, verdict)
    return _again(pairing, director, verdict) or settle(
        tournament, pairing, verdict, director, reason(why)
    )


@transaction.atomic
def forfeit(director: User, pairing_id: int, verdict: Verdict, why: str) -> Decision:
    """End a running game because one side, or both, never made a ply: no game was played. The same
    decision again is the one that stands."""
    tournament, pairing = lock_for_decision(director, pairing_id)
    if not verdict.is_forfeit:
        raise CannotDecide("Say who did not appear.")
    standing = _again(pairing, director, verdict)
    if standing:
        return standing
    if verdict not in forfeits_open_to(lock_game(_game_of(pairing).pk).ply_count):
        raise CannotDecide("They have played: decide the game, or let its clock run.")
    return settle(tournament, pairing, verdict, director, reason(why))


def settle(
    tournament: Tournament,
    pairing: Pairing,
    verdict: Verdict,
    by: User | None,
    why: str,
    *,
    is_proved: bool = False,
) -> Decision:
    """End the running game so, book it and tell both players. The caller holds the event and knows
    that `by`, or the event's rule (None), may do it. One that `is_proved` is rated. Raises
    CannotDecide and ClocksBehind."""
    game = _game_of(pairing)
    result = verdict.result_in(game)
    try:
        game = adjudicate_by(game.pk, result, verdict.termination, is_proved=is_proved)
    except GameOver as error:
        raise CannotDecide(error.message) from error
    kind = DecisionKind.FORFEITED if verdict.is_forfeit else DecisionKind.ADJUDICATED
    decision = _record(tournament, pairing, _newest_event(game), kind, by, why, Act.DECIDED)
    if close_if_over(tournament, pairing.round):
        wake(GO_ON, tournament.pk)
    return decision


@transaction.atomic
def correct(director: User, pairing_id: int, verdict: Verdict, why: str) -> Decision:
    """Give the finished game of any round another result. Standings and ratings follow; pairings
    that are out stay. Where the game had ended so by itself, it gets that end back and counts for
    the ratings again; else it is not rated. The same correction again is the one that stands."""
    tournament, pairing = lock_for_decision(director, pairing_id)
    return correct_locked(tournament, pairing, verdict, director, reason(why))


def correct_locked(
    tournament: Tournament, pairing: Pairing, verdict: Verdict, by: User, why: str
) -> Decision:
    """The same for a caller who holds the event and knows that `by` may do it."""
    asked, verdict = verdict, _fitting(pairing, verdict)
    standing = _again(pairing, by, verdict) or _again(pairing, by, asked)
    if standing:
        return standing
    game = _game_of(pairing)
    result, termination = verdict.result_in(game), verdict.termination
    first = game.result_events.filter(kind=ResultKind.FINISHED).first()
    if (
        first
        and verdict_of(first) in (asked, verdict)
        and first.termination != Termination.CANCELLED
    ):
        result, termination = first.result, Termination(first.termination)
    before = [pairing.white_code, pairing.black_code]
    try:
        event = correct_by_organiser(game.pk, by, result, termination, why)
    except CorrectionRefused as error:
        raise CannotDecide(error.message) from error
    decision = _record(
        tournament, pairing, event, DecisionKind.CORRECTED, by, why, Act.CORRECTED, before=before
    )
    if close_if_over(tournament, pairing.round):  # a game that was called off, for one
        wake(GO_ON, tournament.pk)
    return decision


def _fitting(pairing: Pairing, verdict: Verdict) -> Verdict:
    """What the verdict says of a game that has hardly begun. Raises CannotDecide."""
    plies = lock_game(_game_of(pairing).pk).ply_count
    if verdict is Verdict.DRAW and not can_be_drawn(plies):
        raise CannotDecide("No ply was played: that is no draw. Let both forfeit instead.")
    return of_plies(verdict, plies)


def act_for(pairing: Pairing, verdict: Verdict) -> Callable[[User, int, Verdict, str], Decision]:
    """What gives the board this result as it stands: a game that runs is decided or forfeited, one
    that has ended is corrected."""
    if pairing.game is None or not pairing.game.is_running:
        return correct
    return forfeit if verdict.is_forfeit else decide


def verdict_of(event: ResultEvent) -> Verdict | None:
    """What an organiser would have said to end the game so; None for one that was called off."""
    points = half_points(event.result, event.black_id, event.game.first_id)
    if event.termination == Termination.FORFEIT:
        by_points = {2: Verdict.SECOND_FORFEITS, 0: Verdict.FIRST_FORFEITS}
        return Verdict.BOTH_FORFEIT if points is None else by_points[points]
    return None if points is None else BY_POINTS[points]


@transaction.atomic
def bump(director: User, pairing_id: int) -> bool:
    """Remind the player to move of a game that lies still; False where that was done within
    `REMINDED_AGAIN`."""
    tournament, pairing = lock_for_decision(director, pairing_id)
    game = _game_of(pairing)
    if not game.is_running or game.to_move is None:
        raise CannotDecide("This game does not wait for a move.")
    lately = timezone.now() - REMINDED_AGAIN
    reminded = tournament.log.filter(act=Act.WARNED, created__gt=lately)
    if reminded.filter(data__pairing=pairing.pk, data__ply=game.ply_count).exists():
        return False
    note(
        tournament,
        Act.WARNED,
        director,
        round=pairing.round.number,
        board=pairing.board,
        pairing=pairing.pk,
        ply=game.ply_count,
        players=[str(game.to_move)],
    )
    tell_reminder(tournament, game, director)
    return True


def _game_of(pairing: Pairing) -> Game:
    assert pairing.game_id is not None  # noqa: S101 - `lock_for_decision` has looked
    return Game.objects.with_players().get(pk=pairing.game_id)


def _newest_event(game: Game) -> ResultEvent:
    events = game.result_events.select_related("game")
    return events.order_by("-number")[0]


def _again(pairing: Pairing, by: User, verdict: Verdict) -> Decision | None:
    """The newest decision, if it says the same, is by the same organiser, and still stands."""
    newest = pairing.decisions.order_by("-id").first()
    if newest is None or newest.by_id != by.pk or pairing.game is None:
        return None
    if (newest.white_code, newest.black_code) != (pairing.white_code, pairing.black_code):
        return None
    return newest if verdict_of(_newest_event(pairing.game)) == verdict else None


def _record(
    tournament: Tournament,
    pairing: Pairing,
    event: ResultEvent,
    kind: DecisionKind,
    by: User | None,
    why: str,
    act: Act,
    **more: object,
) -> Decision:
    store(pairing, event)
    decision = record(tournament, pairing, kind, by, why, act, **more)
    until = decision.created + appeal_time(tournament) if tournament.is_automatic else None
    can_appeal = not is_final(tournament, pairing)
    tell_decision(tournament, decision, can_appeal=can_appeal, until=until)
    return decision
