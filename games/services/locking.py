"""Taking hold of a game: one writer at a time, and only its two players."""

from games.models import Game, Heartbeat
from sumendi_site.accounts.models import User

from .errors import GameNotFound, NotAPlayer


def lock(game_id: int) -> Game:
    """The game, locked until the transaction ends (SQLite's transactions lock the whole file).
    Rows that point to it, such as the ledger's, can still be written meanwhile."""
    games = Game.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "first", "second"
    )
    game = games.filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    return game


def lock_for(game_id: int, player: User) -> Game:
    """The locked game, for one of its two players."""
    game = lock(game_id)
    if game.seat_of(player) is None:
        raise NotAPlayer
    return game


def lock_player(player: User) -> None:
    """Whoever does several things at once is counted one after the other, until the transaction
    ends. Rows that point to the player can still be written meanwhile."""
    User.objects.select_for_update(no_key=True).get(pk=player.pk)


def lock_players(*players: User) -> None:
    """The same for several, in an order in which no two callers wait for each other."""
    locked = User.objects.select_for_update(no_key=True).order_by("pk")
    list(locked.filter(pk__in=[player.pk for player in players]).values_list("pk"))


def lock_clocks() -> Heartbeat | None:
    """The heartbeat, locked; None before the first one. Whoever sets the clocks of many games
    takes it first, so that no two of them wait for each other's games."""
    return Heartbeat.objects.select_for_update().first()
