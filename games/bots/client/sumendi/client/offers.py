"""Agreeing on a game: open offers, offers to one player, and invitations by link."""

from collections.abc import Iterator
from typing import Any

from .operations import Operation
from .payloads import GameDetail, Invite, Offer, Seat
from .session import Session


def _terms(size: int, time_control: str, rated: bool, seat: Seat) -> dict[str, Any]:
    return {"size": size, "time_control": time_control, "rated": rated, "seat": seat}


class Seeks:
    """Open offers, which anybody may accept."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self) -> Iterator[Offer]:
        return self._session.pages(Operation.SEEKS)

    def create(self, size: int, time_control: str, *, rated: bool, seat: Seat = "random") -> Offer:
        """`seat` is one's own: whether one makes the first placement."""
        body = _terms(size, time_control, rated, seat)
        return self._session.call(Operation.SEEK_CREATE, body=body)

    def get(self, seek_id: int) -> Offer:
        return self._session.call(Operation.SEEK, id=seek_id)

    def accept(self, seek_id: int) -> GameDetail:
        return self._session.call(Operation.SEEK_ACCEPT, id=seek_id)

    def withdraw(self, seek_id: int) -> None:
        self._session.tell(Operation.SEEK_WITHDRAW, id=seek_id)


class Challenges:
    """Offers to one player."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self) -> Iterator[Offer]:
        """The open ones, to and from this account."""
        return self._session.pages(Operation.CHALLENGES)

    def create(
        self, opponent: str, size: int, time_control: str, *, rated: bool, seat: Seat = "random"
    ) -> Offer:
        """Programs of the site answer at once: house bots accept, and hosted ones do, or refuse by
        their owner's rules. Then `game` is set."""
        body = {"opponent": opponent, **_terms(size, time_control, rated, seat)}
        return self._session.call(Operation.CHALLENGE_CREATE, body=body)

    def get(self, challenge_id: int) -> Offer:
        return self._session.call(Operation.CHALLENGE, id=challenge_id)

    def accept(self, challenge_id: int) -> GameDetail:
        return self._session.call(Operation.CHALLENGE_ACCEPT, id=challenge_id)

    def decline(self, challenge_id: int) -> Offer:
        return self._session.call(Operation.CHALLENGE_DECLINE, id=challenge_id)

    def withdraw(self, challenge_id: int) -> None:
        self._session.tell(Operation.CHALLENGE_WITHDRAW, id=challenge_id)


class Invites:
    """Offers to whoever has the link."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def create(self, size: int, time_control: str, *, rated: bool, seat: Seat = "random") -> Invite:
        body = _terms(size, time_control, rated, seat)
        return self._session.call(Operation.INVITE_CREATE, body=body)

    def list(self) -> Iterator[Invite]:
        """This account's links that can still be followed."""
        return self._session.pages(Operation.INVITES)

    def get(self, code: str) -> Invite:
        return self._session.call(Operation.INVITE, code=code)

    def accept(self, code: str) -> GameDetail:
        return self._session.call(Operation.INVITE_ACCEPT, code=code)

    def withdraw(self, code: str) -> None:
        self._session.tell(Operation.INVITE_WITHDRAW, code=code)
