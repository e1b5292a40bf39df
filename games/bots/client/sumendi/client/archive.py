"""The archive: finished games by the positions that they had. A position counts whichever way it is
turned or mirrored, and with the colours exchanged."""

from collections.abc import Iterator
from typing import Unpack

from .archive_payloads import ArchivedGame, ArchiveFilters, Explored, Export
from .operations import Operation
from .session import Session


class Archive:
    def __init__(self, session: Session) -> None:
        self._session = session

    def search(self, position: str, **filters: Unpack[ArchiveFilters]) -> Iterator[ArchivedGame]:
        """The games that had the position, the newest first."""
        asked = {**filters, "position": str(position)}
        return self._session.pages(Operation.ARCHIVE_SEARCH, asked)

    def explorer(self, position: str, **filters: Unpack[ArchiveFilters]) -> Explored:
        """What was played in the position, the most frequent moves first, and what came of it."""
        asked = {**filters, "position": str(position)}
        return self._session.call(Operation.ARCHIVE_EXPLORER, query=asked)

    def export(self) -> Export:
        """Where the newest file of all rated games is, compressed by gzip; no token is needed."""
        return self._session.call(Operation.ARCHIVE_EXPORT)
