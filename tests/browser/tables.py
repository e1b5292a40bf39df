"""Games on the running site, with a browser for each player."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.conftest import NewPage
from tests.stack.site import Site

_CODE = """
import json, secrets
from django.test import Client
from sumendi_site.accounts.models import User
from tests.games.factories import make_game, make_user

wanted = json.loads({wanted!r})
users, sessions = [], []
for name in ("first", "second"):
    user = make_user(f"{{name}}-{{secrets.token_hex(4)}}", **wanted["preferences"])
    client = Client()
    client.force_login(user)
    users.append(user)
    sessions.append(client.cookies["sessionid"].value)
game = make_game(*users, wanted["moves"], size=wanted["size"], rated=wanted["rated"])
if wanted["another"]:
    make_game(*users)
print(json.dumps([game.pk, [user.username for user in users], sessions]))
"""


@dataclass(frozen=True)
class SeatedGame:
    """A game of two fresh players; `names` and `sessions` are the first's and the second's."""

    site: Site
    number: int
    names: tuple[str, str]
    sessions: tuple[str, str]

    @property
    def url(self) -> str:
        return f"{self.site.url}/games/{self.number}/"

    def open(self, new_page: NewPage, seat: int | None, **options: Any) -> Page:
        """The game in a browser of its own, for seat 0 or 1, or for a reader without account."""
        page = new_page(**options)
        if seat is not None:
            self.sign_in(page, seat)
        page.goto(self.url)
        return page

    def sign_in(self, page: Page, seat: int) -> None:
        cookie = {"name": "sessionid", "value": self.sessions[seat], "url": self.site.url}
        page.context.add_cookies([cookie])


def seat(
    site: Site,
    moves: Sequence[str],
    size: int = 5,
    rated: bool = False,
    another: bool = False,
    **preferences: Any,
) -> SeatedGame:
    """A game after `moves`, and with `another` a second one in which the same first player
    is to move. `preferences` are those of both players."""
    wanted = {
        "moves": list(moves),
        "size": size,
        "rated": rated,
        "another": another,
        "preferences": preferences,
    }
    number, names, sessions = json.loads(site.shell(_CODE.format(wanted=json.dumps(wanted))))
    return SeatedGame(site, number, tuple(names), tuple(sessions))


def tap(page: Page, *cells: str) -> None:
    """Tap or click the middle of each of these cells."""
    for cell in cells:
        hexagon = page.locator(f'[data-cell="{cell}"]')
        if page.evaluate("navigator.maxTouchPoints") > 0:
            hexagon.tap()
        else:
            hexagon.click()
