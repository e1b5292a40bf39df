"""Reads and changes the memory of the worker."""

import ctypes

from trying import GOAL, answer, attempt, call

SEIZE = 0x4206
buffer = ctypes.create_string_buffer(8)
span = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 8)
attempt("trace the worker", lambda: call("ptrace", SEIZE, GOAL["process"], 0, 0))
attempt(
    "read the worker's memory",
    lambda: call("process_vm_readv", GOAL["process"], span, 1, span, 1, 0),
)
answer()
