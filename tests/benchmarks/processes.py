"""What the system tells of a process."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
"""So many of the system's ticks are a second."""


def ticks(pid: int) -> list[int]:
    """The numbers of `/proc/PID/stat` after the state, which is the third."""
    return [int(n) for n in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1:]]


def processor_time(pid: int) -> float:
    """The seconds of the processor that the process has used."""
    return sum(ticks(pid)[10:12]) / TICKS
