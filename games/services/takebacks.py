"""Taking plies back by consent, in casual games that belong to no event.

Who asks takes back their own newest ply and whatever followed it. The request stands until the
next ply, as a draw offer does.
"""

from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter

from django.utils import timezone

from games.clock import runs_on
from games.models import BotTurn, Game, LogKind, Move, RetractedMove, TurnState
from games.notices import (
    first_warning,
    tell_takeback_asked,
    tell_takeback_declined,
    tell_taken_back,
)
from games.rules import Position
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, player_topic, publish

from . import conditions, vacations
from .calling import call_to_move
from .errors import NoTakeback, TakebackRefused, WrongPly
from .hosted import is_hosted
from .placing import make_ply
from .running import on_running_game


@on_running_game
def ask_takeback(game: Game, player: User, ply: int) -> Game:
    """Ask to take back `player`'s newest ply and what followed, in the position after `ply` plies.
    House bots agree at once; programs that were uploaded are asked for moves alone, and refuse."""
    _require_newest(game, ply)
    if game.takeback_by_id == player.pk:
        return game
    if hindrance := why_not_ask(game, newest_of(game, player)):
        raise TakebackRefused(hindrance)
    opponent = game.opponent_of(player)
    if opponent.kind == User.Kind.HOUSE:
        return _take_back(game, player)
    if is_hosted(opponent):
        return _decline(game, opponent)
    game.takeback_by = player
    game.save(update_fields=["takeback_by"])
    data = {"player": player.username, "ply": newest_of(game, player)}
    publish(game_topic(game.pk), "takeback_asked", data)
    tell_takeback_asked(game, by=player)
    return game


@on_running_game
def accept_takeback(game: Game, player: User, ply: int) -> Game:
    """Agree to what the opponent asks for in the position after `ply` plies. Doing it twice is no
    error."""
    if _was_taken_back_from(game, player, ply):
        return game
    _require_request_to(game, player, ply)
    return _take_back(game, game.opponent_of(player), by=player)


@on_running_game
def decline_takeback(game: Game, player: User, ply: int) -> Game:
    """Refuse it; nobody asks again before the next ply."""
    _require_request_to(game, player, ply)
    return _decline(game, player)


def why_not_ask(game: Game, own_ply: int | None) -> str:
    """Why a player whose newest ply is `own_ply` cannot ask for a takeback in this running game
    now; empty if they can."""
    if game.rated or game.event_label:
        return "Moves are taken back in casual games alone."
    if own_ply is None:
        return "You have made no move yet that could be taken back."
    if game.takeback_declined_at_ply == game.ply_count:
        return "A takeback was declined in this position. Wait for the next move."
    if game.takeback_by_id is not None:
        return "A takeback is asked for already. It is answered first."
    return ""


def newest_of(game: Game, player: User) -> int | None:
    """The ply that a takeback of `player`'s would begin with."""
    own = game.moves.filter(player=player).order_by("-ply")
    return own.values_list("ply", flat=True).first()


def _require_newest(game: Game, ply: int) -> None:
    if ply != game.ply_count:
        raise WrongPly("The game has gone on. Look at the position before you speak of takebacks.")


def _require_request_to(game: Game, player: User, ply: int) -> None:
    _require_newest(game, ply)
    if game.takeback_by_id != game.opponent_of(player).pk:
        raise NoTakeback


def _was_taken_back_from(game: Game, player: User, ply: int) -> bool:
    """Whether the game now stands where the newest takeback, which the opponent asked for after
    `ply` plies, has left it."""
    gone = list(game.retracted.filter(number=game.takebacks, asked_by=game.opponent_of(player)))
    return bool(gone) and (gone[0].ply, gone[-1].ply) == (game.ply_count + 1, ply)


def _decline(game: Game, player: User) -> Game:
    game.takeback_by = None
    game.takeback_declined_at_ply = game.ply_count
    game.save(update_fields=["takeback_by", "takeback_declined_at_ply"])
    publish(game_topic(game.pk), "takeback_declined", {"player": player.username})
    tell_takeback_declined(game, by=player)
    return game


def _take_back(game: Game, asker: User, by: User | None = None) -> Game:
    """The caller holds the game; `by` is told nothing of what they agreed to."""
    now = timezone.now()
    moves = list(game.moves.order_by("ply"))
    first = max(move.ply for move in moves if move.player_id == asker.pk)
    _retract(game, asker, moves[first - 1 :], now)
    _stand_at(game, moves[: first - 1])
    _forget_what_was_prepared(game, first)
    _begin_turn(game, asker, now)
    publish(game_topic(game.pk), "taken_back", {"player": asker.username, "ply": first})
    for player_id in sorted((game.first_id, game.second_id)):
        publish(player_topic(player_id), "taken_back", {"game": game.pk, "ply": first})
    if by is not None:
        tell_taken_back(game, first, by)
    call_to_move(game)
    game.save()
    return game


def _retract(game: Game, asker: User, gone: Sequence[Move], now: datetime) -> None:
    game.takebacks += 1
    RetractedMove.objects.bulk_create(
        RetractedMove(
            game=game,
            number=game.takebacks,
            ply=move.ply,
            player_id=move.player_id,
            text=move.text,
            made=move.made,
            seconds=move.seconds,
            by_condition=move.by_condition,
            asked_by=asker,
            retracted=now,
        )
        for move in gone
    )
    game.moves.filter(pk__in=[move.pk for move in gone]).delete()


def _forget_what_was_prepared(game: Game, first: int) -> None:
    """For the plies from `first` on, which are played anew; of conditional moves all, lest one
    plays at once what was just taken back."""
    conditions.forget(game)
    BotTurn.objects.filter(game=game, ply__gte=first).update(state=TurnState.DROPPED)


def _stand_at(game: Game, kept: Sequence[Move]) -> None:
    """Position, sides and banks as they were after these plies; no offer stands."""
    game.position, game.swapped = str(Position.start(game.size)), None
    for move in kept:
        make_ply(game, move.ply, move.text)
    game.ply_count = len(kept)
    _restore_banks(game, kept)
    game.draw_offer_by = game.takeback_by = None
    game.draw_declined_at_ply = game.takeback_declined_at_ply = None


def _restore_banks(game: Game, kept: Sequence[Move]) -> None:
    """What the turns took, in the order in which it happened, and all days that were given. Of what
    happened at one time a ply comes before the reply that was prepared for later."""
    control = game.control
    if not control.has_bank:
        return
    game.first_bank = game.second_bank = control.first_bank
    gifts = game.log.filter(kind=LogKind.TIME_GIVEN)
    happened = [(move.made, move.player_id, move.seconds, False) for move in kept]
    happened += [(gift.created, gift.player_id, gift.seconds, True) for gift in gifts]
    for _, player_id, seconds, is_gift in sorted(happened, key=itemgetter(0)):
        player = game.first if player_id == game.first_id else game.second
        bank = game.bank_of(player) or 0
        game.set_bank(player, bank + seconds if is_gift else control.bank_after(bank, seconds))


def _begin_turn(game: Game, player: User, now: datetime) -> None:
    """From now on it is the turn of `player`, whose clock has its whole time."""
    away = vacations.away_from(game, now)
    game.to_move = player
    game.turn_started = runs_on(now, away.get(player.pk))
    if player.pk in away:
        vacations.note_standstill(game, player, now, game.turn_started)
    bank = game.bank_of(player)
    game.deadline = game.control.deadline(game.turn_started, bank)
    game.next_warning = first_warning(player, game.control.allowance(bank))
    publish(player_topic(player.pk), "your_turn", {"game": game.pk, "ply": game.ply_count + 1})
