import pytest

from games.search.warm import warm


@pytest.fixture(scope="session", autouse=True)
def _kernels() -> None:
    """Compiled by whichever process comes first; the others wait for it and load."""
    warm()
