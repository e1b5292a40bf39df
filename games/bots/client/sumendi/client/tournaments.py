"""Tournaments for those who follow them and play in them."""

from collections.abc import Iterator
from typing import Any, Unpack

from .operations import Operation
from .session import Session
from .tournament_payloads import (
    Appeal,
    ByeKind,
    Decisions,
    Entry,
    LogLine,
    Round,
    RoundDetail,
    Standings,
    Tournament,
    TournamentFilters,
)


class Tournaments:
    """Reading is for everybody, entering for tokens of scope `tournament`. A tournament is named by
    its `slug`. Owners act for their bots, which have no say in it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self, **filters: Unpack[TournamentFilters]) -> Iterator[Tournament]:
        """The newest first."""
        return self._session.pages(Operation.TOURNAMENTS, {**filters})

    def get(self, slug: str) -> Tournament:
        return self._session.call(Operation.TOURNAMENT, slug=slug)

    def entries(self, slug: str) -> Iterator[Entry]:
        """The strongest first."""
        return self._session.pages(Operation.TOURNAMENT_ENTRIES, slug=slug)

    def rounds(self, slug: str) -> Iterator[Round]:
        return self._session.pages(Operation.TOURNAMENT_ROUNDS, slug=slug)

    def round(self, slug: str, number: int) -> RoundDetail:
        """With its boards."""
        return self._session.call(Operation.TOURNAMENT_ROUND, slug=slug, number=number)

    def standings(self, slug: str, after: int | None = None) -> Standings:
        """After that round, by default the newest."""
        query = {"after": after}
        return self._session.call(Operation.TOURNAMENT_STANDINGS, query=query, slug=slug)

    def trf(self, slug: str, version: str = "26") -> str:
        """The report file, of version 26 or 16."""
        query = {"version": version}
        report: str = self._session.call(Operation.TOURNAMENT_TRF, query=query, slug=slug)
        return report

    def records(self, slug: str, number: int) -> str:
        """Of all games of a round."""
        found: str = self._session.call(Operation.TOURNAMENT_RECORDS, slug=slug, number=number)
        return found

    def log(self, slug: str) -> Iterator[LogLine]:
        """What was done, the newest first."""
        return self._session.pages(Operation.TOURNAMENT_LOG, slug=slug)

    def enter(self, slug: str, player: str | None = None, password: str = "") -> Entry:
        """Enter oneself, or a bot of one's own; an organiser enters anybody."""
        body = {"player": player, "password": password}
        return self._session.call(Operation.TOURNAMENT_ENTER, body=body, slug=slug)

    def withdraw(self, slug: str, name: str, *, after_round: bool = False) -> Entry:
        body = {"after_round": after_round}
        return self._session.call(Operation.TOURNAMENT_WITHDRAW, body=body, slug=slug, name=name)

    def ask_bye(self, slug: str, name: str, number: int, kind: ByeKind = "H") -> Entry:
        """Sit a round out: for half a point (H) or none (Z)."""
        where: dict[str, Any] = {"slug": slug, "name": name, "number": number}
        return self._session.call(Operation.TOURNAMENT_BYE_ASK, body={"kind": kind}, **where)

    def cancel_bye(self, slug: str, name: str, number: int) -> None:
        where: dict[str, Any] = {"slug": slug, "name": name, "number": number}
        self._session.tell(Operation.TOURNAMENT_BYE_CANCEL, **where)

    def decisions(self, slug: str, number: int, board: int) -> Decisions:
        where: dict[str, Any] = {"slug": slug, "number": number, "board": board}
        return self._session.call(Operation.TOURNAMENT_DECISIONS, **where)

    def appeal(self, slug: str, number: int, board: int, why: str) -> Appeal:
        """Against the newest decision about one's own board."""
        where: dict[str, Any] = {"slug": slug, "number": number, "board": board}
        return self._session.call(Operation.TOURNAMENT_APPEAL, body={"why": why}, **where)
