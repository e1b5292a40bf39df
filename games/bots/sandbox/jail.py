"""Puts itself under the limits, into another user, under Landlock and the filter of system calls,
and becomes the program. Run by its path, with its `Orders` as JSON; imports nothing of the site.

The calls and structures of Landlock: `landlock(7)` and `linux/landlock.h`. It has no functions in
the C library.
"""

import ctypes
import json
import os
import resource
import signal
import stat
import struct
import sys
from typing import TypedDict

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ASK_VERSION = 1
PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights of files a version knows: one bit each. None was added after the last."""
NETWORK = 0b11, 4
"""Bind and connect by TCP, and the first version that knows of it."""
SCOPES = 0b11, 6
"""Signals to, and abstract sockets of, processes outside."""

SET_PARENT_DEATH_SIGNAL, SET_SECCOMP, SET_NO_NEW_PRIVILEGES = 1, 22, 38
SECCOMP_FILTER = 2
INSTRUCTION = 8

libc = ctypes.CDLL(None, use_errno=True)


class Orders(TypedDict):
    """`limits` are by their name in `resource`, without RLIMIT_; `read` are files and folders to be
    read and executed, `write` files to be read and written; descriptors as in `running.Place`."""

    parent: int
    user: int | None
    limits: dict[str, int]
    read: list[str]
    write: list[str]
    filter: int
    status: int
    folder: str
    environment: dict[str, str]
    argv: list[str]


def main() -> None:
    orders: Orders = json.loads(sys.argv[1])
    os.set_inheritable(orders["status"], False)
    with os.fdopen(orders["filter"], "rb") as file:
        program = file.read()
    for name, most in orders["limits"].items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
    if (user := orders["user"]) is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    os.chdir(orders["folder"])
    control(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != orders["parent"]:
        sys.exit("The server is gone.")
    control(SET_NO_NEW_PRIVILEGES, 1)
    confine_files(orders["read"], orders["write"])
    confine_calls(program)
    os.write(orders["status"], json.dumps({"child-pid": os.getpid()}).encode() + b"\n")
    os.execve(orders["argv"][0], orders["argv"], orders["environment"])  # noqa: S606  # no shell


def confine_files(read: list[str], write: list[str]) -> None:
    """Deny the whole file system but these, and what else this kernel's Landlock can deny."""
    version = call(CREATE_RULESET, None, 0, ASK_VERSION)
    handled = (1 << FILE_RIGHTS[min(version, max(FILE_RIGHTS))]) - 1
    words = [handled]
    words += [rights for rights, since in (NETWORK, SCOPES) if version >= since]
    attributes = struct.pack(f"={len(words)}Q", *words)
    rules = call(CREATE_RULESET, attributes, len(attributes), 0)
    for path in read:
        allow(rules, path, EXECUTE | READ_FILE | READ_DIR)
    for path in write:
        allow(rules, path, READ_FILE | WRITE_FILE)
    call(RESTRICT_SELF, rules, 0)
    os.close(rules)


def allow(rules: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        rights &= FOR_FILES
    call(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    os.close(place)


def confine_calls(program: bytes) -> None:
    """Load the filter; see seccomp(2) for the structure `sock_fprog`."""
    buffer = ctypes.create_string_buffer(program, len(program))
    count = len(program) // INSTRUCTION
    control(SET_SECCOMP, SECCOMP_FILTER, struct.pack("@HP", count, ctypes.addressof(buffer)))


def control(option: int, *arguments: int | bytes) -> None:
    padded = (*arguments, 0, 0, 0)[:4]
    words = [ctypes.c_ulong(word) if isinstance(word, int) else word for word in padded]
    _checked(libc.prctl(option, *words), f"prctl {option}")


def call(number: int, *arguments: int | bytes | None) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return _checked(libc.syscall(ctypes.c_long(number), *words), f"Landlock's call {number}")


def _checked(answer: int, what: str) -> int:
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return answer


if __name__ == "__main__":
    main()
