"""The seccomp filter: which system calls a bot may make, as the kernel's small BPF program.

An interpreter with threads needs what is listed here. Everything else is refused with EPERM:
sockets, new processes, namespaces and mounts, signals and limits of others, tracing, keys,
io_uring, BPF, memory files, owners and modes of files. Calls younger than this list are answered
with ENOSYS, and so is clone3, whose flags a filter cannot see: the C library then takes the older.

The layout of the program and of what it looks at: `seccomp(2)` and `linux/filter.h`.
"""

import errno
import struct
from collections.abc import Iterator

from .syscalls import MACHINES, NUMBERS

LOAD = 0x20
JUMP_IF_EQUAL = 0x15
JUMP_IF_AT_LEAST = 0x35
AND = 0x54
RETURN = 0x06

KILL = 0x8000_0000
REFUSE = 0x0005_0000
ALLOW = 0x7FFF_0000

NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16
AUDIT_ARCH = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
X32 = 0x4000_0000
"""Numbers from here on are the same calls of x86_64 by another door."""
YOUNG = 463

_THREAD = 0x0001_0000
_NEW_NAMESPACES = 0x7E02_0000
_IN_CLONE = _THREAD | _NEW_NAMESPACES

Word = tuple[int, int, tuple[int, ...]]
"""Index of an argument, the bits of it that count, and what they may be."""
WORD = 0xFFFF_FFFF
ONLY_WITH: dict[str, Word] = {
    "clone": (0, _IN_CLONE, (_THREAD,)),
    "prlimit64": (0, WORD, (0,)),  # the limits of its own
    # Duplicates, flags and locks; no owner of signals, no larger pipes.
    "fcntl": (1, WORD, (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030)),
    # Is it a terminal, how wide, how much waits; close on exec or not; block or not.
    "ioctl": (1, WORD, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    "prctl": (0, WORD, (15, 16, 0x5356_4D41)),  # names of threads and of memory
}


def filter_for(machine: str) -> bytes:
    """The BPF program for a `machine` as `platform.machine()` names it. Raises LookupError for one
    that is not known here."""
    if machine not in MACHINES:
        known = " and ".join(MACHINES)
        raise LookupError(f"There is a filter of system calls for {known}, not for {machine}.")
    return b"".join(_program(machine))


def _program(machine: str) -> Iterator[bytes]:
    yield _load(MACHINE_AT)
    yield from _unless_equal(AUDIT_ARCH[machine], KILL)
    yield _load(NUMBER_AT)
    if machine == "x86_64":
        yield from _if_at_least(X32, KILL)
    yield from _if_at_least(YOUNG, REFUSE | errno.ENOSYS)
    numbers = NUMBERS[machine]
    yield from _if_equal(numbers["clone3"], REFUSE | errno.ENOSYS)
    for name, number in numbers.items():
        if name in ONLY_WITH:
            yield from _if_equal_with(number, ONLY_WITH[name])
        elif name != "clone3":
            yield from _if_equal(number, ALLOW)
    yield _return(REFUSE | errno.EPERM)


def _if_equal(value: int, verdict: int) -> Iterator[bytes]:
    yield _instruction(JUMP_IF_EQUAL, value, otherwise=1)
    yield _return(verdict)


def _unless_equal(value: int, verdict: int) -> Iterator[bytes]:
    yield _instruction(JUMP_IF_EQUAL, value, then=1)
    yield _return(verdict)


def _if_at_least(value: int, verdict: int) -> Iterator[bytes]:
    yield _instruction(JUMP_IF_AT_LEAST, value, otherwise=1)
    yield _return(verdict)


def _if_equal_with(number: int, word: Word) -> Iterator[bytes]:
    """For this call the whole verdict, by the low half of one argument: flags and commands are
    32 bits wide, and the kernel looks at no more of them."""
    index, mask, values = word
    verdict = [
        _load(ARGUMENTS_AT + 8 * index),
        _instruction(AND, mask),
        *(part for value in values for part in _if_equal(value, ALLOW)),
        _return(REFUSE | errno.EPERM),
    ]
    yield _instruction(JUMP_IF_EQUAL, number, otherwise=len(verdict))
    yield from verdict


def _load(offset: int) -> bytes:
    return _instruction(LOAD, offset)


def _return(verdict: int) -> bytes:
    return _instruction(RETURN, verdict)


def _instruction(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, value)
