"""What uploaded bots may import beside the standard library: the package `sumendi`, as it is in
`sumendi.pyz`, in a folder that everybody can read."""

import atexit
import shutil
import subprocess
import tempfile
import threading
from functools import cache
from pathlib import Path

from games.bots.client.packing import contents
from games.bots.sandbox.interpreter import interpreter
from games.bots.sandbox.leftovers import prefix

_once = threading.Lock()


def library() -> Path:
    """The folder with the package; it is made when first asked for and goes with the process, or
    with the sweep after one that was killed."""
    with _once:
        return _laid_out()


@cache
def _laid_out() -> Path:
    folder = Path(tempfile.mkdtemp(prefix=prefix()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, data in contents():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    _compile(folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


def _compile(folder: Path) -> None:
    """By the interpreter that will read it, which could not write there. Never looked at again, the
    sources need not be compared."""
    compile_all = ["-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    command = [str(interpreter().program), *compile_all, str(folder)]
    subprocess.run(command, check=True, capture_output=True, env={}, timeout=60)
