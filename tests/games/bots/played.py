"""Turns that programs have played, as rows."""

from collections.abc import Sequence
from typing import Any

from games.models import BotRun, BotTurn, BotVersion, Bout, Game, RunFault, TurnState
from tests.games.bots.hosting import make_turn


def played(
    board: Game | Bout,
    version: BotVersion,
    ply: int = 1,
    *,
    seconds: Sequence[float] = (0.5,),
    faults: Sequence[str] = ("",),
    log: str = "",
    **fields: Any,
) -> BotTurn:
    """A closed turn with a run for each of `faults`, the last one decides how it ended."""
    failed = bool(faults[-1])
    values = {
        "state": TurnState.FAILED if failed else TurnState.DONE,
        "tries": sum(fault not in ("", RunFault.INFRASTRUCTURE) for fault in faults),
        "move": "" if failed else "e5",
    }
    owner = version.bot.account.owner
    turn = make_turn(board, version, owner, ply=ply, **(values | fields))
    for place, fault in enumerate(faults):
        wall = seconds[min(place, len(seconds) - 1)]
        detail = "It broke." if fault else ""
        BotRun.objects.create(
            turn=turn, owner=owner, wall=wall, cpu=wall, fault=fault, detail=detail, log=log
        )
    return turn
