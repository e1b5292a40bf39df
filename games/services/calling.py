"""Calling the programs of this site to move."""

from django.db.models import Q

from games.models import Game
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake

from .hosted import call_program, let_clock_stand
from .house_bots import level_of

SEARCH = "games.tasks.search_house_turn"
"""For the levels. It is routed to workers that have loaded the search."""
ANSWER = "games.tasks.play_house_turn"
"""For the house players without a search: any worker."""


STEP, LAST = 3, 9
"""Redis keeps a list for each third of the priorities."""


def call_to_move(game: Game) -> bool:
    """Wake a worker after the commit if a house player or an uploaded program is to move. True if
    it changed the game: the clock of a program of this site does not run while the site lets its
    opponent wait. The caller holds the game's lock and saves it."""
    if game.to_move is None or game.to_move.kind != User.Kind.HOUSE:
        return call_program(game)
    let_clock_stand(game)
    call_house_player(game)
    return True


def call_house_player(game: Game) -> None:
    """Wake a worker for the turn of the house player who is to move in this game. However many
    games somebody plays at once, searches for others come before all of theirs but the first."""
    assert game.to_move is not None  # noqa: S101  # the caller has looked
    if level_of(game.to_move) is None:
        wake(ANSWER, game.pk, game.ply_count + 1)
        return
    priority = min(LAST, STEP * searches_before(game))
    wake(SEARCH, game.pk, game.ply_count + 1, priority=priority)


def searches_before(game: Game) -> int:
    """How many turns of house players wait for longer already in games of the same person, or of
    the bots that person owns."""
    assert game.to_move is not None  # noqa: S101  # the caller has looked
    opponent = game.opponent_of(game.to_move)
    person = opponent.owner_id or opponent.pk
    seats = Q(first=person) | Q(second=person)
    owned = Q(first__owner=person) | Q(second__owner=person)
    waiting = Game.objects.running().filter(
        seats | owned, to_move__kind=User.Kind.HOUSE, turn_started__lt=game.turn_started
    )
    return waiting.exclude(pk=game.pk).count()
