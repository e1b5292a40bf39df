"""The facts of an event that pairing, tie-breaks and report files share.

Points are integers, in tenths: 10 is one point. Rounds are numbered from 1, players by their
pairing number. Nothing here is computed by the Dutch rules; it is what these rules read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Colour(StrEnum):
    """The side of a game; the value is the letter of a report file."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Code(StrEnum):
    """What a player got in a round; the value is the letter of a report file."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    ALLOCATED_BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ABSENT = "Z"

    @property
    def is_played(self) -> bool:
        """A game took place: it counts as a meeting and for colours."""
        return self in PLAYED

    @property
    def is_paired(self) -> bool:
        """The pairing of the round gave the player an opponent or the allocated bye."""
        return self in PAIRED

    @property
    def has_opponent(self) -> bool:
        return self in PAIRED and self is not Code.ALLOCATED_BYE


PLAYED = frozenset(
    (Code.WIN, Code.DRAW, Code.LOSS, Code.UNRATED_WIN, Code.UNRATED_DRAW, Code.UNRATED_LOSS)
)
PAIRED = PLAYED | {Code.FORFEIT_WIN, Code.FORFEIT_LOSS, Code.ALLOCATED_BYE}
# What the opponent has when a player has this. Both sides may lose by forfeit, so "-" has two.
MIRRORED: dict[Code, tuple[Code, ...]] = {
    Code.WIN: (Code.LOSS,),
    Code.DRAW: (Code.DRAW,),
    Code.LOSS: (Code.WIN,),
    Code.UNRATED_WIN: (Code.UNRATED_LOSS,),
    Code.UNRATED_DRAW: (Code.UNRATED_DRAW,),
    Code.UNRATED_LOSS: (Code.UNRATED_WIN,),
    Code.FORFEIT_WIN: (Code.FORFEIT_LOSS,),
    Code.FORFEIT_LOSS: (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
}


@dataclass(frozen=True, slots=True)
class Result:
    """One round of one player. `opponent` and `colour` are None without an opponent."""

    code: Code
    opponent: int | None = None
    colour: Colour | None = None


ABSENCE = Result(Code.ABSENT)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points in tenths. `allocated_bye` None means as much as a win.

    A forfeit win and a full-point bye are worth a win, a half-point bye a draw.
    """

    win: int = 10
    draw: int = 5
    loss: int = 0
    forfeit_loss: int = 0
    absence: int = 0
    allocated_bye: int | None = None

    def points(self, code: Code) -> int:
        match code:
            case Code.WIN | Code.UNRATED_WIN | Code.FORFEIT_WIN | Code.FULL_BYE:
                return self.win
            case Code.DRAW | Code.UNRATED_DRAW | Code.HALF_BYE:
                return self.draw
            case Code.LOSS | Code.UNRATED_LOSS:
                return self.loss
            case Code.FORFEIT_LOSS:
                return self.forfeit_loss
            case Code.ALLOCATED_BYE:
                return self.win if self.allocated_bye is None else self.allocated_bye
            case Code.ABSENT:
                return self.absence


@dataclass(frozen=True, slots=True)
class Player:
    """`number` is the pairing number: the place in the initial list, strongest first.

    `results` holds one entry a round from round 1. A missing entry of a finished round is an
    absence. An entry for the round to pair is a bye asked for: the player is not paired.
    """

    number: int
    results: tuple[Result, ...] = ()
    name: str = ""
    rating: int | None = None
    title: str = ""

    def result(self, round_: int) -> Result:
        """What the player got in a finished round."""
        return self.results[round_ - 1] if round_ <= len(self.results) else ABSENCE


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players no two of whom may be paired in these rounds; `last_round` None means to the end."""

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None

    def covers(self, round_: int) -> bool:
        return self.first_round <= round_ and (self.last_round is None or round_ <= self.last_round)


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Extra points, in tenths, of a range of players in a range of rounds; for pairing only."""

    points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int

    def covers(self, number: int, round_: int) -> bool:
        return (
            self.first_round <= round_ <= self.last_round
            and self.first_player <= number <= self.last_player
        )


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points in tenths that the organiser gave to players in a round; a penalty is negative."""

    points: int
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """An event after `finished` of its `rounds` rounds.

    `initial_colour` is the one drawn before round 1 for the first player; None if not known.
    """

    players: tuple[Player, ...]
    rounds: int
    finished: int = 0
    initial_colour: Colour | None = None
    scoring: Scoring = field(default_factory=Scoring)
    forbidden: tuple[Forbidden, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    bonuses: tuple[Bonus, ...] = ()

    @property
    def by_number(self) -> dict[int, Player]:
        return {player.number: player for player in self.players}

    def is_absent(self, player: Player) -> bool:
        """Whether the player is left out of the round to pair."""
        return len(player.results) > self.finished

    def score(self, player: Player, finished: int | None = None) -> int:
        """Points after so many rounds (all finished ones), without extra points."""
        last = self.finished if finished is None else finished
        got = sum(self.scoring.points(player.result(r).code) for r in range(1, last + 1))
        return got + self.bonus_points(player.number, last)

    def bonus_points(self, number: int, finished: int) -> int:
        """What the organiser gave a player on top of the results of so many rounds."""
        return sum(b.points for b in self.bonuses if b.round <= finished and number in b.players)

    def extra_points(self, number: int, round_: int) -> int:
        return sum(a.points for a in self.accelerations if a.covers(number, round_))


def finished_rounds(results: Iterable[Sequence[Result | None]]) -> int:
    """How many rounds are finished, by the entries of all players; None is an empty entry.

    A round is finished if somebody was paired in it, or has an entry in a later one, or everybody
    has an entry in it.
    """
    rows = [list(row) for row in results]
    longest = max((len(row) for row in rows), default=0)
    if not longest:
        return 0
    last = [row[longest - 1] if len(row) == longest else None for row in rows]
    paired = any(entry is not None and entry.code.is_paired for entry in last)
    return longest if paired or None not in last else longest - 1


class BrokenEvent(ValueError):
    """The facts of an event contradict each other; the text says where and how."""


def verify(event: Event) -> None:
    """Raise `BrokenEvent` unless the facts of the event fit together.

    Numbers count from 1 and are unique, each result has its mirror image, groups name players who
    are there, and colours and codes are members of their enums, not texts.
    """
    players = event.by_number
    if len(players) != len(event.players):
        raise BrokenEvent("Two players have the same number.")
    if min(players, default=1) < 1:
        raise BrokenEvent(f"There is a player {min(players)}; numbers count from 1.")
    if not 0 <= event.finished <= event.rounds:
        raise BrokenEvent(f"{event.finished} rounds of {event.rounds} cannot be finished.")
    _verify_colour("The initial colour", event.initial_colour)
    _verify_named("forbidden pairs", players, [group.players for group in event.forbidden])
    _verify_named("bonus points", players, [bonus.players for bonus in event.bonuses])
    for player in event.players:
        _verify_results(event, players, player)


def _verify_named(
    where: str, players: dict[int, Player], groups: Sequence[tuple[int, ...]]
) -> None:
    unknown = [number for group in groups for number in group if number not in players]
    if unknown:
        raise BrokenEvent(f"There is no player {unknown[0]}, who is named in the {where}.")


def _verify_colour(what: str, colour: Colour | None) -> None:
    """A text that equals a colour is not the same object, and would count as the other one."""
    if colour is not None and not isinstance(colour, Colour):
        raise BrokenEvent(f"{what} is {colour!r}; expected Colour.WHITE or Colour.BLACK.")


def _verify_results(event: Event, players: dict[int, Player], player: Player) -> None:
    if len(player.results) > event.finished + 1:
        raise BrokenEvent(f"Player {player.number} has results after the round to pair.")
    for round_, result in enumerate(player.results, start=1):
        where = f"Player {player.number}, round {round_}"
        if not isinstance(result.code, Code):
            raise BrokenEvent(f"{where}: the code is {result.code!r}; expected a Code.")
        _verify_colour(f"{where}: the colour", result.colour)
        fault = _fault(players, player, round_, result)
        if fault:
            raise BrokenEvent(f"{where}: {fault}")
    if event.is_absent(player) and player.results[event.finished].code.is_paired:
        raise BrokenEvent(f"Player {player.number} is paired already in the round to pair.")


def _fault(players: dict[int, Player], player: Player, round_: int, result: Result) -> str | None:
    if not result.code.has_opponent:
        return None if result.opponent is None else f"{result.code} is without an opponent."
    if result.opponent is None:
        return f"{result.code} needs an opponent."
    opponent = players.get(result.opponent)
    if opponent is None:
        return f"there is no player {result.opponent}."
    if opponent.number == player.number:
        return "the opponent is the player."
    theirs = opponent.result(round_)
    if theirs.opponent != player.number:
        return f"player {opponent.number} does not have this game."
    if theirs.code not in MIRRORED[result.code]:
        return f"{result.code} against {theirs.code} of player {opponent.number}."
    if result.code.is_played and (
        result.colour is None or theirs.colour is not result.colour.other
    ):
        return f"the colours of players {player.number} and {opponent.number} do not fit."
    return None
