"""The deadlines of rounds: they are warned of, moved, and what the event has announced for games
that still run is done."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q, Sum
from django.utils import timezone

from games.clock import seconds_used
from games.models import Game, GameStatus, Outage
from games.models.game import GameQuerySet
from games.services.locking import lock as lock_game
from games.services.one_by_one import each
from sumendi_site.accounts.models import User
from tournaments.event_notices import tell_deadline, tell_directors, tell_moved
from tournaments.models import (
    Act,
    AtDeadline,
    BookingCursor,
    Pairing,
    ProofRequest,
    ProofState,
    Round,
    RoundState,
    State,
    Tournament,
)

from . import proofs
from .deciding import settle
from .desk import lock_board
from .errors import BadDeadline, RoundNotFound, WrongState
from .locking import lock, lock_for
from .log import note
from .verdicts import BY_POINTS, Verdict, can_be_drawn, of_plies

WARNED_AT = (2, 24)
"""At so many hours left the players of a round's running games are warned, the last first."""
BATCH = 200
NEAREST = timedelta(hours=1)
"""An earlier deadline than before leaves so much time."""
FURTHEST = timedelta(days=366)

OPEN_ROUNDS = Q(state=RoundState.PUBLISHED, tournament__state=State.RUNNING)


@transaction.atomic
def move_deadline(director: User, slug: str, number: int, deadline: datetime) -> Round:
    """Give a round that is being played another deadline, which those whose games run are told,
    and warned of anew. Raises RoundNotFound, WrongState and BadDeadline."""
    tournament = lock_for(director, slug)
    round_ = tournament.all_rounds.filter(number=number).first()
    if round_ is None:
        raise RoundNotFound
    if round_.state != RoundState.PUBLISHED:
        raise WrongState("Only a round that is being played has a deadline.")
    if not timezone.now() < deadline <= timezone.now() + FURTHEST:
        raise BadDeadline("A deadline lies in the future, at most a year away.")
    if round_.deadline == deadline:
        return round_
    if deadline < timezone.now() + NEAREST and (not round_.deadline or deadline < round_.deadline):
        raise BadDeadline(
            "An earlier deadline is at least an hour ahead: players need time to act."
        )
    told = [moment and moment.isoformat() for moment in (round_.deadline, deadline)]
    round_.deadline, round_.warned, round_.passed = deadline, None, None
    round_.save(update_fields=["deadline", "warned", "passed"])
    proofs.drop_of(round_, timezone.now())
    note(tournament, Act.DEADLINE, director, round=number, deadline=told)
    tell_moved(tournament, round_, _running(round_).with_players())
    return round_


def give_back() -> int:
    """Move the deadlines of rounds by the time for which the site was away, as those of games have
    been; each outage once. Returns how many outages."""
    cursor, _ = BookingCursor.objects.get_or_create(pk=1)
    newest = Outage.objects.aggregate(pk=Max("pk"))["pk"] or 0
    if cursor.outage is None:  # those before the first event are nobody's
        BookingCursor.objects.filter(pk=1, outage=None).update(outage=newest)
        return 0
    return _give_back_to(newest) if cursor.outage < newest else 0


@transaction.atomic
def _give_back_to(newest: int) -> int:
    cursor = BookingCursor.objects.select_for_update().get(pk=1)
    outages = list(Outage.objects.filter(pk__gt=cursor.outage, pk__lte=newest).order_by("pk"))
    for outage in outages:
        were_out = Round.objects.filter(OPEN_ROUNDS, published__lte=outage.started)
        were_out.filter(deadline__gt=outage.started).update(
            deadline=F("deadline") + (outage.ended - outage.started)
        )
        proofs.give_back(outage.started, outage.ended)
    BookingCursor.objects.filter(pk=1).update(outage=newest)
    return len(outages)


def warn(now: datetime) -> int:
    """Warn of the rounds that have come near their deadlines. Returns how many rounds."""
    return sum(_warn_at(hours, now) for hours in WARNED_AT)


def _warn_at(hours: int, now: datetime) -> int:
    """Not of a round that was published later than this."""
    span = timedelta(hours=hours)
    near = Round.objects.filter(OPEN_ROUNDS, deadline__gt=now, deadline__lte=now + span)
    due = near.filter(published__lt=F("deadline") - span).exclude(warned__gte=F("deadline") - span)
    ids = list(due.order_by("deadline", "pk").values_list("pk", flat=True)[:BATCH])
    return each(ids, lambda pk: _warn(pk, hours, now))


@transaction.atomic
def _warn(round_id: int, hours: int, now: datetime) -> bool:
    """False when another worker was first."""
    round_ = Round.objects.get(pk=round_id)
    tournament = lock(round_.tournament_id)
    near = Round.objects.filter(pk=round_id, state=RoundState.PUBLISHED, deadline=round_.deadline)
    if not near.filter(warned=round_.warned).update(warned=now):
        return False
    games = list(_running(round_).with_players())
    if games:
        told = tell_deadline(tournament, round_, games, hours)
        note(tournament, Act.WARNED, None, round=round_.number, hours=hours, told=told)
    return True


def keep_deadlines(now: datetime) -> int:
    """Do what the events have announced for games that run at the deadline of their round. Returns
    for how many rounds this call did it."""
    proofs.keep_requests(now)
    each(proofs.to_settle(), lambda pk: _settle_as_asked(pk, now))
    due = Round.objects.filter(OPEN_ROUNDS, deadline__lte=now, passed=None)
    ids = list(due.order_by("deadline", "pk").values_list("pk", flat=True)[:BATCH])
    return each(ids, lambda pk: _pass(pk, now))


def _pass(round_id: int, now: datetime) -> bool:
    """A board at a time, so that one bad game stops neither the others nor the players of the
    event; the round has passed when none is left to decide."""
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    if round_.tournament.proved_stands or round_.tournament.at_deadline in BY_RULE:
        running = round_.pairings.filter(white_code="", game__in=_running(round_)).order_by("pk")
        boards = list(running.values_list("pk", flat=True))
        if each(boards, lambda pk: _decide_by_rule(pk, now)) < len(boards):
            return False  # the next sweep tries again
    return _has_passed(round_id, now)


@transaction.atomic
def _decide_by_rule(pairing_id: int, now: datetime) -> bool:
    tournament, pairing = lock_board(pairing_id)
    deadline = pairing.round.deadline
    if pairing.white_code or deadline is None or deadline > now:
        return True  # it ended meanwhile, or an organiser gave it more time
    assert pairing.game_id is not None  # noqa: S101 - its game runs
    game = lock_game(pairing.game_id)
    if not game.is_running:
        return True
    if game.is_overdue(now):
        return False  # it has ended on time, and the sweep of the games is about to say so
    if tournament.proved_stands and (proof := proofs.looked_at(tournament, pairing, game, now)):
        if proof.is_open:
            return False  # a worker is about to answer, or it is given up
        if proof.state == ProofState.PROVED:
            _settle_by(proof, tournament, pairing, game)
            return True
    if tournament.at_deadline in BY_RULE:
        _settle_by_rule(tournament, pairing, game, now)
    return True


def _settle_by(proof: ProofRequest, tournament: Tournament, pairing: Pairing, game: Game) -> None:
    verdict, why = proofs.verdict_by(proof, game), proofs.reason_of(proof)
    settle(tournament, pairing, verdict, proof.by, why, is_proved=True)


@transaction.atomic
def _settle_as_asked(request_id: int, now: datetime) -> bool:
    """False where the game has gone on meanwhile, the organiser has given it more time, or the
    event was called off."""
    request = ProofRequest.objects.get(pk=request_id)
    tournament, pairing = lock_board(request.pairing_id)
    if tournament.state == State.CANCELLED:
        return False
    deadline = pairing.round.deadline
    if pairing.white_code or pairing.game_id is None or deadline is None or deadline > now:
        return False
    game = lock_game(pairing.game_id)
    if not game.is_running or game.is_overdue(now) or not request.is_of(game):
        return False
    _settle_by(request, tournament, pairing, game)
    return True


def _settle_by_rule(tournament: Tournament, pairing: Pairing, game: Game, now: datetime) -> None:
    verdict = BY_RULE[AtDeadline(tournament.at_deadline)](game, now)
    if verdict is Verdict.DRAW and not can_be_drawn(game.ply_count):
        verdict = Verdict.BOTH_FORFEIT
    verdict = of_plies(verdict, game.ply_count)
    why = NEVER_PLAYED if game.ply_count == 0 else _why(tournament)
    settle(tournament, pairing, verdict, None, why)


def _a_draw(game: Game, now: datetime) -> Verdict:
    return Verdict.DRAW


def by_more_time(game: Game, now: datetime) -> Verdict:
    """With banks the player with more time left wins. With a time for each move whoever is to move
    always has less left: there the player wins who has taken less time for all turns, the one at
    hand included while its clock runs. As much is a draw."""
    if AtDeadline.MORE_TIME.looks_at_thought(game.control.has_bank):
        first, second = (_thought(game, player, now) for player in (game.first, game.second))
        return BY_POINTS[1 + (first < second) - (first > second)]
    nothing = timedelta(0)
    left = [game.time_left(player, now) or nothing for player in (game.first, game.second)]
    return BY_POINTS[1 + (left[0] > left[1]) - (left[0] < left[1])]


def _thought(game: Game, player: User, now: datetime) -> int:
    """The seconds that the player has taken for the turns of the game; none for a turn in which
    the site itself lets the opponent wait."""
    made = game.moves.filter(player=player).aggregate(seconds=Sum("seconds"))["seconds"] or 0
    runs = game.to_move_id == player.pk and game.deadline is not None
    return made + (seconds_used(game.turn_started, now) if runs else 0)


BY_RULE = {
    AtDeadline.MORE_TIME: by_more_time,
    AtDeadline.DRAW: _a_draw,
}
WHY = {
    AtDeadline.MORE_TIME: "The game ran at the round's deadline: who had more time left wins.",
    AtDeadline.DRAW: "The game ran at the round's deadline: it is a draw.",
}
NEVER_PLAYED = "No ply was played by the round's deadline: that is a forfeit."
UNPROVED = "How it ends is not proved."
LESS_THOUGHT = "The game ran at the round's deadline: who took less time for all turns wins."


def _why(tournament: Tournament) -> str:
    at_deadline = AtDeadline(tournament.at_deadline)
    by_thought = at_deadline.looks_at_thought(tournament.control.has_bank)
    why = LESS_THOUGHT if by_thought else WHY[at_deadline]
    return f"{UNPROVED} {why}" if tournament.proved_stands else why


@transaction.atomic
def _has_passed(round_id: int, now: datetime) -> bool:
    """Organisers who decide themselves are told of the games that wait for them."""
    round_ = Round.objects.get(pk=round_id)
    tournament = lock(round_.tournament_id)
    due = Round.objects.filter(pk=round_id, deadline__lte=now)
    if not due.filter(passed=None).update(passed=now):
        return False
    games = _running(round_).count()
    if games and tournament.at_deadline == AtDeadline.ORGANISER and round_.deadline:
        key = f"deadline:{round_.pk}:{int(round_.deadline.timestamp())}"
        tell_directors(tournament, key, "deadline", number=round_.number, games=games)
        note(tournament, Act.WARNED, None, round=round_.number, hours=0, told=games)
    return True


def _running(round_: Round) -> GameQuerySet:
    return Game.objects.filter(pairing__round=round_, status=GameStatus.RUNNING)
