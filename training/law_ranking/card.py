"""What the page says of the model file: from what it was made, and how far its probabilities hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from youju.retrieval.learning.learn import Example, Learned

BOUNDS = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Between which the probability of the first passage is told."""


def written(examples: Sequence[Example], found: Learned, *, size: int, seconds: float) -> str:
    """The card in Markdown."""
    card = found.model.card
    held = np.mean([np.isin(one.gold, told.rows).mean() for one, told in zip(examples, found.held_out, strict=True)])
    count = np.mean([len(told.rows) for told in found.held_out])
    of = "of which a gold article is in force"
    lines = [
        "| | |",
        "|---|---|",
        f"| questions | {card.questions} ({of}), SHA-256 of the file {card.data[:16]}… |",
        f"| passages | the articles in force of 64,670, with the vectors of `{card.embedder}` |",
        f"| made | {card.made}, in {seconds:.0f} s on a busy machine, one thread; {size / 1024:.0f} kB |",
        f"| candidates | {count:.0f} a question, which hold {held:.3f} of its gold articles (of unseen folds) |",
        "",
        "How far the probabilities hold, on questions that the model had not seen: of the first passage of each.",
        "",
        "| probability | questions | said | true |",
        "|---|---|---|---|",
        *_bins(examples, found),
    ]
    return "\n".join(lines)


def _bins(examples: Sequence[Example], found: Learned) -> list[str]:
    said, true = first(examples, found)
    rows: list[str] = []
    for low, high in pairwise(BOUNDS):
        inside = (said >= low) & (said < high)
        if inside.any():
            rows.append(f"| {low}–{high} | {inside.sum()} | {said[inside].mean():.2f} | {true[inside].mean():.2f} |")
    return rows


def first(examples: Sequence[Example], found: Learned) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Of each held-out question: the probability of its first passage, and whether that is a gold one."""
    said, true = [], []
    for at, (example, told) in enumerate(zip(examples, found.held_out, strict=True)):
        best = int(np.argmax(told.orders))
        order = found.judges[int(found.fold[at])].reranker
        said.append(1 / (1 + np.exp(-float(order.slope * told.orders[best] + order.offset))))
        true.append(int(told.rows[best]) in example.gold)
    return np.array(said), np.array(true)
