"""Making a move."""

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.clock import seconds_used
from games.models import FaultKind, Game, Move
from games.notices import about, tell_move, tell_turn
from games.rules import Move as RulesMove
from games.rules import MoveSyntaxError
from games.rules.plies import SIDE_CHOICE_PLY, in_words
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.notices.seeing import seen_at

from . import conditions, downtime, vacations
from .calling import call_to_move
from .errors import (
    BadMoveText,
    ClocksBehind,
    GameError,
    GameOver,
    NotALegalMove,
    NotYourTurn,
    PlyTaken,
    ProgramAsked,
    TooLate,
    WrongPly,
)
from .faults import note_fault
from .finishing import begin_scoring, flag_locked
from .hosted import is_asked
from .locking import lock_for
from .placing import make_ply
from .running import is_lost_on_time
from .vacations import Away

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Played:
    """A move as it was stored; `repeated` when it had been stored before."""

    game: Game
    move: Move
    repeated: bool = False


def play(game_id: int, player: User, ply: int, text: str, takebacks: int | None = None) -> Played:
    """Make `player`'s move for this ply. The same move for the same ply, sent again, gives the
    same answer; another move for a ply that was played is `PlyTaken`.

    `text` is a move text as in rules.md, and ``swap`` or ``keep`` at ply 2. `takebacks` are those
    that `player` knows of: where plies were taken back since, the move was meant for a position
    that is gone, and is refused.
    """
    try:
        try:
            return _play(game_id, player, ply, text, takebacks)
        except ClocksBehind:
            vacations.catch_up(timezone.now())
            return _play(game_id, player, ply, text, takebacks)
    except (BadMoveText, NotALegalMove) as error:
        _note_bad_move(game_id, player, ply, text, error)
        raise


def _note_bad_move(game_id: int, player: User, ply: int, text: str, error: GameError) -> None:
    """After its transaction, which was rolled back."""
    kind = FaultKind.ILLEGAL if isinstance(error, NotALegalMove) else FaultKind.UNREADABLE
    note_fault(player, game_id, kind, f"Ply {ply}, “{text}”: {error.message}")


def _play(game_id: int, player: User, ply: int, text: str, takebacks: int | None) -> Played:
    with transaction.atomic():
        game = lock_for(game_id, player)
        if takebacks not in (None, game.takebacks):
            raise WrongPly(
                "Moves of this game were taken back meanwhile. Look at the position as it is now."
            )
        if 0 < ply <= game.ply_count:
            return _again(game, player, ply, text)
        now = timezone.now()
        _require_turn(game, player, ply)
        if downtime.is_behind(now):
            raise ClocksBehind
        away = vacations.away_from(game, now)
        if not is_lost_on_time(game, now):
            return _make_move(game, player, text, now, away)
        flag_locked(game, now)
    raise TooLate


def play_as_program(game: Game, text: str, now: datetime) -> Move:
    """Make the move of the player to move, whose program was asked and whose clock has no deadline.
    The caller holds the game. Raises BadMoveText, NotALegalMove and ClocksBehind; the caller then
    rolls back."""
    if downtime.is_behind(now):
        raise ClocksBehind
    away = vacations.away_from(game, now)
    assert game.to_move is not None  # noqa: S101  # the caller has looked
    return _make_move(game, game.to_move, text, now, away).move


def _again(game: Game, player: User, ply: int, text: str) -> Played:
    earlier = game.moves.get(ply=ply)
    if earlier.player_id == player.pk and earlier.text == _canonical(ply, text):
        return Played(game, earlier, repeated=True)
    raise PlyTaken(
        f"{in_words(ply).capitalize()} (ply {ply}) has been played already: {earlier.text}. "
        "Your move was not made; look at the position as it is now."
    )


def _canonical(ply: int, text: str) -> str:
    if ply == SIDE_CHOICE_PLY:
        return text
    try:
        return str(RulesMove.parse(text))
    except MoveSyntaxError as error:
        raise BadMoveText(str(error), reason=error.reason) from error


def _require_turn(game: Game, player: User, ply: int) -> None:
    if not game.is_running:
        raise GameOver
    if ply != game.ply_count + 1:
        raise WrongPly(
            f"This is for {in_words(ply)} (ply {ply}), but the game is at "
            f"{in_words(game.ply_count + 1)} (ply {game.ply_count + 1}). "
            "Look at the position as it is now."
        )
    if game.to_move_id != player.pk:
        raise NotYourTurn
    if is_asked(game):
        raise ProgramAsked


def _make_move(game: Game, player: User, text: str, now: datetime, away: Away) -> Played:
    seconds = seconds_used(game.turn_started, now, away.get(player.pk))
    move = _store(game, player, text, now, seconds=seconds)
    seen_at(player, about(game.pk))
    if game.to_move != player:
        _play_what_was_prepared(game, now)
    _pass_the_turn(game, now, away)
    game.save()
    vacations.note_day_played(player, now)
    return Played(game, move)


def _store(
    game: Game,
    player: User,
    text: str,
    now: datetime,
    *,
    seconds: int = 0,
    by_condition: bool = False,
) -> Move:
    """Make this the next ply; whose turn it is then is in `game.to_move`."""
    stored = make_ply(game, game.ply_count + 1, text)
    game.ply_count += 1
    game.set_bank(player, game.control.bank_after(game.bank_of(player), seconds))
    game.draw_offer_by = game.takeback_by = None
    move = Move.objects.create(
        game=game,
        ply=game.ply_count,
        player=player,
        text=stored,
        made=now,
        seconds=seconds,
        by_condition=by_condition,
    )
    publish(
        game_topic(game.pk),
        "move",
        {"ply": move.ply, "text": move.text, "player": player.username},
    )
    tell_move(game, move)
    game.to_move = _next_player(game)
    return move


def _play_what_was_prepared(game: Game, now: datetime) -> None:
    """The replies to a ply, which take no time: nobody is told of a turn meanwhile."""
    for text in conditions.replies(game):
        assert game.to_move is not None  # noqa: S101  # somebody has prepared this
        try:
            _store(game, game.to_move, text, now, by_condition=True)
        except (BadMoveText, NotALegalMove):
            logger.exception("What was prepared for ply %d of %s", game.ply_count + 1, game)
            return


def _next_player(game: Game) -> User | None:
    position = game.current
    if position.is_over:
        return None
    if game.ply_count == SIDE_CHOICE_PLY - 1:
        return game.second
    return game.player_on(position.turn)


def _pass_the_turn(game: Game, now: datetime, away: Away) -> None:
    game.turn_started = now
    to_move = game.to_move
    if to_move is None:
        begin_scoring(game)
        return
    if to_move.pk in away:
        game.turn_started = away[to_move.pk]
        vacations.note_standstill(game, to_move, now, game.turn_started)
    game.deadline = game.control.deadline(game.turn_started, game.bank_of(to_move))
    tell_turn(game)
    call_to_move(game)
