"""Knocks at the doors behind which the kernel's bugs have been."""

from trying import answer, attempt, call

attempt("io_uring", lambda: call("io_uring_setup", 8, b"\0" * 120))
attempt("keyctl", lambda: call("keyctl", 0, -3, 1))
attempt("userfaultfd", lambda: call("userfaultfd", 1))
attempt("bpf", lambda: call("bpf", 0, b"\0" * 64, 64))
attempt("perf", lambda: call("perf_event_open", b"\0" * 128, 0, -1, -1, 0))
attempt("shared memory", lambda: call("shmget", 0, 4096, 0o1666))
answer()
