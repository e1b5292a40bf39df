"""Events played out by chance: the round is paired by a given method, the results are drawn."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournaments.swiss.event import (
    Acceleration,
    Code,
    Colour,
    Event,
    Forbidden,
    Player,
    Result,
    Scoring,
)
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.reasons import Pair
from tournaments.swiss.rounds import after_round

Method = Callable[[Event], Sequence[Pair]]
MISSING = (Code.ABSENT, Code.ABSENT, Code.HALF_BYE)


@dataclass(frozen=True)
class Habits:
    """How often things go wrong: chances a player and round, but `forbidden` a player.

    `first` is the chance that white wins a game that is not drawn.
    """

    away: float = 0.03
    forfeit: float = 0.02
    late: float = 0.0
    draw: float = 0.35
    full_bye: float = 0.0
    swapped: float = 0.0
    forbidden: float = 0.0
    first: float = 0.5


CALM = Habits(away=0, forfeit=0)
UNRULY = Habits(0.15, 0.1, 0.15, 0.3, 0.03, 0.0, 0.1)


def new_event(
    players: int,
    rounds: int,
    chance: random.Random,
    habits: Habits = Habits(),
    scoring: Scoring | None = None,
    accelerations: tuple[Acceleration, ...] = (),
) -> Event:
    numbers = range(1, players + 1)
    pairs = [
        tuple(sorted(chance.sample(numbers, 2)))
        for _ in range(int(players * habits.forbidden) if players > 1 else 0)
    ]
    return Event(
        players=tuple(Player(n, name=f"Player {n}", rating=2600 - n) for n in numbers),
        rounds=rounds,
        initial_colour=chance.choice(list(Colour)),
        scoring=scoring or Scoring(),
        forbidden=tuple(Forbidden(pair) for pair in pairs),
        accelerations=accelerations,
    )


def with_absences(event: Event, chance: random.Random, habits: Habits) -> Event:
    """The event with the byes asked for in the round to pair."""
    return replace(
        event, players=tuple(_maybe_away(event, p, chance, habits) for p in event.players)
    )


def _maybe_away(event: Event, player: Player, chance: random.Random, habits: Habits) -> Player:
    arrives = 1 + (player.number * 7919 % 4) * (player.number % 97 / 97 < habits.late)
    if event.finished + 1 < arrives:
        code = Code.ABSENT
    elif chance.random() < habits.away:
        code = chance.choice(MISSING)
    elif chance.random() < habits.full_bye:
        code = Code.FULL_BYE
    else:
        return player
    return replace(player, results=(*player.results, Result(code)))


def with_results(
    event: Event, pairs: Sequence[Pair], chance: random.Random, habits: Habits
) -> Event:
    """The event after the round that was paired so."""
    games: dict[tuple[int, int], tuple[Code, Code]] = {}
    bye = None
    for pair in pairs:
        if pair.black is None:
            bye = pair.white
            continue
        first, second = pair.white, pair.black
        if chance.random() < habits.swapped:
            first, second = second, first
        games[first, second] = _outcome(chance, habits)
    return after_round(event, games, bye)


def _outcome(chance: random.Random, habits: Habits) -> tuple[Code, Code]:
    if chance.random() < habits.forfeit:
        return chance.choice(
            (
                (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
                (Code.FORFEIT_LOSS, Code.FORFEIT_WIN),
                (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
            )
        )
    if chance.random() < habits.draw:
        return Code.DRAW, Code.DRAW
    white_wins = chance.random() < habits.first
    return (Code.WIN, Code.LOSS) if white_wins else (Code.LOSS, Code.WIN)


def play(
    event: Event,
    rounds: int,
    chance: random.Random,
    habits: Habits = Habits(),
    method: Method = pair_round,
) -> Event:
    """The event after so many more rounds."""
    for _ in range(rounds):
        event = with_absences(event, chance, habits)
        event = with_results(event, method(event), chance, habits)
    return event
