"""The filter's program, run as the kernel would."""

import errno
import struct

import pytest

from games.bots.sandbox.seccomp import ALLOW, AUDIT_ARCH, KILL, REFUSE, filter_for
from games.bots.sandbox.syscalls import MACHINES, NUMBERS

NOT_PERMITTED = REFUSE | errno.EPERM
UNKNOWN = REFUSE | errno.ENOSYS
SOCKET = {"x86_64": 41, "aarch64": 198}
EXPECTED_ON_BOTH = ["read", "write", "openat", "mmap", "futex", "execve", "exit_group"]


def verdict(machine: str, number: int, *arguments: int, audit: int | None = None) -> int:
    """What the filter of a machine says to a call."""
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("=IIQ6Q", number, audit or AUDIT_ARCH[machine], 0, *padded)
    program = list(struct.iter_unpack("=HBBI", filter_for(machine)))
    accumulator, place = 0, 0
    while True:
        code, then, otherwise, value = program[place]
        place += 1
        match code:
            case 0x20:  # load a word
                (accumulator,) = struct.unpack_from("=I", data, value)
            case 0x54:  # and
                accumulator &= value
            case 0x15:  # jump if equal
                place += then if accumulator == value else otherwise
            case 0x35:  # jump if at least
                place += then if accumulator >= value else otherwise
            case 0x06:  # return
                return value
            case _:
                raise AssertionError(f"The kernel knows {code:#x}, this test does not.")


def named(machine: str, name: str, *arguments: int) -> int:
    return verdict(machine, NUMBERS[machine][name], *arguments)


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", EXPECTED_ON_BOTH)
def test_what_an_interpreter_needs_is_allowed(machine: str, name: str) -> None:
    assert named(machine, name) == ALLOW


def test_what_is_not_listed_is_refused(machine: str) -> None:
    assert verdict(machine, SOCKET[machine]) == NOT_PERMITTED


def test_every_number_is_allowed_only_if_it_is_listed(machine: str) -> None:
    listed = set(NUMBERS[machine].values())
    assert {number for number in range(600) if verdict(machine, number) == ALLOW} <= listed


def test_a_call_younger_than_the_list_is_unknown(machine: str) -> None:
    assert verdict(machine, 500) == UNKNOWN


def test_a_thread_may_be_started_but_no_process(machine: str) -> None:
    thread_of_glibc = 0x003D_0F00
    assert named(machine, "clone", thread_of_glibc) == ALLOW
    assert named(machine, "clone", 17) == NOT_PERMITTED


def test_a_thread_in_a_new_namespace_is_refused(machine: str) -> None:
    network = 0x4000_0000
    assert named(machine, "clone", 0x003D_0F00 | network) == NOT_PERMITTED


def test_clone3_is_unknown_so_that_clone_is_taken(machine: str) -> None:
    assert named(machine, "clone3") == UNKNOWN


def test_limits_may_be_set_for_oneself_only(machine: str) -> None:
    assert named(machine, "prlimit64", 0) == ALLOW
    assert named(machine, "prlimit64", 1234) == NOT_PERMITTED


def test_the_owner_of_signals_of_a_file_may_not_be_set(machine: str) -> None:
    duplicate, set_owner = 0, 8
    assert named(machine, "fcntl", 5, duplicate) == ALLOW
    assert named(machine, "fcntl", 5, set_owner, 1234) == NOT_PERMITTED


def test_nothing_may_be_typed_into_a_terminal(machine: str) -> None:
    assert named(machine, "ioctl", 0, 0x5412) == NOT_PERMITTED


def test_calls_of_another_machine_end_the_program(machine: str) -> None:
    i386 = 0x4000_0003
    assert verdict(machine, 4, audit=i386) == KILL


def test_calls_by_the_door_of_x32_end_the_program() -> None:
    assert verdict("x86_64", 0x4000_0000 + NUMBERS["x86_64"]["read"]) == KILL


def test_a_machine_without_a_filter_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="not for riscv64"):
        filter_for("riscv64")
