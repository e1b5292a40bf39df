"""What a program finds inside of each kind of sandbox, and what is told of it."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games.bots.sandbox import Fault, Kind, Limits, Outcome, Program, bwrap, interpreter, running
from games.bots.sandbox.contract import MIB

UNHURRIED = Limits(cpu=5, wall=30)
OPEN = Path("/proc/self/fd")
Run = Callable[..., Outcome]


@pytest.fixture
def run(kind: Kind) -> Run:
    """Runs a text in a kind of sandbox."""

    def run(text: str, stdin: bytes = b"", limits: Limits = UNHURRIED, **more: Any) -> Outcome:
        return kind.run(Program({"main.py": text.encode()}, **more), stdin, limits)

    return run


def test_what_it_prints_is_handed_back(run: Run) -> None:
    outcome = run("import sys; print('out'); print('err', file=sys.stderr)")
    assert (outcome.stdout, outcome.stderr, outcome.status) == (b"out\n", b"err\n", 0)


def test_what_it_is_told_is_on_its_stdin(run: Run) -> None:
    long = b"x" * 300_000 + b"\n"
    assert run("print(len(input()))", long).stdout == b"300000\n"


def test_a_long_question_that_is_not_read_does_no_harm(run: Run) -> None:
    assert run("print('done')", b"x" * 3_000_000).stdout == b"done\n"


def test_its_other_files_can_be_imported(kind: Kind) -> None:
    files = {
        "main.py": b"import engine.search as s; print(s.DEPTH)",
        "engine/search.py": b"DEPTH=3",
    }
    assert kind.run(Program(files), b"", UNHURRIED).stdout == b"3\n"


def test_the_library_can_be_imported(run: Run, goal: dict[str, Any]) -> None:
    library = Path(goal["library"])
    assert run("import of_bots; print(of_bots.ANSWER)", library=library).stdout == b"42\n"


def test_a_module_of_the_library_can_be_what_runs(run: Run, goal: dict[str, Any]) -> None:
    outcome = run("", library=Path(goal["library"]), arguments=("-m", "of_bots"))
    assert outcome.fault is None, outcome


def test_packages_of_the_server_cannot_be_imported(run: Run) -> None:
    assert b"No module named 'django'" in run("import django").stderr


def test_much_of_the_standard_library_works(run: Run) -> None:
    names = "bisect, ctypes, dataclasses, decimal, hashlib, heapq, lzma, random, sqlite3, threading"
    assert run(f"import {names}; print(random.random() < 1)").stdout == b"True\n"


def test_threads_work(run: Run) -> None:
    text = "from concurrent.futures import *; print(sum(ThreadPoolExecutor(4).map(int, '1234')))"
    assert run(text).stdout == b"10\n"


def test_it_has_descriptors_of_its_own_only(run: Run) -> None:
    text = """
import os
for number in range(64):
    try:
        os.fstat(number)
    except OSError:
        continue
    print(number)
"""
    assert run(text).stdout == b"0\n1\n2\n"


def test_it_is_never_root(run: Run) -> None:
    assert run("import os; print(0 in (os.getuid(), os.geteuid(), os.getgid()))").stdout == (
        b"False\n"
    )


def test_it_has_no_groups_of_the_server(run: Run) -> None:
    allowed = "{os.getgid(), 65534}"
    assert run(f"import os; print(set(os.getgroups()) <= {allowed})").stdout == b"True\n"


def test_there_is_scratch_where_temporary_files_go_in_bwrap() -> None:
    text = b"import tempfile; f = tempfile.TemporaryFile(); print(f.write(b'x' * 1_000_000))"
    assert bwrap.run(Program({"main.py": text}), b"", UNHURRIED).stdout == b"1000000\n"


def test_an_exit_status_is_told(run: Run) -> None:
    outcome = run("raise SystemExit(3)")
    assert (outcome.fault, outcome.detail) == (Fault.CRASH, "Its exit status was 3.")


def test_a_signal_is_told_by_its_name(run: Run) -> None:
    outcome = run("import ctypes; ctypes.string_at(0)")
    assert outcome.status == -signal.SIGSEGV
    assert outcome.detail == "It was ended by SIGSEGV."


def test_processor_time_ends_before_the_wall_does(run: Run) -> None:
    outcome = run("while True: pass", limits=Limits(cpu=1, wall=60))
    assert (outcome.fault, outcome.cpu < 2) == (Fault.TIMEOUT, True)
    assert outcome.detail == "It used 1 s of processor time, which is all it had."


def test_processor_time_is_told(run: Run) -> None:
    text = "import time\nwhile time.process_time() < 0.5: pass"
    assert 0.4 < run(text).cpu < 1


def test_memory_is_told_after_a_while(run: Run) -> None:
    outcome = run("import time; hoard = bytearray(50 * 2**20); time.sleep(0.6)")
    assert outcome.memory is not None
    assert 50 * MIB < outcome.memory < 90 * MIB


def test_memory_can_be_limited_further(run: Run) -> None:
    outcome = run("bytearray(100 * 2**20)", limits=Limits(cpu=5, wall=30, memory=96 * MIB))
    assert outcome.fault is Fault.MEMORY


def test_of_much_output_the_end_is_kept(run: Run) -> None:
    outcome = run("print('x' * 700_000); print('the end')")
    assert outcome.stdout.endswith(b"x\nthe end\n")
    assert len(outcome.stdout) == UNHURRIED.answer_kept


def test_endless_output_takes_no_memory_of_the_server(run: Run) -> None:
    outcome = run("while True: print('x' * 10_000)", limits=Limits(cpu=5, wall=30, answer_kept=99))
    assert len(outcome.stdout) == 99


def test_a_process_that_cannot_start_is_the_servers_fault(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "filter_for", lambda machine: b"no filter")
    outcome = run("print('It runs.')")
    assert (outcome.fault, outcome.status, outcome.stdout) == (Fault.INFRASTRUCTURE, None, b"")
    assert outcome.detail.startswith("The sandbox did not start (")


def test_no_interpreter_is_the_servers_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "SYSTEM", Path("/nowhere"))
    monkeypatch.setattr(interpreter, "_running", lambda: Path("/nowhere"))
    interpreter.interpreter.cache_clear()
    assert run("").fault is Fault.INFRASTRUCTURE
    interpreter.interpreter.cache_clear()


def test_a_missing_bwrap_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    outcome = bwrap.run(Program({"main.py": b""}), b"", UNHURRIED)
    assert outcome.fault is Fault.INFRASTRUCTURE
    assert outcome.detail == "There is no program prlimit: install util-linux."


def test_64_run_at_once(run: Run) -> None:
    with ThreadPoolExecutor(64) as pool:
        outcomes = list(pool.map(lambda number: run(f"print({number})"), range(64)))
    assert [int(outcome.stdout) for outcome in outcomes] == list(range(64))


def test_descriptors_of_the_server_are_closed_again(run: Run) -> None:
    run("")
    before = len(list(OPEN.iterdir()))
    for _ in range(3):
        run("print('x')")
    assert len(list(OPEN.iterdir())) == before


def test_it_runs_in_a_forked_worker(kind: Kind) -> None:
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    program = Program({"main.py": b"print('from the fork')"})
    worker = context.Process(
        target=lambda: answers.put(kind.run(program, b"", UNHURRIED).stdout), daemon=True
    )
    worker.start()
    assert answers.get() == b"from the fork\n"
    worker.join()
