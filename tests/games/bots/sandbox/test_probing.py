"""A sandbox is taken only if a hostile program could do nothing in it."""

import dataclasses
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.bots import sandbox
from games.bots.sandbox import Fault, Kind, Limits, Outcome, Program, Verdict, bwrap, landlock
from games.bots.sandbox.choosing import first_that_holds
from games.bots.sandbox.interpreter import interpreter
from games.bots.sandbox.probing import probed
from tests.stack import parts


def run_bare(program: Program, stdin: bytes, limits: Limits) -> Outcome:
    """No sandbox at all."""
    done = subprocess.run(
        [sys.executable, "-c", program.files["main.py"]], input=stdin, capture_output=True
    )
    return Outcome(done.stdout, done.stderr, done.returncode)


@dataclasses.dataclass
class Stub:
    """A kind whose probe ends as it is told; counts how often."""

    NAME: str
    verdict: Verdict
    probes: int = 0

    def probe(self) -> Verdict:
        self.probes += 1
        return self.verdict

    def run(self, program: Program, stdin: bytes, limits: Limits) -> Outcome:
        return Outcome()


def test_each_kind_holds_on_this_machine(kind: Kind) -> None:
    assert kind.probe() == Verdict(holds=True)


def test_a_bare_process_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "x")
    verdict = probed("bare", run_bare)
    assert not verdict.holds
    for what in ("read a file", "connect to a port", "start a process", "send a signal", "memory"):
        assert what in verdict.reason
    assert "see the environment" in verdict.reason


def test_one_that_does_not_start_says_why() -> None:
    outcome = Outcome(stderr=b"bwrap: No permissions\n", fault=Fault.INFRASTRUCTURE, detail="No.")
    verdict = probed("broken", lambda program, stdin, limits: outcome)
    assert verdict == Verdict(False, "broken: No. bwrap: No permissions")


def test_a_probe_that_prints_nonsense_does_not_hold() -> None:
    verdict = probed("odd", lambda program, stdin, limits: Outcome(b"nonsense", status=0))
    assert not verdict.holds


def test_the_first_that_holds_is_taken() -> None:
    weak, strong = Stub("weak", Verdict(False, "weak: no.")), Stub("strong", Verdict(True))
    last = Stub("last", Verdict(True))
    assert first_that_holds([weak, strong, last]).kind is strong
    assert last.probes == 0


def test_if_none_holds_all_reasons_are_told() -> None:
    choice = first_that_holds(
        [Stub("a", Verdict(False, "No a.")), Stub("b", Verdict(False, "No b."))]
    )
    assert (choice.kind, choice.reasons) == (None, ("No a.", "No b."))


def test_a_machine_without_linux_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert first_that_holds([landlock]).reasons == ("Sandboxes need Linux.",)


def test_the_kinds_are_probed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stub = Stub("stub", Verdict(True))
    sandbox.choosing._chosen.cache_clear()
    monkeypatch.setattr(sandbox.choosing, "KINDS", (stub,))
    assert sandbox.choose() == sandbox.choose() == sandbox.Choice(stub)
    assert stub.probes == 1
    sandbox.choosing._chosen.cache_clear()


@pytest.fixture
def ask_as_ordinary_user(goal: dict[str, str]) -> Callable[..., str]:
    """Runs a line of Python where `sandbox` can be imported, with `command` before it."""
    parts.program("bwrap", package="bubblewrap")
    folder = Path(goal["database"]).parent / "code"
    shutil.copytree(Path(sandbox.__file__).parent, folder / "sandbox", dirs_exist_ok=True)
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] * (os.geteuid() == 0)

    def ask(line: str, *command: str) -> str:
        python = [str(interpreter().program), "-B", "-c", line]
        return subprocess.run(
            [*user, *command, *python], cwd=folder, capture_output=True, text=True, check=True
        ).stdout

    return ask


@pytest.mark.parametrize("name", [bwrap.NAME, landlock.NAME])
def test_each_kind_holds_for_an_ordinary_user_too(
    ask_as_ordinary_user: Callable[..., str], name: str
) -> None:
    line = f"from sandbox import {name}; print({name}.probe())"
    assert ask_as_ordinary_user(line) == "Verdict(holds=True, reason='')\n"


def test_landlock_is_taken_where_namespaces_are_refused(
    ask_as_ordinary_user: Callable[..., str],
) -> None:
    line = "import sandbox; print(sandbox.choose().kind.NAME)"
    outside = "bwrap --bind / / --dev /dev --proc /proc --unshare-user"
    assert ask_as_ordinary_user(line, *outside.split()) == "bwrap\n"
    assert ask_as_ordinary_user(line, *outside.split(), "--disable-userns") == "landlock\n"
