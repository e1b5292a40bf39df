"""From one round to the next: byes asked for, and what came out at the boards."""

from collections.abc import Mapping
from dataclasses import replace

from .event import BrokenEvent, Code, Colour, Event, Player, Result, verify

REQUESTED = frozenset((Code.ABSENT, Code.HALF_BYE, Code.FULL_BYE))


def with_byes(event: Event, byes: Mapping[int, Code]) -> Event:
    """The event with these byes in the round to pair, by pairing number.

    A bye is `Code.ABSENT`, `HALF_BYE` or `FULL_BYE`; its player will not be paired. Raises
    `BrokenEvent` for other codes, unknown players, and who has a bye there already.
    """
    unknown = byes.keys() - event.by_number.keys()
    if unknown:
        raise BrokenEvent(f"There is no player {min(unknown)}.")
    players = []
    for player in event.players:
        code = byes.get(player.number)
        if code is not None:
            if code not in REQUESTED or event.is_absent(player):
                raise BrokenEvent(f"Player {player.number} cannot have {code} in the next round.")
            player = replace(player, results=(*_past(event, player), Result(code)))
        players.append(player)
    return replace(event, players=tuple(players))


def after_round(
    event: Event, games: Mapping[tuple[int, int], tuple[Code, Code]], bye: int | None = None
) -> Event:
    """The event after the round to pair, given what white and black got at each board.

    `games` has pairing numbers, white first; `bye` took the allocated bye. Raises `BrokenEvent`
    if a player who is present is missing, or if results do not fit together.
    """
    got = {} if bye is None else {bye: Result(Code.ALLOCATED_BYE)}
    for (white, black), (of_white, of_black) in games.items():
        got[white] = Result(of_white, black, Colour.WHITE)
        got[black] = Result(of_black, white, Colour.BLACK)
    players = tuple(_played(event, player, got) for player in event.players)
    after = replace(event, players=players, finished=event.finished + 1)
    verify(after)
    return after


def _played(event: Event, player: Player, got: Mapping[int, Result]) -> Player:
    result = got.get(player.number)
    if (result is None) is not event.is_absent(player):
        where = "is neither at a board nor absent" if result is None else "is absent"
        raise BrokenEvent(f"Player {player.number} {where} in round {event.finished + 1}.")
    if result is None:
        return player
    return replace(player, results=(*_past(event, player), result))


def _past(event: Event, player: Player) -> tuple[Result, ...]:
    """One result for each finished round; a late entry may have none."""
    return tuple(player.result(round_) for round_ in range(1, event.finished + 1))
