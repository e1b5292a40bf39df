"""How soon a new site can be used."""

import time
import urllib.request
from pathlib import Path

import pytest

from tests.stack.site import starting

pytestmark = [pytest.mark.site, pytest.mark.clock]


def test_the_first_page_comes_within_15_seconds(tmp_path: Path) -> None:
    before = time.monotonic()
    with starting(tmp_path / "data") as site:
        with urllib.request.urlopen(site.says(r"Sumendi is at (http://\S+)"), timeout=15) as page:
            assert page.status == 200
        assert time.monotonic() - before < 15
