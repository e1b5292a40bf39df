"""What hostile programs share: they are told what to go for, try, and tell what they could do."""

import ctypes
import json
import platform
import sys

QUESTION = json.loads(sys.stdin.readline())
GOAL = QUESTION["goal"]
could = []

NUMBERS = {  # on x86_64 and on aarch64
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "mount": (165, 40),
    "perf_event_open": (298, 241),
    "process_vm_readv": (310, 270),
    "ptrace": (101, 117),
    "setns": (308, 268),
    "shmget": (29, 194),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
libc = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    """A system call by its name; an OSError if it fails."""
    number = NUMBERS[name][platform.machine() == "aarch64"]
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    answer = libc.syscall(ctypes.c_long(number), *words)
    if answer < 0:
        raise OSError(ctypes.get_errno(), name)
    return answer


def attempt(what, act):
    try:
        act()
    except OSError:
        return
    could.append(what)


def answer(**more):
    print(json.dumps({"move": "d4", "could": could, **more}))
