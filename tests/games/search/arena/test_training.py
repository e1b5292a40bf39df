"""Training of the evaluation."""

import numpy as np
import pytest

from games.search.arena.training import Sample, accuracy, fit, train, written
from games.search.evaluation import FEATURES


def known(rows: int) -> Sample:
    """Positions whose result is drawn by known weights: of the fourth feature at the beginning,
    of the fifth at the end."""
    source = np.random.default_rng(5)
    features = source.integers(-3, 4, (rows, FEATURES)).astype(float)
    filled = source.random(rows)
    logits = 2 * (1 - filled) * features[:, 3] - 2 * filled * features[:, 4]
    points = (source.random(rows) < 1 / (1 + np.exp(-logits))).astype(float)
    return Sample(features, filled, points, np.arange(rows))


@pytest.fixture(scope="module")
def fitted():
    return fit(known(8000))


def test_known_weights_are_found_again(fitted):
    assert fitted[:, 3] @ [1, 0, 0] == pytest.approx(2, abs=0.4)
    assert fitted[:, 3] @ [1, 1, 1] == pytest.approx(0, abs=0.4)
    assert fitted[:, 4] @ [1, 0, 0] == pytest.approx(0, abs=0.4)
    assert fitted[:, 4] @ [1, 1, 1] == pytest.approx(-2, abs=0.4)


def test_the_fit_tells_results_that_it_has_not_seen(fitted):
    assert min(accuracy(fitted, known(9000).where(slice(8000, None))).values()) > 0.75


def test_the_same_seed_makes_the_same_bytes():
    assert written(train(5, 10, 5, seed=4)) == written(train(5, 10, 5, seed=4))
    assert written(train(5, 10, 5, seed=4)) != written(train(5, 10, 5, seed=5))
