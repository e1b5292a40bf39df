"""Fills the disk, wherever it may write."""

from pathlib import Path

from trying import answer

CHUNK = b"x" * 2**20


def fill(folder):
    size = 0
    for number in range(10_000):
        try:
            with (folder / f"big-{number}").open("wb", buffering=0) as file:
                size += file.write(CHUNK)
        except OSError:
            return size
    return size


places = ("/tmp", "/dev/shm", "/dev", "/var/tmp", "/", "/run", str(Path.cwd()))
answer(written=sum(fill(Path(place)) for place in places))
