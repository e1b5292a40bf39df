"""People, games and offers for tests. Games are played through the services, as real ones are."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.utils import timezone

from games import services
from games.clock import TimeControl
from games.models import Game, Offer
from games.rules import Position
from games.services.offers import create_game
from sumendi_site.accounts.models import User

PASSWORD = "lava-flows-downhill"


def make_user(username: str = "amaia", **fields: Any) -> User:
    return User.objects.create_user(username=username, password=PASSWORD, **fields)


def make_bot(owner: User, name: str = "basalt", about: str = "") -> User:
    return services.register_bot(owner, name, about).account


def make_game(
    first: User,
    second: User,
    moves: Sequence[str] = (),
    size: int = 5,
    rated: bool = False,
    time_control: str = "3d",
    event_label: str = "",
    **fields: Any,
) -> Game:
    """A game after `moves`, one text a ply (`swap` or `keep` second). `fields` are then written
    over it as they are: `deadline`, ..."""
    control = TimeControl.parse(time_control)
    game = create_game(first, second, size, rated=rated, control=control, event_label=event_label)
    for ply, text in enumerate(moves, start=1):
        game = services.play(game.pk, game.to_move, ply, text).game
    if fields:
        Game.objects.filter(pk=game.pk).update(**fields)
    game.refresh_from_db()
    return game


def make_finished_game(first: User, second: User, moves: Sequence[str] = (), **fields: Any) -> Game:
    """A game that the second player has resigned."""
    game = make_game(first, second, moves, **fields)
    services.resign(game.pk, second)
    game.refresh_from_db()
    return game


def some_moves(plies: int, size: int = 5, seed: int = 1) -> list[str]:
    """The texts of the first plies of a legal game, the second player keeping White. Fewer than
    asked for when the game ends before."""
    chance = random.Random(seed)
    position, moves = Position.start(size), []
    for ply in range(1, plies + 1):
        if ply == 2:
            moves.append("keep")
            continue
        placements = position.placements()
        if not placements:
            break
        few = list(islice(position.moves_for(chance.choice(placements)), 5))
        move = chance.choice(few)
        moves.append(str(move))
        position = position.play(move)
    return moves


def make_seek(creator: User, **terms: Any) -> Offer:
    return services.open_seek(creator, make_terms(**terms))


def make_challenge(creator: User, opponent: User, **terms: Any) -> Offer:
    return services.challenge(creator, opponent, make_terms(**terms))


def make_terms(
    size: int = 6, rated: bool = False, seat: str = "random", time_control: str = "3d"
) -> services.Terms:
    return services.Terms(size=size, rated=rated, seat=seat, time_control=time_control)


def in_hours(hours: float) -> datetime:
    """The instant so many hours from now, for a deadline."""
    return timezone.now() + timedelta(hours=hours)
