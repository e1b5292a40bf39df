"""The players of the round to pair as the Dutch rules see them (FIDE C.04.3 of February 2026)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from .completion import can_be_completed, mask_of
from .event import Code, Colour, Event, Player


class Mode(StrEnum):
    """FREE is for games that need no colours: the Dutch rules without C3 and C10-C13."""

    DUTCH = "dutch"
    FREE = "free"


class Strength(IntEnum):
    """How strong a colour preference is."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(StrEnum):
    """Whether a player met a lower (DOWN) or a higher (UP) score in a round."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who is present in the round to pair.

    `score` has the extra points of this round, `bare_score` has not. `colours` are those of played
    games, `difference` is whites minus blacks. `floats` are those of the previous round and of the
    one before. `running` is the place among those who ever entered. `last_first` is the last round
    in which the player had white, 0 if none.
    """

    number: int
    score: int
    bare_score: int
    colours: tuple[Colour, ...]
    difference: int
    preference: Colour | None
    strength: Strength
    floats: tuple[Float | None, Float | None]
    is_barred: bool
    is_topscorer: bool
    unplayed: int
    running: int
    last_first: int

    def floated(self, direction: Float, rounds_ago: int) -> bool:
        return self.floats[rounds_ago - 1] is direction

    @property
    def repeated(self) -> Colour | None:
        """The colour of the last two games if it was the same one."""
        last = self.colours[-2:]
        return last[0] if len(last) == 2 and last[0] is last[1] else None


@dataclass(frozen=True, slots=True)
class Field:
    """All entrants, highest ranked first; everything else speaks of them by their index.

    Bit y of `allowed[x]` says that C1 and C3 let x and y meet. After the entrants it has one row
    more, of those who may take the allocated bye, and their bits for it.
    """

    entrants: tuple[Entrant, ...]
    allowed: tuple[int, ...]

    @property
    def bye(self) -> int:
        """The index of the allocated bye."""
        return len(self.entrants)

    @property
    def bye_takers(self) -> int:
        return self.allowed[self.bye]

    def with_bye_takers(self, takers: int) -> "Field":
        """The same field with the bye for these only."""
        bit = 1 << self.bye
        allowed = (
            row | bit if takers >> x & 1 else row & ~bit
            for x, row in enumerate(self.allowed[: self.bye])
        )
        return replace(self, allowed=(*allowed, takers))

    def can_pair(self, players: int) -> bool:
        """Whether all of a mask of players can be paired under C1-C3, one with the bye if odd."""
        if players.bit_count() % 2:
            players |= 1 << self.bye
        return can_be_completed(self.allowed, players)


def preference(colours: Sequence[Colour]) -> tuple[Colour | None, Strength]:
    """The colour that a player with this history of played games should get, and how urgently."""
    difference = 2 * sum(colour is Colour.WHITE for colour in colours) - len(colours)
    if abs(difference) > 1:
        return Colour.BLACK if difference > 0 else Colour.WHITE, Strength.ABSOLUTE
    if len(colours) > 1 and colours[-1] is colours[-2]:
        return colours[-1].other, Strength.ABSOLUTE
    if difference:
        return Colour.BLACK if difference > 0 else Colour.WHITE, Strength.STRONG
    if colours:
        return colours[-1].other, Strength.MILD
    return None, Strength.NONE


def is_bar(event: Event, code: Code) -> bool:
    """C2: whether this bars a player from the allocated bye for the rest of the event."""
    return code is Code.ALLOCATED_BYE or (
        not code.is_played and event.scoring.points(code) >= event.scoring.win
    )


class Relief(StrEnum):
    """A rule left out to find out why nobody could be paired; never for a pairing."""

    FORBIDDEN = "forbidden pairs"
    COLOURS = "absolute colour preferences"
    BARS = "one allocated bye a player"


def field_of(event: Event, mode: Mode, relief: Relief | None = None) -> Field:
    """The entrants of the round after the finished ones, and who may meet whom."""
    entrants = tuple(
        sorted(_entrants(event, mode), key=lambda entrant: (-entrant.score, entrant.number))
    )
    unbarred = mask_of(
        i for i, e in enumerate(entrants) if relief is Relief.BARS or not e.is_barred
    )
    return Field(entrants, (*_allowed(event, entrants, relief), 0)).with_bye_takers(unbarred)


def _entrants(event: Event, mode: Mode) -> list[Entrant]:
    scores = [
        {p.number: _pairing_score(event, p, event.finished - ago) for p in event.players}
        for ago in range(3)
    ]
    limit = event.finished * max(event.scoring.win, event.scoring.draw)
    is_last = event.finished + 1 == event.rounds
    running, entrants = 0, []
    for player in sorted(event.players, key=lambda player: player.number):
        past = [player.result(round_).code for round_ in range(1, event.finished + 1)]
        is_present = not event.is_absent(player)
        running += is_present or any(code.is_paired for code in past)
        if not is_present:
            continue
        colours = [
            r.colour for r in player.results[: event.finished] if r.code.is_played and r.colour
        ]
        wanted, strength = preference(colours) if mode is Mode.DUTCH else (None, Strength.NONE)
        score = scores[0][player.number]
        entrants.append(
            Entrant(
                number=player.number,
                score=score,
                bare_score=event.score(player),
                colours=tuple(colours),
                difference=2 * colours.count(Colour.WHITE) - len(colours),
                preference=wanted,
                strength=strength,
                floats=(_float(event, player, 1, scores[1]), _float(event, player, 2, scores[2])),
                is_barred=any(is_bar(event, code) for code in past),
                is_topscorer=is_last and 2 * score > limit,
                unplayed=event.finished - len(colours),
                running=running,
                last_first=_last_first(event, player),
            )
        )
    return entrants


def _pairing_score(event: Event, player: Player, finished: int) -> int:
    """The score by which the round after `finished` ones was paired.

    It has the organiser's points up to then, in past rounds as in this one. (Gacrux leaves them
    out of the scores that make past floats.)
    """
    return event.score(player, finished) + event.extra_points(player.number, finished + 1)


def _float(event: Event, player: Player, ago: int, before: dict[int, int]) -> Float | None:
    """The float of a round, given the scores by which it was paired."""
    round_ = event.finished + 1 - ago
    if round_ < 1:
        return None
    result = player.result(round_)
    if result.code.is_played and result.opponent is not None:
        own, theirs = before[player.number], before[result.opponent]
        if own == theirs:
            return None
        return Float.DOWN if own > theirs else Float.UP
    earned = event.scoring.points(result.code)
    is_down = result.code is Code.ALLOCATED_BYE or earned > event.scoring.loss
    return Float.DOWN if is_down else None


def _last_first(event: Event, player: Player) -> int:
    return max(
        (
            round_
            for round_, result in enumerate(player.results[: event.finished], start=1)
            if result.code.is_played and result.colour is Colour.WHITE
        ),
        default=0,
    )


def _allowed(event: Event, entrants: Sequence[Entrant], relief: Relief | None) -> tuple[int, ...]:
    index = {entrant.number: i for i, entrant in enumerate(entrants)}
    players = event.by_number
    barred = [1 << i for i in range(len(entrants))]
    for i, entrant in enumerate(entrants):
        for result in players[entrant.number].results[: event.finished]:
            if result.code.is_played and result.opponent in index:
                barred[i] |= 1 << index[result.opponent]
    if relief is not Relief.FORBIDDEN:
        for group in event.forbidden:
            if group.covers(event.finished + 1):
                members = {index[number] for number in group.players if number in index}
                mask = mask_of(members)
                for i in members:
                    barred[i] |= mask
    if relief is not Relief.COLOURS:
        _bar_same_colours(entrants, barred)
    everybody = (1 << len(entrants)) - 1
    return tuple(everybody & ~mask for mask in barred)


def _bar_same_colours(entrants: Sequence[Entrant], barred: list[int]) -> None:
    """C3: two with absolute preference for one colour do not meet unless one is a topscorer."""
    for colour in Colour:
        members = [
            i
            for i, e in enumerate(entrants)
            if e.strength is Strength.ABSOLUTE and e.preference is colour
        ]
        common = [i for i in members if not entrants[i].is_topscorer]
        everyone_common = mask_of(common)
        for i in common:
            barred[i] |= everyone_common
