"""Looks for accounts and secrets of the server."""

from pathlib import Path

from trying import answer, attempt

for path in ("/etc/passwd", "/etc/shadow", "/etc/hosts", "/root/.ssh/id_rsa", "/proc/version"):
    attempt(f"read {path}", Path(path).read_bytes)
for path in ("/home", "/root", "/proc", "/var", "/sys"):
    attempt(f"list {path}", lambda path=path: list(Path(path).iterdir()))
answer()
