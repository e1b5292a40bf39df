"""Uploaded programs: their versions, what they did, and letting them play each other."""

from collections.abc import Iterator

from .bodies import File
from .operations import Operation
from .payloads import Bot
from .program_payloads import (
    BoutDetail,
    Rules,
    Scrimmage,
    ScrimmageDetail,
    Turn,
    TurnDetail,
    Version,
    VersionDetail,
)
from .session import Session


class Programs:
    """The programs that run on the site. What changes something is for a bot's owner, with a token
    of scope `bot`; `name` is the bot's."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def versions(self, name: str) -> Iterator[Version]:
        return self._session.pages(Operation.VERSIONS, name=name)

    def upload(self, name: str, file_name: str, data: bytes) -> Version:
        """A `.py` or a `.zip` with `main.py`, whose `file_name` tells which. It is checked before
        it plays: ask for its state."""
        body = {"package": File(file_name, data)}
        return self._session.call(Operation.VERSION_UPLOAD, body=body, name=name)

    def version(self, name: str, number: int) -> VersionDetail:
        return self._session.call(Operation.VERSION, name=name, number=number)

    def make_live(self, name: str, number: int) -> Version:
        """Let a version play that was checked before."""
        return self._session.call(Operation.VERSION_LIVE, body={}, name=name, number=number)

    def pause(self, name: str) -> Bot:
        return self._session.call(Operation.BOT_PAUSE, body={}, name=name)

    def resume(self, name: str) -> Bot:
        return self._session.call(Operation.BOT_RESUME, body={}, name=name)

    def rules(self, name: str) -> Rules:
        return self._session.call(Operation.BOT_RULES, name=name)

    def change_rules(
        self,
        name: str,
        accepts_rated: bool,
        accepts_casual: bool,
        sizes: list[int],
        most_games: int,
        on_ladder: bool,
    ) -> Rules:
        body = {
            "accepts_rated": accepts_rated,
            "accepts_casual": accepts_casual,
            "sizes": sizes,
            "most_games": most_games,
            "on_ladder": on_ladder,
        }
        return self._session.call(Operation.BOT_RULES_CHANGE, body=body, name=name)

    def turns(self, name: str) -> Iterator[Turn]:
        """The newest first."""
        return self._session.pages(Operation.BOT_TURNS, name=name)

    def turn(self, name: str, turn_id: int) -> TurnDetail:
        """With the very `question` that the program read."""
        return self._session.call(Operation.BOT_TURN, name=name, id=turn_id)


class Scrimmages:
    """Bouts between versions, on demand; they are never rated."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self) -> Iterator[Scrimmage]:
        """Those that this account has asked for."""
        return self._session.pages(Operation.SCRIMMAGES)

    def create(
        self,
        bot: str,
        opponent: str,
        size: int,
        bouts: int,
        version: int | None = None,
        opponent_version: int | None = None,
    ) -> Scrimmage:
        """Without a version the live one plays."""
        body = {
            "bot": bot,
            "version": version,
            "opponent": opponent,
            "opponent_version": opponent_version,
            "size": size,
            "bouts": bouts,
        }
        return self._session.call(Operation.SCRIMMAGE_CREATE, body=body)

    def get(self, scrimmage_id: int) -> ScrimmageDetail:
        return self._session.call(Operation.SCRIMMAGE, id=scrimmage_id)

    def bout(self, bout_id: int) -> BoutDetail:
        return self._session.call(Operation.BOUT, id=bout_id)
