"""Uploading a bot to a site, and waiting for what its check shows."""

import io
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..client import Client
from ..client.program_payloads import BoutDetail, Run, Turn, VersionDetail

SOON, LATER = 1.0, 5.0
"""Seconds between two looks at a version: at first, and when it takes longer."""
LEFT_OUT = ("__pycache__",)
UNSETTLED = {"queued": "It waits to be checked.", "checking": "It is being checked."}
SETTLED = {
    "ready": "It has passed its check, and is the live version.",
    "retired": "It has passed its check, but another version plays.",
    "refused": "It was refused.",
}
AGAINST = {1: "itself", 2: "the random player"}


class Unpackable(Exception):
    """There is nothing here to upload; the text says why."""


def package_of(path: Path) -> tuple[str, bytes]:
    """The name and the bytes to upload: of a file as it is, of a folder packed. Raises
    Unpackable."""
    if path.is_dir():
        return f"{path.resolve().name}.zip", _packed(path)
    if not path.is_file():
        raise Unpackable(f"There is no file {path}.")
    return path.name, path.read_bytes()


def _packed(folder: Path) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(_files(folder)):
            packed.write(file, file.relative_to(folder).as_posix())
    return archive.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    """All but what is hidden, and what Python made of them."""
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        is_hidden = any(part.startswith(".") or part in LEFT_OUT for part in parts)
        if path.is_file() and not is_hidden:
            yield path


def submit(site: Client, bot: str, path: Path, patience: float) -> int:
    """Upload and tell what becomes of it, for at most `patience` seconds; the exit status. Raises
    ClientError and Unpackable."""
    uploaded = site.programs.upload(bot, *package_of(path))
    number = uploaded["number"]
    print(f"Version {number} of {bot} is uploaded.", flush=True)
    version = _settled(site, bot, number, patience)
    if version is None:
        print("It is not checked yet. Its page will tell.")
        return 0
    print(SETTLED[version["state"]])
    if version["state"] != "refused":
        return 0
    print(version.get("refusal", ""))
    for text in _failures(version):
        print(text)
    return 1


def _settled(site: Client, bot: str, number: int, patience: float) -> VersionDetail | None:
    """The version once its check is over, telling how it goes."""
    end, state = time.monotonic() + patience, ""
    pause = SOON
    while True:
        version = site.programs.version(bot, number)
        if version["state"] in SETTLED:
            return version
        if version["state"] != state:
            state = version["state"]
            print(UNSETTLED.get(state, state), flush=True)
        if time.monotonic() + pause > end:
            return None
        time.sleep(pause)
        pause = min(LATER, pause * 1.2)


def _failures(version: VersionDetail) -> Iterator[str]:
    """Of each run that went wrong, where it was and what it printed."""
    for bout in version.get("check", []):
        for turn in bout["turns"]:
            yield from _failed_runs(bout, turn)


def _failed_runs(bout: BoutDetail, turn: Turn) -> Iterator[str]:
    """What failed twice in the same way is told once."""
    where = f"Against {AGAINST.get(bout['number'], 'another')}, ply {turn['ply']}"
    texts = (_failure(run) for run in turn["runs"] if run["fault"])
    for text in dict.fromkeys(texts):
        yield f"\n{where} (turn {turn['id']}): {text}"


def _failure(run: Run) -> str:
    log = run["log"].rstrip().replace("\n", "\n  ")
    return f"{run['fault']}. {run['detail']}" + (f"\n  {log}" if log else "")
