"""A linear adapter: turns a question's vector towards the passages that answer such questions.

People and documents use different words for one thing, and an embedder that has seen neither brings them together only
by half. One matrix on the question's side, learned from questions whose passages are known, closes part of that gap;
passages keep the vectors they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_FIRST, _SECOND = 0.9, 0.999
"""What Adam keeps of the mean and of the square of slopes (Kingma and Ba, ICLR 2015)."""

_AT_ONCE = 64
"""Questions whose cosines with all passages are held at one time."""


@dataclass(frozen=True, slots=True)
class Training:
    """How the matrix is fitted. `temperature` sharpens the softmax over passages, `rivals` is how many of the nearest
    passages of each question stand against its own; all were chosen on held-out questions (docs/law/retrieval.md)."""

    epochs: int = 20
    batch: int = 64
    rate: float = 1e-3
    temperature: float = 0.02
    rivals: int = 60
    seed: int = 0


def adapt(vectors: Floats, matrix: Floats) -> Floats:
    """Question vectors, shape `(…, d)`, turned by the matrix `(d, d)`; unit length again."""
    turned = vectors @ matrix
    return turned / np.maximum(np.linalg.norm(turned, axis=-1, keepdims=True), 1e-12)


def fit(
    questions: Floats,
    gold: Sequence[Sequence[int]],
    passages: Floats,
    training: Training | None = None,
    near: NDArray[np.int64] | None = None,
) -> Floats:
    """The matrix `(d, d)` from questions `(m, d)` and the rows of `passages` `(n, d)` that answer each, all of unit
    length. Starts from the identity, so that few questions change little. Deterministic. `near`: what `nearest` gives
    for these questions, where it is known already.

    The loss is the cross-entropy of a softmax over all rivals at once (the answers of all questions, and the passages
    nearest to each); the answers of one question share its weight.
    """
    training = training or Training()
    near = nearest(questions, passages, training.rivals) if near is None else near
    answers = np.array([one for several in gold for one in several], np.int64)
    rows = np.unique(np.concatenate([near.ravel(), answers]))
    place = {int(row): at for at, row in enumerate(rows)}
    own = [[place[one] for one in several] for several in gold]
    return _descend(questions, own, passages[rows], training)


def nearest(questions: Floats, passages: Floats, each: int) -> NDArray[np.int64]:
    """Rows of the `each` passages nearest to every question, in no order, shape `(m, each)`."""
    each = min(each, len(passages))
    found = np.empty((len(questions), each), np.int64)
    for start in range(0, len(questions), _AT_ONCE):
        cosines = questions[start : start + _AT_ONCE] @ passages.T
        found[start : start + _AT_ONCE] = np.argpartition(-cosines, each - 1, axis=1)[:, :each]
    return found


def _descend(questions: Floats, own: Sequence[Sequence[int]], passages: Floats, training: Training) -> Floats:
    size = questions.shape[1]
    matrix = np.eye(size, dtype=np.float32)
    mean, square = np.zeros_like(matrix), np.zeros_like(matrix)
    order = np.random.RandomState(training.seed)  # its stream is frozen: the same seed gives the same model for ever
    steps = training.epochs * -(-len(questions) // training.batch)
    step = 0
    for _ in range(training.epochs):
        shuffled = order.permutation(len(questions))
        for start in range(0, len(shuffled), training.batch):
            batch = shuffled[start : start + training.batch]
            slope = _slope(questions[batch], [own[one] for one in batch], passages, matrix, training.temperature)
            step += 1
            mean = _FIRST * mean + (1 - _FIRST) * slope
            square = _SECOND * square + (1 - _SECOND) * slope**2
            rate = training.rate * (1 - (step - 1) / steps)
            change = mean / (1 - _FIRST**step) / (np.sqrt(square / (1 - _SECOND**step)) + 1e-8)
            matrix = (matrix - rate * change).astype(np.float32)
    return matrix


def _slope(
    questions: Floats, own: Sequence[Sequence[int]], passages: Floats, matrix: Floats, temperature: float
) -> Floats:
    """Of the loss by the matrix."""
    turned = questions @ matrix
    length = np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-12)
    unit = turned / length
    share = unit @ passages.T / temperature
    share -= share.max(axis=1, keepdims=True)
    np.exp(share, out=share)
    share /= share.sum(axis=1, keepdims=True)
    by_unit = share @ passages - np.stack([passages[rows].mean(axis=0) for rows in own])
    by_unit /= temperature * len(questions)
    by_turned = (by_unit - unit * (by_unit * unit).sum(axis=1, keepdims=True)) / length
    return questions.T @ by_turned
