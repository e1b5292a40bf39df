"""What `bench_search_worker` does in the shell of a running site: house levels get turns to play,
and all times are read from the rows of the plies."""

import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import permutations

from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Max

from games import services
from games.house import LEVELS, Level
from games.models import Game, Move, Termination
from games.models.game import GameQuerySet
from games.rules import SIZES, Position
from games.rules.plies import SIDE_CHOICE_PLY
from games.services.house_bots import account_of, player_of
from games.services.house_games import answer_as
from sumendi_site.accounts.models import User
from tests.benchmarks.processes import processor_time
from tests.games.factories import make_game, make_user, some_moves

MIDDLE = 15
"""Plies after which the person who placed first is to move; on size 6 all levels then search."""
SIZE = 6
SAMPLED = 20
"""Plies of each level that are searched for again, here: a level always plays the same."""
PATIENCE = 60.0


def pairs() -> list[tuple[Level, Level]]:
    """Who plays whom, in which seats: every two levels, and neighbours once more."""
    every = list(permutations(LEVELS, 2))
    near = [(a, b) for a, b in every if abs(LEVELS.index(a) - LEVELS.index(b)) == 1]
    mixed = [*every, *near]
    random.Random(1).shuffle(mixed)
    return mixed


def house_games() -> GameQuerySet:
    return Game.objects.filter(first__kind=User.Kind.HOUSE, second__kind=User.Kind.HOUSE)


def go_on(games: int, at_once: int) -> None:
    """Begin games, `games` in all, so that `at_once` of them run. Prints how many have finished,
    and how many plies were played."""
    begun, finished = house_games().count(), house_games().exclude(finished=None).count()
    for number in range(begun, min(games, finished + at_once)):
        first, second = (account_of(level) for level in pairs()[number % len(pairs())])
        size = SIZES[number % len(SIZES)]
        make_game(first, second, size=size, time_control="14d")
    print(json.dumps([finished, Move.objects.filter(game__in=house_games()).count()]))


def begin_turn(name: str, level: int) -> None:
    """A person hands over a turn to a level. Prints the game."""
    game = in_the_middle(make_user(name), LEVELS[level])
    moved(game)
    print(game.pk)


def in_the_middle(person: User, level: Level, seed: int = 1) -> Game:
    """A game in which the person is to move. The workers are called to its plies afterwards, and
    find them played."""
    with transaction.atomic():
        moves = some_moves(MIDDLE, SIZE, seed)
        return make_game(person, account_of(level), moves, size=SIZE, time_control="14d")


def moved(game: Game) -> Game:
    """The game, in which the person has just moved."""
    text = str(game.current.first_move(game.current.placements()[0]))
    services.play(game.pk, game.first, MIDDLE + 1, text)
    return game


def reply_to(game: Game) -> tuple[Move, Move]:
    """The person's ply and the reply to it, once that is stored."""
    deadline = time.monotonic() + PATIENCE
    while len(last := list(game.moves.filter(ply__gt=MIDDLE))) < 2:
        assert time.monotonic() < deadline, f"no reply in {game}"
        time.sleep(0.02)
    return last[0], last[1]


def answered_at(game_id: int) -> None:
    """Wait for the reply to the turn that `begin_turn` handed over. Prints its instant."""
    print(reply_to(Game.objects.get(pk=game_id))[1].made.timestamp())


def quiet(turns: int, worker: int) -> None:
    """One turn at a time for each level: how long a person waits, and the search of it alone."""
    person = make_user("patient")
    games = [in_the_middle(person, level, seed) for level in LEVELS for seed in range(turns)]
    time.sleep(1)
    computed = processor_time(worker)
    replies = [reply_to(moved(game)) for game in games]
    computed = processor_time(worker) - computed
    searched = [search_again(reply).seconds for _, reply in replies]
    waited = [(reply.made - own.made).total_seconds() for own, reply in replies]
    slowest = max(range(len(games)), key=waited.__getitem__)
    over = [wait - search for wait, search in zip(waited, searched, strict=True)]
    print(f"One turn at a time, {len(games)} turns of all levels, searched for again here:")
    print(f"  reply   {spread(waited)}")
    print(f"  the slowest was of {games[slowest].second}: search {searched[slowest]:.2f} s")
    print(f"  reply without the search {spread(over)}   goal < 0.3 s")
    beside = 1000 * (computed - sum(searched)) / len(games)
    print(f"  the worker computed {beside:.0f} ms a turn beside the search")


@dataclass(frozen=True)
class Again:
    """A ply searched for once more: whether it is the same, and the seconds of the processor."""

    is_same: bool
    seconds: float


def search_again(played: Move) -> Again:
    level = player_of(played.player)
    assert level is not None
    position = position_before(played)
    source = random.Random(f"{played.game_id}:{played.ply}")
    begun = time.process_time()
    text = answer_as(level, position, played.ply, source)
    return Again(text == played.text, time.process_time() - begun)


def position_before(played: Move) -> Position:
    position = Position.start(played.game.size)
    for earlier in played.game.moves.filter(ply__lt=played.ply).exclude(ply=SIDE_CHOICE_PLY):
        position = position.play(earlier.text)
    return position


def crowd(games: int) -> None:
    """How long two people wait for a single turn each, just after one person has handed over
    turns of the strongest level in many games at the same moment."""
    busy, one, other = (make_user(name) for name in ("busy", "one", "other"))
    strongest, weakest, middling = LEVELS[-1], LEVELS[0], LEVELS[7]
    many = [in_the_middle(busy, strongest, seed) for seed in range(games)]
    single = [in_the_middle(one, weakest), in_the_middle(other, middling)]
    time.sleep(3)
    with transaction.atomic():
        for game in many:
            moved(game)
    for game in single:
        moved(game)
    print(f"{games} turns of {strongest.name} handed over at once by one person:")
    for game in single:
        own, reply = reply_to(game)
        wait = (reply.made - own.made).total_seconds()
        behind = Move.objects.filter(game__in=many, ply=MIDDLE + 2, made__lt=reply.made).count()
        name = str(game.second)
        print(f"  another person's turn of {name} took {wait:.2f} s; {behind} of them came before")
    begun = max(reply_to(game)[0].made for game in many)
    ended = max(reply_to(game)[1].made for game in many)
    print(f"  all of them were answered after {(ended - begun).total_seconds():.2f} s")


def report(kills: Sequence[float]) -> None:
    """The figures of all games between levels, during which the worker was killed at `kills`."""
    ends = Counter(house_games().values_list("termination", flat=True))
    told = ", ".join(f"{count} {end or 'unfinished'}" for end, count in ends.items())
    sizes = Counter(house_games().values_list("size", flat=True))
    plies = Move.objects.filter(game__in=house_games())
    print(f"{house_games().count()} games ({told}), sizes {dict(sorted(sizes.items()))}")
    print(f"{plies.count()} plies, the longest game had {most_plies()}")
    left, replies = split(list(waits()), [datetime.fromtimestamp(kill, UTC) for kill in kills])
    if left:
        print(f"{len(left)} turns were left behind by a killed worker and then answered:")
        print(f"  {spread(left)}")
    print("From the turn being handed over to the ply being stored:")
    for level in LEVELS:
        if len(seconds := replies.get(level.username, [])) > 1:
            print(f"  {level.name:10}{spread(seconds)}")


def most_plies() -> int:
    return house_games().aggregate(most=Max("ply_count"))["most"]


def waits() -> Iterator[tuple[str, datetime, datetime]]:
    """Who was to move, from when on, and when the ply was stored."""
    for game in house_games():
        since = game.created
        for played in game.moves.select_related("player"):
            yield played.player.username, since, played.made
            since = played.made


def split(
    turns: list[tuple[str, datetime, datetime]], kills: list[datetime]
) -> tuple[list[float], dict[str, list[float]]]:
    """The seconds of those that waited when the worker was killed, and of the others by level."""
    left: list[float] = []
    replies: dict[str, list[float]] = {}
    for name, since, until in turns:
        was_killed = any(since <= kill <= until for kill in kills)
        within = left if was_killed else replies.setdefault(name, [])
        within.append((until - since) / timedelta(seconds=1))
    return left, replies


def spread(seconds: list[float]) -> str:
    most = statistics.quantiles(seconds, n=20, method="inclusive")[-1]
    middle = statistics.median(seconds)
    return f"median {middle:6.3f} s, 95 % {most:6.3f} s, slowest {max(seconds):6.3f} s"


def faults() -> None:
    """Prints what is wrong with the games between levels, as a list."""
    odd = house_games().exclude(termination=Termination.SCORE)
    found = [f"{game} ended: {game.termination or 'not yet'}" for game in odd]
    for played in sample():
        if not search_again(played).is_same:
            found += [f"Ply {played} of {played.game} is another when it is searched for again"]
    try:
        call_command("check_consistency", stdout=StringIO())
    except CommandError as error:
        found.append(str(error))
    print(json.dumps(found))


def sample() -> Iterator[Move]:
    """Some plies of each level."""
    for level in LEVELS:
        own = Move.objects.filter(game__in=house_games(), player=account_of(level))
        plies = list(own.select_related("game", "player").order_by("game", "ply"))
        yield from random.Random(1).sample(plies, min(SAMPLED, len(plies)))
