"""What came of a run: an answer, or whose fault it is that there is none."""

import re
from dataclasses import dataclass

from games.bots import protocol
from games.bots.protocol import Answer, BadOutput
from games.bots.sandbox import Fault, Outcome
from games.models import BotRun, BotTurn, RunFault
from games.services.faults import shown

LINE_OF_MAIN = re.compile(rb'  File "(?:[^"\n]*/)?main\.py", line ([0-9]{1,9})\b')
LONGEST_LINE = 1000


@dataclass(frozen=True)
class Judged:
    """A run as it is to be stored, and the program's `answer`, whose move nobody has looked at yet;
    None where the run has a fault."""

    run: BotRun
    answer: Answer | None


def judge(turn: BotTurn, outcome: Outcome) -> Judged:
    run = new_run(turn)
    run.cpu, run.wall, run.memory = outcome.cpu, outcome.wall, outcome.memory
    run.log = protocol.log(outcome.stdout, outcome.stderr)
    if outcome.fault:
        return Judged(spoiled(run, RunFault[outcome.fault.name], _detail(outcome)), None)
    try:
        answer = protocol.read(outcome.stdout)
    except BadOutput as error:
        detail = f"{error} {_last_line(outcome)}".strip()
        return Judged(spoiled(run, RunFault.BAD_OUTPUT, detail), None)
    run.answer = answer.move
    return Judged(run, answer)


def _detail(outcome: Outcome) -> str:
    """Of a crash, the error that the program died of and where in `main.py`, if it printed them."""
    error = _last_line(outcome)
    if outcome.fault != Fault.CRASH or not error:
        return outcome.detail
    lines = LINE_OF_MAIN.findall(outcome.stderr)
    return f"{error} (main.py, line {int(lines[-1])})" if lines else f"{outcome.detail} {error}"


def _last_line(outcome: Outcome) -> str:
    lines = outcome.stderr[-LONGEST_LINE:].decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def new_run(turn: BotTurn) -> BotRun:
    """A run on the turn's lease, which is not stored yet."""
    assert turn.lease is not None  # noqa: S101  # whoever runs it has one
    return BotRun(turn=turn, lease=turn.lease, owner_id=turn.owner_id)


def spoiled(run: BotRun, fault: RunFault, detail: str) -> BotRun:
    """The run, with what is wrong with it."""
    run.fault = fault
    run.detail = shown(detail)
    return run
