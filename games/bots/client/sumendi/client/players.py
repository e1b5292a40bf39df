"""Everybody's players."""

from collections.abc import Iterator
from typing import Unpack

from .operations import Operation
from .payloads import Game, GameFilters, Player, RatingEntry
from .session import Session


class Players:
    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, name: str) -> Player:
        return self._session.call(Operation.PLAYER, name=name)

    def ratings(self, name: str) -> Iterator[RatingEntry]:
        """The player's ledger, the newest entry first."""
        return self._session.pages(Operation.PLAYER_RATINGS, name=name)

    def games(self, name: str, **filters: Unpack[GameFilters]) -> Iterator[Game]:
        return self._session.pages(Operation.PLAYER_GAMES, {**filters}, name=name)
