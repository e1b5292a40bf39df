"""A worker that is killed in the middle of a turn leaves nothing behind for long."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from games.bots.sandbox import Kind, sweep
from games.bots.sandbox.interpreter import interpreter
from tests.games.bots.sandbox.arena import processes_with

WORKER = """
import sys
from games.bots.sandbox import Limits, Program, {kind}
program = Program({{"main.py": b"import time; time.sleep(600)"}}, ("main.py", sys.argv[1]))
{kind}.run(program, b"", Limits(cpu=600, wall=600))
"""


class Worker:
    """A process in the middle of a turn, with a folder for temporary files of its own."""

    def __init__(self, kind: Kind) -> None:
        self.mark = f"sumendi-test-{uuid4()}"
        code = WORKER.format(kind=kind.NAME)
        self.process = subprocess.Popen([sys.executable, "-c", code, self.mark])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def program_runs(self) -> bool:
        python = f"{interpreter().program}\0-s\0-S\0main.py"
        return any(line.startswith(python) for line in processes_with(self.mark))

    def nothing_runs(self) -> bool:
        return not processes_with(self.mark)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="sumendi-test-") as name:
        Path(name).chmod(0o755)
        monkeypatch.setenv("TMPDIR", name)
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


@pytest.fixture
def worker(kind: Kind, folder: Path) -> Iterator[Worker]:
    worker = Worker(kind)
    yield worker
    worker.kill()


def soon(happened: Callable[[], bool]) -> bool:
    for _ in range(400):
        if happened():
            return True
        time.sleep(0.05)
    return False


def test_a_program_dies_with_its_worker(worker: Worker) -> None:
    assert soon(worker.program_runs)
    worker.kill()
    assert soon(worker.nothing_runs)


def test_the_folder_of_a_dead_worker_is_swept_away(worker: Worker, folder: Path) -> None:
    assert soon(worker.program_runs)
    worker.kill()
    assert len(list(folder.iterdir())) == 1
    sweep()
    assert list(folder.iterdir()) == []


def test_a_program_that_outlived_its_worker_is_ended(worker: Worker, folder: Path) -> None:
    assert soon(worker.program_runs)
    [files] = folder.iterdir()
    files.rename(folder / f"sumendi-bot-{ended_process()}-renamed")
    sweep()
    assert soon(lambda: not worker.program_runs())


def ended_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        return process.pid


def test_a_worker_that_lives_keeps_its_turn(worker: Worker, folder: Path) -> None:
    assert soon(worker.program_runs)
    sweep()
    assert worker.program_runs()
    assert len(list(folder.iterdir())) == 1
