from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from games.bots.client.packing import FILE_NAME, pack
from games.bots.client.sumendi import samples
from games.bots.client.sumendi.client import Client
from tests.games.bots.client.fake_site import TOKEN, FakeSite, fake_site

WriteBot = Callable[[str], Path]


@pytest.fixture(scope="session")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client as it is downloaded."""
    file = tmp_path_factory.mktemp("client") / FILE_NAME
    file.write_bytes(pack())
    return file


@pytest.fixture
def fake() -> Iterator[FakeSite]:
    with fake_site() as site:
        yield site


@pytest.fixture
def client(fake: FakeSite) -> Iterator[Client]:
    client = Client(fake.url, TOKEN, timeout=2, patience=5, silence=0.5)
    yield client
    client.close()


@pytest.fixture
def write_bot(tmp_path: Path) -> WriteBot:
    """Writes the source of a bot into a file."""

    def write(source: str) -> Path:
        file = tmp_path / "mybot.py"
        file.write_text(dedent(source))
        return file

    return write


@pytest.fixture
def sample(write_bot: WriteBot) -> Path:
    """The sample that plays at random."""
    return write_bot(samples.text("random"))
