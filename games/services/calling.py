"""Calling the programs of this site to move."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

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
    call_house_players([game])
    return True


def call_house_players(games: Sequence[Game]) -> None:
    """Wake workers for the turns of the house players who are to move in these games. However many
    games somebody plays at once, searches for others come before all of theirs but the first; and
    where house players meet, nobody waits for them: they come last, one after the other."""
    waiting = _waiting_for({_person(game) for game in games if not _is_among_house(game)})
    for game in games:
        if level_of(_to_move(game)) is None:
            wake(ANSWER, game.pk, game.ply_count + 1)
        else:
            wake(SEARCH, game.pk, game.ply_count + 1, priority=_priority(game, waiting))


def _priority(game: Game, waiting: Mapping[int, Sequence[tuple[int, datetime]]]) -> int:
    if _is_among_house(game):
        return LAST
    others = (since for pk, since in waiting[_person(game)] if pk != game.pk)
    before = sum(since < game.turn_started for since in others)
    return min(LAST, STEP * before)


def _is_among_house(game: Game) -> bool:
    return game.opponent_of(_to_move(game)).kind == User.Kind.HOUSE


def _to_move(game: Game) -> User:
    assert game.to_move is not None  # noqa: S101  # the caller has looked
    return game.to_move


def _person(game: Game) -> int:
    """Who plays against the house: of a bot, who owns it."""
    opponent = game.opponent_of(_to_move(game))
    return opponent.owner_id or opponent.pk


def _waiting_for(persons: set[int]) -> Mapping[int, Sequence[tuple[int, datetime]]]:
    """By person: the games of theirs, or of the bots that they own, in which house players are to
    move, and since when."""
    seats = Q(first__in=persons) | Q(second__in=persons)
    owned = Q(first__owner__in=persons) | Q(second__owner__in=persons)
    games = Game.objects.running().filter(seats | owned, to_move__kind=User.Kind.HOUSE)
    names = ("pk", "turn_started", "first", "second", "first__owner", "second__owner")
    waiting = defaultdict(list)
    for pk, since, *players in games.values_list(*names):
        for person in persons.intersection(players):
            waiting[person].append((pk, since))
    return waiting
