"""Trying moves: variations with comments, kept for their owner."""

from collections.abc import Iterator
from typing import Any

from .exploration_payloads import Exploration, ExplorationDetail, ListedRecords
from .operations import Operation
from .session import Session


class Explorations:
    """Saves name the `version` that their tree was made from, 0 where nothing is kept yet: where
    another one was saved since, they are refused with the code `exploration_changed`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self) -> Iterator[Exploration]:
        """One's own, the newest first."""
        return self._session.pages(Operation.EXPLORATIONS)

    def create(self, size: int) -> ExplorationDetail:
        """A board of one's own; one on which nothing was tried yet is given again."""
        return self._session.call(Operation.EXPLORATION_CREATE, body={"size": size})

    def records(self, text: str) -> ListedRecords:
        """Which games are in a text of records, one behind the other."""
        return self._session.call(Operation.RECORDS, body={"text": text})

    def open_record(self, text: str, number: int | None = None) -> ExplorationDetail:
        """A board on which a record is explored, of several the one of this number."""
        body = {"text": text} if number is None else {"text": text, "number": number}
        return self._session.call(Operation.EXPLORATION_IMPORT, body=body)

    def get(self, exploration_id: int) -> ExplorationDetail:
        """One's own, or a published one."""
        return self._session.call(Operation.EXPLORATION, id=exploration_id)

    def save(self, exploration_id: int, version: int, tree: dict[str, Any]) -> ExplorationDetail:
        body = {"version": version, "tree": tree}
        return self._session.call(Operation.EXPLORATION_SAVE, body=body, id=exploration_id)

    def change(
        self, exploration_id: int, *, title: str | None = None, published: bool | None = None
    ) -> ExplorationDetail:
        """What is None stays. In a running game nothing can be published."""
        told = {"title": title, "published": published}
        body = {name: value for name, value in told.items() if value is not None}
        return self._session.call(Operation.EXPLORATION_CHANGE, body=body, id=exploration_id)

    def delete(self, exploration_id: int) -> None:
        self._session.tell(Operation.EXPLORATION_DELETE, id=exploration_id)

    def beside(self, game_id: int) -> ExplorationDetail:
        """What one has explored in a game, one's own or anybody's."""
        return self._session.call(Operation.GAME_EXPLORATION, id=game_id)

    def save_beside(self, game_id: int, version: int, tree: dict[str, Any]) -> ExplorationDetail:
        body = {"version": version, "tree": tree}
        return self._session.call(Operation.GAME_EXPLORATION_SAVE, body=body, id=game_id)
