"""What players do to end a game: resign, agree on a draw, call it off."""

from django.utils import timezone

from games.models import Game, Result, Termination
from games.notices import tell_draw_offer
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish

from .errors import DrawOfferRefused, NoDrawOffer, NotCancellable, WrongPly
from .finishing import finish, won_against
from .hosted import is_hosted
from .running import on_running_game


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
    if _says_no(game.opponent_of(player)):
        return _decline(game, game.opponent_of(player))
    game.draw_offer_by = player
    game.save(update_fields=["draw_offer_by"])
    publish(game_topic(game.pk), "draw_offer", {"player": player.username})
    tell_draw_offer(game, by=player)
    return game


def _says_no(opponent: User) -> bool:
    """To every draw, at once: programs of this site are asked for moves alone."""
    return opponent.kind == User.Kind.HOUSE or is_hosted(opponent)


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
