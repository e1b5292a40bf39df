"""What came of a run: an answer, or whose fault it is that there is none."""

from dataclasses import dataclass

from games.bots import protocol
from games.bots.protocol import Answer, BadOutput
from games.bots.sandbox import Outcome
from games.models import BotRun, BotTurn, RunFault
from games.services.faults import shown


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
        return Judged(spoiled(run, RunFault[outcome.fault.name], outcome.detail), None)
    try:
        answer = protocol.read(outcome.stdout)
    except BadOutput as error:
        return Judged(spoiled(run, RunFault.BAD_OUTPUT, str(error)), None)
    run.answer = answer.move
    return Judged(run, answer)


def new_run(turn: BotTurn) -> BotRun:
    """A run on the turn's lease, which is not stored yet."""
    assert turn.lease is not None  # noqa: S101  # whoever runs it has one
    return BotRun(turn=turn, lease=turn.lease, owner_id=turn.owner_id)


def spoiled(run: BotRun, fault: RunFault, detail: str) -> BotRun:
    """The run, with what is wrong with it."""
    run.fault = fault
    run.detail = shown(detail)
    return run
