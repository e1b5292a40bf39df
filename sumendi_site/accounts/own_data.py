"""All that the site knows about an account, as one archive."""

from collections.abc import Iterable, Iterator
from itertools import chain
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.utils import timezone

from .exporters import all_exporters
from .models import User

PIECE = 64 * 1024
"""About so many bytes are handed out at a time."""
README = "README.txt"


def archive_of(person: User) -> Iterator[bytes]:
    """A zip file in pieces, made while it is read and in constant memory: `README`, the files of
    the account, and those of each of its bots in a folder ``bots/<name>/``."""
    written = _Written()
    with ZipFile(written, "w") as archive:  # type: ignore[call-overload]
        for path, pieces in _files_of(person):
            with archive.open(_entry(path), "w") as file:
                for piece in pieces:
                    file.write(piece)
                    if written.size >= PIECE:
                        yield written.take()
    yield written.take()


class _Written:
    """What was written and not handed out yet. A zip file can be written where nobody can go back,
    which it finds out by asking for the place."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.size = 0

    def write(self, piece: bytes) -> int:
        self._pieces.append(bytes(piece))
        self.size += len(piece)
        return len(piece)

    def flush(self) -> None:
        pass

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces, self.size = [], 0
        return taken


def _entry(path: str) -> ZipInfo:
    entry = ZipInfo(path, timezone.now().timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    return entry


def _files_of(person: User) -> Iterator[tuple[str, Iterable[bytes]]]:
    yield README, [_readme(person).encode()]
    yield from _files_in("", person)
    for bot in person.bots.order_by("pk"):
        yield from _files_in(f"bots/{bot.username}/", bot)


def _files_in(folder: str, account: User) -> Iterator[tuple[str, Iterable[bytes]]]:
    for exporter in all_exporters():
        for path, pieces in exporter.files(account):
            first = next(pieces, None)
            if first is not None:
                yield folder + path, chain([first], pieces)


def _readme(person: User) -> str:
    width = max(len(exporter.path) for exporter in all_exporters())
    listed = (f"{one.path:<{width}}  {one.meaning}" for one in all_exporters())
    return README_TEXT.format(
        name=person.username,
        site=settings.SITE_URL,
        now=timezone.now(),
        files="\n".join(listed),
    )


README_TEXT = """\
All that {site} knows about the account {name}
as of {now:%d %B %Y, %H:%M} UTC.

Files that end in .json hold a list, with one object a line, in UTF-8. Times are UTC. Players stand
there by their names, games by their numbers: game 12 is at {site}/games/12/. A file of which there
would be nothing to tell is left out. If you have bots, each has a folder bots/<name>/ with the same
files.

{files}

What is not here: secrets (your password, the texts of your tokens, the key of a second factor),
which the site itself does not know or could not show without danger, and what belongs to others,
such as what your opponents wrote to you or noted about your games, what others told moderators
about you, and what moderators wrote down for themselves.
"""
