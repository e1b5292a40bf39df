from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime

import pytest
import time_machine


@pytest.fixture
def move_clock_to() -> Iterator[Callable[[datetime], object]]:
    """It is that instant from then on."""
    with ExitStack() as stack:
        yield lambda instant: stack.enter_context(time_machine.travel(instant, tick=False))
