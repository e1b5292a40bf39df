"""What ends a game that is not played to its end: its players resign, agree on a draw or call it
off, or an organiser decides."""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from games.models import Game, Result, Termination
from games.notices import tell_draw_offer
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish

from .errors import DrawOfferRefused, GameOver, NoDrawOffer, NotCancellable, TooLate, WrongPly
from .finishing import finish, won_against
from .hosted import is_of_this_site
from .locking import lock
from .running import is_lost_on_time, on_running_game

OF_ORGANISERS = (Termination.ADJUDICATION, Termination.FORFEIT)


@on_running_game
def resign(game: Game, player: User) -> Game:
    """`player` gives the game up."""
    return finish(game, won_against(game, player), Termination.RESIGNATION, timezone.now())


@on_running_game
def cancel(game: Game, player: User) -> Game:
    """Call the game off, as either player may before the second ply."""
    if not game.can_be_cancelled:
        raise NotCancellable("A tournament's game cannot be cancelled." if game.event_label else "")
    return finish(game, "", Termination.CANCELLED, timezone.now())


def give_up_games(player: User) -> None:
    """Resign all running games, and call off those that have hardly begun."""
    for game in Game.objects.running().of(player).order_by("pk"):
        end = cancel if game.can_be_cancelled else resign
        with suppress(TooLate, GameOver):
            end(game.pk, player)


@on_running_game
def offer_draw(game: Game, player: User, ply: int) -> Game:
    """Offer a draw in the position after `ply` plies; where the opponent has offered one
    already, this accepts it. An offer stands until the next ply."""
    _require_newest(game, ply)
    if game.draw_offer_by_id == player.pk:
        return game
    if game.draw_offer_by_id is not None:
        return _agree(game)
    if game.can_be_cancelled:
        raise DrawOfferRefused("The game has hardly begun: you can still cancel it.")
    if game.draw_declined_at_ply == game.ply_count:
        raise DrawOfferRefused("A draw was declined in this position. Wait for the next move.")
    if is_of_this_site(game.opponent_of(player)):
        return _decline(game, game.opponent_of(player))
    game.draw_offer_by = player
    game.save(update_fields=["draw_offer_by"])
    publish(game_topic(game.pk), "draw_offer", {"player": player.username})
    tell_draw_offer(game, by=player)
    return game


@on_running_game
def accept_draw(game: Game, player: User, ply: int) -> Game:
    """Agree to the draw that the opponent offers in the position after `ply` plies."""
    _require_offer_to(game, player, ply)
    return _agree(game)


@on_running_game
def decline_draw(game: Game, player: User, ply: int) -> Game:
    """Refuse the draw that the opponent offers; nobody offers again before the next ply."""
    _require_offer_to(game, player, ply)
    return _decline(game, player)


def _decline(game: Game, player: User) -> Game:
    game.draw_offer_by = None
    game.draw_declined_at_ply = game.ply_count
    game.save(update_fields=["draw_offer_by", "draw_declined_at_ply"])
    publish(game_topic(game.pk), "draw_declined", {"player": player.username})
    return game


def _require_offer_to(game: Game, player: User, ply: int) -> None:
    _require_newest(game, ply)
    if game.draw_offer_by_id != game.opponent_of(player).pk:
        raise NoDrawOffer


def _require_newest(game: Game, ply: int) -> None:
    if ply != game.ply_count:
        raise WrongPly("The game has gone on. Look at the position before you speak of a draw.")


def _agree(game: Game) -> Game:
    return finish(game, Result.DRAW, Termination.AGREEMENT, timezone.now())


@transaction.atomic
def adjudicate_by(
    game_id: int, result: Result | str, termination: Termination, *, is_proved: bool = False
) -> Game:
    """End a running game of an event as its organiser, or its rule for the deadline, says: by
    adjudication, or by forfeit where somebody never played; without a `result` both did not.
    `is_proved` says that this is the result with best play of both, which makes it a rated one.
    Whether somebody may decide it is the caller's to know. Raises GameOver where the game has
    ended or a clock has run out, which the sweep is about to say, and ClocksBehind."""
    if termination not in OF_ORGANISERS or not fits(result, termination):
        raise ValueError(f"No organiser ends a game {termination} with {result!r}.")
    game, now = lock(game_id), timezone.now()
    if not game.is_running:
        raise GameOver
    if is_lost_on_time(game, now):
        raise GameOver("A clock has run out: this game ends on time.")
    if is_proved and termination == Termination.ADJUDICATION:
        game.proved = result
    return finish(game, result, termination, now)


def fits(result: Result | str, termination: Termination) -> bool:
    """Whether an organiser can give a game this result by this way of ending."""
    if termination == Termination.FORFEIT:
        return result != Result.DRAW
    return bool(result)
