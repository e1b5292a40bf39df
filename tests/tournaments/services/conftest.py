from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime

import pytest
import time_machine

from tests.games.services.conftest import clock

__all__ = ["clock"]


@pytest.fixture
def move_clock_to() -> Iterator[Callable[[datetime], object]]:
    """It is that instant from then on."""
    with ExitStack() as stack:
        yield lambda instant: stack.enter_context(time_machine.travel(instant, tick=False))
