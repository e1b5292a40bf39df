"""The account that asks."""

from collections.abc import Iterator
from typing import Any, Literal

from .operations import Operation
from .payloads import Me, Notice, PlayerRef, Report, Vacation
from .session import Session


class Account:
    def __init__(self, session: Session) -> None:
        self._session = session

    def me(self) -> Me:
        return self._session.call(Operation.ME)

    def blocks(self) -> Iterator[PlayerRef]:
        """The players whom this account does not want to meet."""
        return self._session.pages(Operation.BLOCKS)

    def is_blocked(self, name: str) -> bool:
        return bool(self._session.call(Operation.BLOCK, name=name).get("blocked"))

    def block(self, name: str) -> None:
        self._session.tell(Operation.BLOCK_ADD, name=name)

    def unblock(self, name: str) -> None:
        self._session.tell(Operation.BLOCK_REMOVE, name=name)

    def friends(self) -> Iterator[PlayerRef]:
        return self._session.pages(Operation.FRIENDS)

    def add_friend(self, name: str) -> None:
        self._session.tell(Operation.FRIEND_ADD, name=name)

    def remove_friend(self, name: str) -> None:
        self._session.tell(Operation.FRIEND_REMOVE, name=name)

    def vacations(self) -> Iterator[Vacation]:
        return self._session.pages(Operation.VACATIONS)

    def take_vacation(self, days: int, start: str | None = None) -> Vacation:
        """`start` is an instant, 2026-12-24T00:00:00Z; at once when it is not given."""
        body = {"days": days, "start": start}
        return self._session.call(Operation.VACATION_ADD, body=body)

    def end_vacation(self, vacation_id: int) -> None:
        self._session.tell(Operation.VACATION_END, id=vacation_id)

    def reports(self) -> Iterator[Report]:
        """What this account has told the moderators, the newest first."""
        return self._session.pages(Operation.REPORTS)

    def report(
        self,
        name: str,
        subject: Literal["game", "line", "name", "about"],
        category: str,
        words: str = "",
        *,
        game: int | None = None,
        line: int | None = None,
    ) -> Report:
        """Tell the moderators of a player: for a `game` or a `line` of its chat by its number, a
        name, or what a page says."""
        body: dict[str, Any] = {
            "player": name,
            "subject": subject,
            "category": category,
            "words": words,
        }
        body |= {"game": game, "line": line}
        return self._session.call(Operation.REPORT, body=body)

    def notices(self) -> Iterator[Notice]:
        return self._session.pages(Operation.NOTICES)

    def mark_notices_seen(self) -> None:
        self._session.tell(Operation.NOTICES_SEEN)
