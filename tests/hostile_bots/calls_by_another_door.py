"""Calls the kernel as programs of another kind do, whose numbers the filter does not know."""

import ctypes

GETPID_OF_X32 = 0x4000_0000 + 39

got = ctypes.CDLL(None).syscall(GETPID_OF_X32)
raise SystemExit(f"It was not even killed, and got {got}.")
