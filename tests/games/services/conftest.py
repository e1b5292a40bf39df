from collections.abc import Iterator

import pytest
import time_machine

from games.models import Game
from sumendi_site.accounts.models import User
from tests.games.factories import make_game
from tests.games.moving_clock import NOON, save_days


@pytest.fixture
def clock(db: None) -> Iterator[time_machine.Traveller]:
    """It is `NOON`, until the test moves the clock. To be asked for before the people, by
    `usefixtures`, where these are to be made at that time."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(amaia: User, unai: User) -> Game:
    """A new game of size 5 and three days a move: amaia is first."""
    return make_game(amaia, unai)


@pytest.fixture
def savings(amaia: User, unai: User) -> None:
    """Both players have saved 30 days of vacation."""
    save_days(amaia)
    save_days(unai)
