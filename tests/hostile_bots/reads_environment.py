"""Looks for secrets in environments, its own and others'."""

import os
from pathlib import Path

from trying import GOAL, answer, attempt

for process in ("self", "1", os.getppid(), GOAL["process"]):
    for name in ("environ", "cmdline", "maps", "mem"):
        attempt(f"read {name} of {process}", (Path("/proc") / str(process) / name).read_bytes)
answer(environment=dict(os.environ))
