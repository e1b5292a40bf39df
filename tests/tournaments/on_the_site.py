"""An event on the running site: who takes part, and what happens there besides what the browser
does. Called in the shell of the site."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta

from django.db.models import F
from django.test import Client

from games import services as games
from games.models import Game
from games.rules import Position
from games.services.errors import GameOver, PlyTaken
from ratings import numbers
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake
from tests.games.factories import make_bot
from tournaments.models import Decision, Pairing, Round
from tournaments.services.settings import KEEP_ROUNDS

PLIES = numbers.LEAST_PLIES
"""After so many a game can be rated."""


def make_people(*names: str) -> dict[str, str]:
    """Their sessions, by their names; each is rated 50 points below the one before."""
    sessions = {}
    for place, name in enumerate(names):
        rating = (2000 - 50 * place) * numbers.POINT
        user = User.objects.create(username=name, rating=rating)
        client = Client()
        client.force_login(user)
        sessions[name] = client.cookies["sessionid"].value
    return sessions


def make_bots(owners: Mapping[str, str]) -> None:
    """Bots whose programs nobody has started; the names of their owners by their own."""
    for name, owner in owners.items():
        make_bot(User.objects.get(username=owner), name)


def boards_that_run(slug: str) -> list[Pairing]:
    boards = Pairing.objects.filter(round__tournament__slug=slug, white_code="")
    boards = boards.exclude(game=None).select_related("white__player", "black__player")
    return list(boards.order_by("board"))


def play_round(slug: str, leave: int | None = None, absent: str = "") -> None:
    """All games that run: after some plies whoever has the higher number resigns, but on the board
    to `leave`. Whoever is `absent` does not make a ply, and that game stays."""
    for pairing in boards_that_run(slug):
        game = play_on(pairing.game_id, absent)
        later = max(pairing.white, pairing.black, key=lambda entry: entry.number)
        if pairing.board != leave and game.ply_count >= PLIES:
            with suppress(GameOver):  # two house bots play fast
                games.resign(game.pk, later.player)


def play_on(game_id: int, absent: str = "") -> Game:
    """The first plies, until it is the turn of somebody who is `absent`. House players may
    answer at the same time in a worker: then that move counts."""
    while True:
        game = Game.objects.with_players().get(pk=game_id)
        if game.ply_count >= PLIES or str(game.to_move) == absent:
            return game
        ply = game.ply_count + 1
        with suppress(PlyTaken):
            games.play(game_id, game.to_move, ply, "keep" if ply == 2 else _move(game.current))


def _move(position: Position) -> str:
    return str(position.first_move(position.placements()[0]))


def go_by(slug: str, **time: float) -> None:
    """Let so much time go by for the event and its games, and the worker look what is due."""
    gone = timedelta(**time)
    Game.objects.running().filter(pairing__round__tournament__slug=slug).update(
        turn_started=F("turn_started") - gone, deadline=F("deadline") - gone
    )
    Round.objects.filter(tournament__slug=slug, published__isnull=False).update(
        published=F("published") - gone, deadline=F("deadline") - gone
    )
    Decision.objects.filter(pairing__round__tournament__slug=slug).update(
        created=F("created") - gone
    )
    wake(KEEP_ROUNDS)
