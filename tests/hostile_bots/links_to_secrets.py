"""Leaves links that somebody may follow."""

import os

from trying import GOAL, answer, attempt

for folder in ("/tmp", os.curdir):
    attempt(f"a link in {folder}", lambda folder=folder: os.symlink("/etc/passwd", f"{folder}/a"))
    attempt(f"a name in {folder}", lambda folder=folder: os.link(GOAL["database"], f"{folder}/b"))
    attempt(f"a pipe in {folder}", lambda folder=folder: os.mkfifo(f"{folder}/c"))
    attempt(f"a device in {folder}", lambda folder=folder: os.mknod(f"{folder}/d", 0o20666, 0x101))
answer()
