"""The ladder of the bots that run on the site."""

from collections.abc import Iterator

from .operations import Operation
from .payloads import LadderGame, LadderStanding
from .session import Session


class Ladder:
    def __init__(self, session: Session) -> None:
        self._session = session

    def standings(self) -> Iterator[LadderStanding]:
        """The bots that take part, the best first."""
        return self._session.pages(Operation.LADDER)

    def games(self) -> Iterator[LadderGame]:
        """The newest first."""
        return self._session.pages(Operation.LADDER_GAMES)
