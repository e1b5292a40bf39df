"""Tournaments for those who organise them."""

from typing import Any, Unpack

from .operations import Operation
from .session import Session
from .tournament_payloads import (
    Appeal,
    Boards,
    Check,
    Decision,
    Entered,
    LogLine,
    Proof,
    Reminder,
    Round,
    RoundDetail,
    Settings,
    Tournament,
    Verdict,
)


class TournamentDesk:
    """Needs a token of scope `tournament`, of an organiser of the tournament `slug`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def create(self, **settings: Unpack[Settings]) -> Tournament:
        """A draft, which nobody else sees."""
        return self._session.call(Operation.TOURNAMENT_CREATE, body={**settings})

    def import_event(
        self,
        report: str,
        size: int,
        *,
        name: str = "",
        unlisted: bool = False,
        again: bool = False,
    ) -> Tournament:
        """A finished event from its report file (TRF26 or TRF16), played on boards of this size.
        Its players are mere names. The same report within a day is imported only `again`."""
        body = {"report": report, "size": size, "name": name, "unlisted": unlisted, "again": again}
        return self._session.call(Operation.TOURNAMENT_IMPORT, body=body)

    def change(self, slug: str, **settings: Unpack[Settings]) -> Tournament:
        return self._session.call(Operation.TOURNAMENT_CHANGE, body={**settings}, slug=slug)

    def open(self, slug: str) -> Tournament:
        """Let players see it and enter."""
        return self._session.call(Operation.TOURNAMENT_OPEN, slug=slug)

    def enter_list(self, slug: str, text: str) -> Entered:
        """Everybody whom a table (CSV) or a report file names; all or nobody."""
        return self._session.call(Operation.TOURNAMENT_ENTER_LIST, body={"text": text}, slug=slug)

    def start(self, slug: str) -> Tournament:
        return self._session.call(Operation.TOURNAMENT_START, slug=slug)

    def finish(self, slug: str) -> Tournament:
        return self._session.call(Operation.TOURNAMENT_FINISH, slug=slug)

    def cancel(self, slug: str, why: str = "") -> Tournament:
        """For good."""
        return self._session.call(Operation.TOURNAMENT_CANCEL, body={"why": why}, slug=slug)

    def message(self, slug: str, text: str) -> LogLine:
        """To all who play."""
        return self._session.call(Operation.TOURNAMENT_MESSAGE, body={"text": text}, slug=slug)

    def add_organiser(self, slug: str, name: str) -> Tournament:
        return self._session.call(Operation.TOURNAMENT_ORGANISER_ADD, slug=slug, name=name)

    def remove_organiser(self, slug: str, name: str) -> Tournament:
        return self._session.call(Operation.TOURNAMENT_ORGANISER_REMOVE, slug=slug, name=name)

    def forbid(self, slug: str, name: str, other: str) -> None:
        """Never pair these two from the next round on."""
        self._session.tell(Operation.TOURNAMENT_FORBID, slug=slug, name=name, other=other)

    def allow(self, slug: str, name: str, other: str) -> None:
        """Let these two meet again."""
        self._session.tell(Operation.TOURNAMENT_ALLOW, slug=slug, name=name, other=other)

    def pair(self, slug: str) -> RoundDetail:
        """The next round, as a draft."""
        return self._session.call(Operation.TOURNAMENT_PAIR, slug=slug)

    def pair_by_hand(
        self, slug: str, number: int, boards: Boards, *, allow_rematch: bool = False
    ) -> RoundDetail:
        body = {"boards": boards, "allow_rematch": allow_rematch}
        where: dict[str, Any] = {"slug": slug, "number": number}
        return self._session.call(Operation.TOURNAMENT_PAIR_BY_HAND, body=body, **where)

    def check(self, slug: str, number: int) -> Check:
        """Note that one has looked at a draft."""
        return self._session.call(Operation.TOURNAMENT_CHECK, slug=slug, number=number)

    def publish(self, slug: str, number: int) -> RoundDetail:
        """Begin the games of a draft."""
        return self._session.call(Operation.TOURNAMENT_PUBLISH, slug=slug, number=number)

    def undo(self, slug: str, number: int) -> None:
        """Take a draft back."""
        self._session.tell(Operation.TOURNAMENT_UNDO, slug=slug, number=number)

    def move_deadline(self, slug: str, number: int, deadline: str) -> Round:
        body = {"deadline": deadline}
        return self._session.call(
            Operation.TOURNAMENT_DEADLINE, body=body, slug=slug, number=number
        )

    def decide(self, slug: str, number: int, board: int, verdict: Verdict, why: str) -> Decision:
        """Give a board its result, or correct it."""
        where: dict[str, Any] = {"slug": slug, "number": number, "board": board}
        body = {"verdict": verdict, "why": why}
        return self._session.call(Operation.TOURNAMENT_DECIDE, body=body, **where)

    def ask_proof(self, slug: str, number: int, board: int) -> Proof:
        """Of how a game ends that runs after the deadline: a proved result ends it. Asking again
        meanwhile tells how far it is."""
        where: dict[str, Any] = {"slug": slug, "number": number, "board": board}
        return self._session.call(Operation.TOURNAMENT_PROOF, **where)

    def remind(self, slug: str, number: int, board: int) -> Reminder:
        """The player to move."""
        where: dict[str, Any] = {"slug": slug, "number": number, "board": board}
        return self._session.call(Operation.TOURNAMENT_REMIND, **where)

    def answer(
        self,
        slug: str,
        number: int,
        board: int,
        appeal_id: int,
        text: str,
        verdict: Verdict | None = None,
    ) -> Appeal:
        """With a verdict the result is corrected, too."""
        where: dict[str, Any] = {"slug": slug, "number": number, "board": board, "id": appeal_id}
        body = {"text": text, "verdict": verdict}
        return self._session.call(Operation.TOURNAMENT_ANSWER, body=body, **where)
