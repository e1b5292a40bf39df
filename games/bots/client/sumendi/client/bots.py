"""Bot accounts: registering them, their tokens, what went wrong."""

from collections.abc import Iterator

from .operations import Operation
from .payloads import Bot, BotInList, BotToken, NewBotToken
from .session import Session


class Bots:
    """Reading is for everybody; all else for a bot's owner, with a token of scope `bot`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self) -> Iterator[BotInList]:
        return self._session.pages(Operation.BOTS)

    def create(self, name: str, about: str = "") -> Bot:
        body = {"name": name, "about": about}
        return self._session.call(Operation.BOT_CREATE, body=body)

    def get(self, name: str) -> Bot:
        return self._session.call(Operation.BOT, name=name)

    def change(self, name: str, about: str) -> Bot:
        return self._session.call(Operation.BOT_CHANGE, body={"about": about}, name=name)

    def retire(self, name: str) -> None:
        """For good."""
        self._session.tell(Operation.BOT_RETIRE, name=name)

    def tokens(self, name: str) -> Iterator[BotToken]:
        return self._session.pages(Operation.BOT_TOKENS, name=name)

    def create_token(self, name: str, token_name: str, days: int = 365) -> NewBotToken:
        """The only answer that has the `token` itself."""
        body = {"name": token_name, "days": days}
        return self._session.call(Operation.BOT_TOKEN_CREATE, body=body, name=name)

    def revoke_token(self, name: str, token_id: str) -> None:
        self._session.tell(Operation.BOT_TOKEN_REVOKE, name=name, id=token_id)
