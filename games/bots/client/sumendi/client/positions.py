"""The site's judgement on a position, without a game. `sumendi.Position` gives the same here."""

from .operations import Operation
from .payloads import PositionCheck
from .session import Session


class Positions:
    def __init__(self, session: Session) -> None:
        self._session = session

    def check(self, position: str, move: str | None = None) -> PositionCheck:
        body = {"position": str(position)} | ({} if move is None else {"move": str(move)})
        return self._session.call(Operation.POSITION_CHECK, body=body)
