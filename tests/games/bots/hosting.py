"""Hosted bots for tests: their versions, turns of theirs, a sandbox that runs nothing, and the
report of a worker that says hosting is on."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from games.bots.sandbox import Fault, Limits, Outcome, Program, Verdict
from games.models import (
    BotTurn,
    BotVersion,
    Bout,
    Game,
    SandboxReport,
    Scrimmage,
    TurnRank,
    TurnState,
    VersionState,
)
from games.rules import Position
from games.services.bouts import begin_check
from sumendi_site.accounts.models import User
from tests.games.factories import make_bot

CHOOSES = b"""
def choose(position, clock):
    return position.first_move(position.placements()[0])
"""
Told = dict[str, Any]


def make_version(
    account: User,
    source: bytes = CHOOSES,
    state: VersionState = VersionState.READY,
    **fields: Any,
) -> BotVersion:
    """The next version of a bot as it is stored, without a check. One that is ready retires the
    live one."""
    versions = BotVersion.objects.filter(bot=account.pk)
    number = (versions.values_list("number", flat=True).order_by("-number").first() or 0) + 1
    if state == VersionState.READY:
        versions.filter(state=VersionState.READY).update(state=VersionState.RETIRED)
        fields.setdefault("went_live", timezone.now())
    return BotVersion.objects.create(
        bot_id=account.pk, number=number, file_name="bot.py", package=source, state=state, **fields
    )


def make_hosted_bot(owner: User, name: str = "magma", source: bytes = CHOOSES) -> User:
    """The account of a bot whose first version is live."""
    account = make_bot(owner, name)
    make_version(account, source)
    return account


def make_turn(game: Game | Bout, version: BotVersion, owner: User, **fields: Any) -> BotTurn:
    """A turn as a row: a ply of this game or bout that waits, whatever the game says."""
    board = {"game": game} if isinstance(game, Game) else {"bout": game}
    values = {"ply": 1, "seat": "first", "rank": TurnRank.PERSON, "state": TurnState.WAITING}
    return BotTurn.objects.create(**board, version=version, owner=owner, **(values | fields))


def make_check(version: BotVersion) -> list[Bout]:
    """The two bouts of a version that is to be checked."""
    begin_check(version)
    return list(version.check_bouts.order_by("number"))


def make_scrimmage(asker: User, mine: BotVersion, theirs: BotVersion, size: int = 5) -> Scrimmage:
    return Scrimmage.objects.create(asker=asker, mine=mine, theirs=theirs, size=size)


def hosting_on(kind: str = "fake", worker: str = "bots@here") -> SandboxReport:
    """What a worker with a sandbox reports."""
    return SandboxReport.objects.create(worker=worker, kind=kind, seen=timezone.now())


def first_move(told: Told) -> Told:
    """What a bot answers that always makes the first move it finds."""
    if told["choose_side"]:
        return {"move": "keep"}
    position = Position.parse(told["position"])
    return {"move": str(position.first_move(position.placements()[0]))}


@dataclass
class FakeKind:
    """A sandbox that runs no program: `answer` makes of a question what is printed, an object or
    any text, or an `Outcome` for what goes wrong. `asked` are the questions, `limits` those given
    with them."""

    answer: Callable[[Told], Told | str | Outcome] = first_move
    NAME: str = "fake"
    asked: list[Told] = field(default_factory=list)
    limits: list[Limits] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)

    def probe(self) -> Verdict:
        return Verdict(True)

    def run(self, program: Program, stdin: bytes, limits: Limits) -> Outcome:
        told = json.loads(stdin)
        self.asked.append(told)
        self.limits.append(limits)
        self.programs.append(program)
        said = self.answer(told)
        if isinstance(said, Outcome):
            return said
        text = said if isinstance(said, str) else json.dumps(said)
        return Outcome(stdout=text.encode() + b"\n", status=0, cpu=0.02, wall=0.03)


def failing(fault: Fault, detail: str = "It failed.", log: bytes = b"") -> Outcome:
    """The outcome of a run that went wrong."""
    return Outcome(stderr=log, status=1, cpu=0.01, wall=0.02, fault=fault, detail=detail)
