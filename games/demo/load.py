"""Write the demo data: rows of the past, which no service can make, and some life of today."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import services
from games.clock import SECONDS, TimeControl
from games.house.moves import best_of_few
from games.models import Game, GameStatus, Move, Offer, Result, Termination, VacationBudget
from games.models.game import SIDE_CHOICE_PLY
from games.models.offer import Seat
from games.rules import Position
from games.services.finishing import breakdown
from games.services.offers import STAYS_OPEN
from games.services.results import append_result
from sumendi_site.accounts.models import User

PASSWORD = "lava-and-islands"  # noqa: S105  printed on the console; never loaded in production
NAMES = ("amaia", "unai", "leire", "mattin", "nora", "eneko", "jokin", "ane")
SEED = 2026


@dataclass(frozen=True)
class Plan:
    """A demo game: its players by index, and after how many plies (and how) it stops.

    `plies` None means to the scored end; an `ending` other than None stops it there.
    """

    first: int
    second: int
    size: int
    control: str
    rated: bool = True
    plies: int | None = None
    ending: Termination | None = None


FINISHED = (
    Plan(0, 1, 6, "3d"),
    Plan(1, 2, 5, "2d"),
    Plan(2, 3, 6, "7d+1d"),
    Plan(3, 0, 5, "1d"),
    Plan(4, 5, 6, "3d"),
    Plan(5, 0, 5, "3d", rated=False),
    Plan(6, 7, 5, "2d"),
    Plan(7, 4, 6, "7d+1d"),
    Plan(2, 0, 7, "3d"),
    Plan(1, 6, 6, "3d", plies=23, ending=Termination.RESIGNATION),
    Plan(5, 2, 6, "1d", plies=12, ending=Termination.TIMEOUT),
    Plan(3, 4, 5, "2d", plies=20, ending=Termination.AGREEMENT),
)
RUNNING = (
    Plan(0, 5, 5, "2d", plies=17),
    Plan(1, 0, 6, "3d", plies=25),
    Plan(0, 3, 6, "14d", rated=False, plies=30),
    Plan(2, 0, 6, "7d+1d", plies=25),
    Plan(0, 6, 5, "1d", plies=16),
    Plan(3, 4, 6, "3d", plies=12),
    Plan(7, 1, 7, "5d", plies=33),
    Plan(4, 0, 5, "3d", plies=1),
)


@transaction.atomic
def load_demo() -> list[tuple[str, str]]:
    """Fill an empty database; returns the names and passwords of the players."""
    source = random.Random(SEED)  # noqa: S311  the same demo on every machine
    now = timezone.now()
    players = [User.objects.create_user(name, password=PASSWORD) for name in NAMES]
    for number, plan in enumerate(FINISHED):
        end = now - timedelta(days=len(FINISHED) - number, hours=source.randrange(12))
        _finish(plan, _play(plan, players, end, source), end)
    for plan in RUNNING:
        _play(plan, players, now - timedelta(minutes=source.randrange(5, 1000)), source)
    _offers(players)
    _life(players)
    return [(player.username, PASSWORD) for player in players]


def _play(plan: Plan, players: list[User], last: datetime, source: random.Random) -> Game:
    """Store the game as it stands at the instant `last`, after its planned plies."""
    control = TimeControl.parse(plan.control)
    game = Game(
        size=plan.size,
        rated=plan.rated,
        first=players[plan.first],
        second=players[plan.second],
        time_control=str(control),
        first_bank=control.first_bank,
        second_bank=control.first_bank,
    )
    moves = _moves(game, plan.plies, source)
    pause = timedelta(hours=source.uniform(2, 9))
    for move in moves:
        move.made = last - (len(moves) - move.ply) * pause
        move.seconds = int(pause.total_seconds())
        bank = control.bank_after(game.bank_of(move.player), move.seconds)
        game.set_bank(move.player, bank)
    game.created = last - len(moves) * pause
    game.turn_started = last
    if game.to_move is not None:
        game.deadline = control.deadline(last, game.bank_of(game.to_move))
    game.save()
    Move.objects.bulk_create(moves)
    return game


def _moves(game: Game, plies: int | None, source: random.Random) -> list[Move]:
    position = Position.start(game.size)
    moves: list[Move] = []
    game.to_move = game.first
    while not position.is_over and len(moves) != plies:
        player = game.to_move
        if len(moves) == SIDE_CHOICE_PLY - 1:
            game.swapped = source.random() < 0.5
            text = "swap" if game.swapped else "keep"
        else:
            move = best_of_few(position, source)
            position, text = position.play(move), str(move)
        moves.append(Move(game=game, ply=len(moves) + 1, player=player, text=text))
        choice_is_next = len(moves) == SIDE_CHOICE_PLY - 1
        game.to_move = game.second if choice_is_next else game.player_on(position.turn)
    game.position, game.ply_count = str(position), len(moves)
    return moves


def _finish(plan: Plan, game: Game, end: datetime) -> None:
    score = game.current.score()
    if plan.ending is None:
        game.termination, game.result = Termination.SCORE, Result(score.result)
        game.score = breakdown(score)
    elif plan.ending == Termination.AGREEMENT:
        game.termination, game.result = plan.ending, Result.DRAW
    else:
        loser_is_black = game.to_move_id == game.black.pk
        game.termination = plan.ending
        game.result = Result.WHITE if loser_is_black else Result.BLACK
    game.status, game.finished = GameStatus.FINISHED, end
    game.to_move = game.deadline = None
    game.save()
    append_result(game, ran_out=end if plan.ending == Termination.TIMEOUT else None)


def _offers(players: list[User]) -> None:
    expires = timezone.now() + STAYS_OPEN
    Offer.objects.create(
        creator=players[4],
        size=6,
        rated=True,
        seat=Seat.RANDOM,
        time_control="3d",
        expires=expires,
    )
    Offer.objects.create(
        creator=players[5],
        size=5,
        rated=False,
        seat=Seat.FIRST,
        time_control="7d+1d",
        expires=expires,
    )


def _life(players: list[User]) -> None:
    """What goes on around the first player's games: a challenge, an opponent who writes and one
    who is on vacation, and vacation that was saved."""
    terms = services.Terms(size=5, rated=True, seat=Seat.RANDOM, time_control="1d")
    services.challenge(players[6], players[0], terms)
    games = Game.objects.running().with_players().of(players[0]).order_by("pk")
    away = games.exclude(to_move=players[0])[0].to_move
    assert away is not None  # noqa: S101 - the game runs
    for player in (players[0], away):
        VacationBudget.objects.create(player=player, seconds=9 * SECONDS["d"])
    services.take_vacation(away, 5)
    for game in games.filter(to_move=players[0])[:1]:
        writer = game.opponent_of(players[0])
        services.say(game.pk, writer, "Kaixo! A good game to you.")
