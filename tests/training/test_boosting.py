"""The trees that learn, and the evaluator that runs them in the product."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from training.boosting import Forest, Settings, grow
from training.card import area
from training.scorer import as_text

from youju.verification.features import DIRECTIONS, FEATURES, Rarity
from youju.verification.scorer import Scorer

SMALL = Settings(trees=20, depth=3, least=1.0)


def grown(seed: int, direction: tuple[int, ...] = (0, 0, 0), rows: int = 400) -> tuple[Forest, np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    features = chance.random((rows, len(direction)))
    true = features[:, 0] + features[:, 1] * (features[:, 2] > 0.5) + 0.2 * chance.standard_normal(rows) > 0.9
    return grow(features, true, np.ones(rows), direction, SMALL), features, true


def test_it_learns_what_depends_on_two_features_together() -> None:
    forest, _, _ = grown(1)
    _, unseen, true = grown(2)
    margin = forest.margin(unseen)
    assert area(margin[true], margin[~true]) > 0.9


def test_the_same_data_give_the_same_trees() -> None:
    one, other = grown(3)[0], grown(3)[0]
    assert (one.feature == other.feature).all()
    assert (one.leaf == other.leaf).all()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([(1, 1, 1), (-1, 1, 0), (-1, -1, -1)]))
def test_a_declared_direction_is_never_turned_round(seed: int, direction: tuple[int, ...]) -> None:
    forest, features, _ = grown(seed, direction)
    for place, wanted in enumerate(direction):
        more = features.copy()
        more[:, place] += 0.3
        change = forest.margin(more) - forest.margin(features)
        assert (change * wanted >= -1e-12).all()


def test_a_feature_that_says_nothing_leaves_the_score_at_the_share_of_true_ones() -> None:
    true = np.arange(100) < 25
    forest = grow(np.zeros((100, 2)), true, np.ones(100), (0, 0), SMALL)
    assert np.allclose(1 / (1 + np.exp(-forest.margin(np.ones((1, 2))))), 0.25)


def test_the_product_scores_as_the_training_did() -> None:
    chance = np.random.default_rng(5)
    rows = chance.random((300, len(FEATURES)))
    forest = grow(rows, rows[:, 0] + rows[:, 3] > 1, np.ones(300), DIRECTIONS, SMALL)
    scorer = Scorer.read(as_text(forest, Rarity({"规定": 0.1}), 0.5))
    wanted = 1 / (1 + np.exp(-forest.margin(rows)))
    assert np.allclose([scorer.score_of(row) for row in rows], wanted, atol=1e-4)
    assert scorer.rarity.of("规定") == 0.1
    assert scorer.rarity.of("健身") == 1.0
    assert replace(scorer, bias=50.0).score_of(rows[0]) > 0.99


def test_the_area_counts_ties_half() -> None:
    assert area(np.array([1.0, 0.5]), np.array([0.5, 0.0])) == 0.875
    assert area(np.array([0.0]), np.array([1.0])) == 0.0
