"""Training of the evaluation."""

import numpy as np
import pytest

from games.search.arena.training import Sample, accuracy, chances, fit, train, written
from games.search.evaluation import FEATURES


def known(rows: int) -> tuple[Sample, np.ndarray]:
    """Positions whose result is drawn by known chances: they follow from the fourth feature at the
    beginning of a game, and from the fifth at its end."""
    source = np.random.default_rng(5)
    features = source.integers(-3, 4, (rows, FEATURES)).astype(float)
    filled = source.random(rows)
    logits = 2 * (1 - filled) * features[:, 3] - 2 * filled * features[:, 4]
    truth = 1 / (1 + np.exp(-logits))
    points = (source.random(rows) < truth).astype(float)
    return Sample(features, filled, points, np.arange(rows)), truth


@pytest.fixture(scope="module")
def fitted():
    sample, truth = known(5000)
    unseen = sample.game >= 4000
    return fit(sample.where(~unseen)), sample.where(unseen), truth[unseen]


def test_known_chances_are_found_again(fitted):
    factors, unseen, truth = fitted
    assert abs(chances(factors, unseen) - truth).mean() < 0.08
    assert abs(0.5 - truth).mean() > 0.2


def test_the_fit_tells_results_that_it_has_not_seen(fitted):
    factors, unseen, _ = fitted
    assert min(accuracy(factors, unseen).values()) > 0.7


def test_the_same_seed_makes_the_same_bytes():
    assert written(train(5, 10, 5, seed=4)) == written(train(5, 10, 5, seed=4))
    assert written(train(5, 10, 5, seed=4)) != written(train(5, 10, 5, seed=5))
