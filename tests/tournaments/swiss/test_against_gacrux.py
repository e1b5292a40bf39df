"""A slice of the comparison with gacrux; `make swiss-compare` does all of it."""

from pathlib import Path

import pytest

from tests.benchmarks.swiss_against_gacrux import differences

EVENTS = 100
SLICES = 4
MOST = 24
"""Players; gacrux is slow with many."""


@pytest.mark.parametrize("part", range(SLICES))
def test_gacrux_pairs_no_round_otherwise(part: int, tmp_path: Path) -> None:
    found = {
        seed: differing
        for seed in range(1 + part, EVENTS + 1, SLICES)
        if (differing := differences(seed, tmp_path, MOST)[1])
    }
    assert found == {}
