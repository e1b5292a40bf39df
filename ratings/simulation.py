"""A pool of made-up players, to see what a rule does to ratings before it is made a rule.

Each player has a true strength (in points, on the scale of ratings) that never changes, and keeps
a number of games going against opponents drawn at random. A finished game is won according to
the true strengths. Now and then a person vanishes: no ply is made, all games of theirs are lost on
time, and they come back after a while. All chance comes from one seed.
"""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from math import sqrt
from statistics import fmean

from . import elo
from .facts import GameFacts, Seat
from .numbers import LEAST_PLIES, POINT, START
from .replay import Entry, Pool, Standing

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
PLIES = 10 * LEAST_PLIES
DAY, MONTH, YEAR = 86_400, 30, 365  # in seconds, days and days


class RatedBy(StrEnum):
    """Whose ratings a game is rated by: those when it ends, or those when it started."""

    END = "end"
    START = "start"


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a simulation is told. Strengths are in points, times in days, chances from 0 to 1.

    `joining` people come new every thirty days; a person vanishes with the chance `vanishing` a
    day, for `away` days, and is out of time after at most `turn` days; bots play among themselves
    within a day, but take a game against people with the chance `bots_meet_people`. Whether
    `bots_have_small_k` changes K alone: the limit of games of a pair is that of bots either way.
    """

    people: int = 200
    bots: int = 0
    joining: int = 0
    days: int = 360
    at_once: int = 20
    mean: float = START / POINT
    mean_of_newcomers: float = START / POINT
    spread: float = 250.0
    bots_spread: float = 0.0
    bots_meet_people: float = 0.1
    shortest: int = 20
    longest: int = 100
    draws: float = 0.05
    vanishing: float = 0.0
    away: int = 60
    turn: int = 3
    rated_by: RatedBy = RatedBy.END
    series_annulled: bool = True
    bots_have_small_k: bool = True
    seed: int = 1


@dataclass(slots=True)
class Player:
    seat: Seat
    strength: float
    is_program: bool
    games: "dict[int, RunningGame]" = field(default_factory=dict)
    vanished: int = 0
    back: int = 0


@dataclass(slots=True)
class RunningGame:
    number: int
    first: Player
    second: Player
    ends: int
    ratings: tuple[int, int]
    timed_out: Player | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What came out, in points. The error is the root of the mean square of rating less strength
    over the people, `drift` what the mean of all players gained a year, and `bots_range` is from
    the lowest bot to the highest."""

    games: int
    rated: int
    error: float
    people: float
    drift: float
    bots: float | None
    bots_range: float | None


class Simulation:
    """A pool that lives from day to day; `pool` holds its ratings."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.chance = random.Random(parameters.seed)  # noqa: S311
        self.pool = Pool()
        self.players: list[Player] = []
        self.calendar: dict[int, list[RunningGame]] = {}
        self.started = self.finished = self.rated = 0

    def run(self) -> Summary:
        for day in range(self.parameters.days):
            self._join(day)
            self._vanish(day)
            for game in self.calendar.pop(day, []):
                if game.ends == day:
                    self._finish(game)
            self._start(day)
        return self._summary()

    def _join(self, day: int) -> None:
        told = self.parameters
        if day == 0:
            for _ in range(told.people):
                self._add(told.mean, told.spread, is_program=False)
            for _ in range(told.bots):
                self._add(told.mean, told.bots_spread, is_program=True)
        elif day % MONTH == 0:
            for _ in range(told.joining):
                self._add(told.mean_of_newcomers, told.spread, is_program=False)

    def _add(self, mean: float, spread: float, *, is_program: bool) -> None:
        number = len(self.players)
        strength = self.chance.gauss(mean, spread)
        seat = Seat(number, number, is_bot=is_program)
        self.pool.standings[number] = Standing()
        self.players.append(Player(seat, strength, is_program))

    def _vanish(self, day: int) -> None:
        """Some people stop moving; their clocks run out within the time of a turn."""
        told = self.parameters
        for player in self.players:
            if player.is_program or day < player.back or self.chance.random() >= told.vanishing:
                continue
            player.vanished, player.back = day, day + told.away
            for game in player.games.values():
                ends = day + self.chance.randint(1, told.turn)
                if ends < game.ends:
                    game.ends, game.timed_out = ends, player
                    self.calendar.setdefault(ends, []).append(game)

    def _start(self, day: int) -> None:
        """Who has too few games takes new ones, each against one of the others who do."""
        circles: dict[bool, list[Player]] = {False: [], True: []}
        for player in self.players:
            if day >= player.back:
                for _ in range(self.parameters.at_once - len(player.games)):
                    circles[self._joins_bots(player)].append(player)
        for seekers in circles.values():
            self.chance.shuffle(seekers)
            for first, second in zip(seekers[::2], seekers[1::2], strict=False):
                if first is not second:
                    self._begin(day, first, second)

    def _joins_bots(self, player: Player) -> bool:
        return player.is_program and self.chance.random() >= self.parameters.bots_meet_people

    def _begin(self, day: int, first: Player, second: Player) -> None:
        told = self.parameters
        quick = first.is_program and second.is_program
        lasts = 1 if quick else self.chance.randint(told.shortest, told.longest)
        ratings = self._rating(first), self._rating(second)
        game = RunningGame(self.started, first, second, day + lasts, ratings)
        self.started += 1
        first.games[game.number] = second.games[game.number] = game
        self.calendar.setdefault(game.ends, []).append(game)

    def _finish(self, game: RunningGame) -> None:
        del game.first.games[game.number], game.second.games[game.number]
        self.finished += 1
        entry = self.pool.rate(self._facts(game))
        self.rated += entry.rated
        told = self.parameters
        if entry.rated and (told.rated_by is RatedBy.START or not told.bots_have_small_k):
            self._rate_otherwise(entry, game)

    def _facts(self, game: RunningGame) -> GameFacts:
        loser = game.timed_out
        # Games of one day finish a second apart, in the order of the calendar.
        finished = FIRST_DAY + timedelta(days=game.ends, seconds=self.finished % DAY)
        in_series = loser is not None and self.parameters.series_annulled
        return GameFacts(
            sequence=self.finished,
            game=game.number,
            finished=finished,
            size=6,
            first=game.first.seat,
            second=game.second.seat,
            half_points=self._half_points(game),
            agreed_rated=True,
            is_event=False,
            termination="timeout" if loser else "score",
            plies=PLIES,
            timed_out=loser.seat.player if loser and in_series else None,
            ran_out=finished if in_series else None,
            last_ply_before=FIRST_DAY + timedelta(days=loser.vanished) if loser else None,
        )

    def _half_points(self, game: RunningGame) -> int:
        if game.timed_out:
            return 0 if game.timed_out is game.first else 2
        if self.chance.random() < self.parameters.draws:
            return 1
        ahead = game.first.strength - game.second.strength
        return 2 if self.chance.random() < 1 / (1 + 10 ** (-ahead / 400)) else 0

    def _rate_otherwise(self, entry: Entry, game: RunningGame) -> None:
        """Replace the changes that the pool has computed, but not what is rated: by the ratings of
        the start, or with the K of people for bots."""
        told, score = self.parameters, entry.facts.half_points or 0
        by_start = told.rated_by is RatedBy.START
        ratings = game.ratings if by_start else (entry.first.before, entry.second.before)
        for seat, side, half_points, (own, other) in (
            (entry.facts.first, entry.first, score, ratings),
            (entry.facts.second, entry.second, 2 - score, ratings[::-1]),
        ):
            is_bot = seat.is_bot and told.bots_have_small_k
            k = elo.k_factor(side.games, side.peak, is_bot)
            change = elo.change(k, half_points, elo.expected(own, other))
            standing = self.pool.standings[seat.player]
            standing.rating = elo.after(side.before, change)
            standing.peak = elo.peak_after(side.peak, standing.games, standing.rating)

    def _rating(self, player: Player) -> int:
        return self.pool.standings[player.seat.player].rating

    def _summary(self) -> Summary:
        told = self.parameters
        points = [(self._rating(player) / POINT, player) for player in self.players]
        people = [(rating, player) for rating, player in points if not player.is_program]
        bots = [rating for rating, player in points if player.is_program]
        return Summary(
            games=self.finished,
            rated=self.rated,
            error=sqrt(fmean((rating - player.strength) ** 2 for rating, player in people)),
            people=fmean(rating for rating, _ in people),
            drift=(fmean(rating for rating, _ in points) - START / POINT) * YEAR / told.days,
            bots=fmean(bots) if bots else None,
            bots_range=max(bots) - min(bots) if bots else None,
        )
