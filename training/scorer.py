"""Train the support scorer, choose its threshold, measure it, and write file and card.

    python -m training.scorer

Documents are split once and for all (`split_of`): trees grow on train, the threshold is chosen on dev, the card tells
of test. Everything follows from `SEED`.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training import card
from training.boosting import Forest, Settings, grow
from training.corpora import Corpus, Sample, samples, split_of
from training.paraphrases import FREE, NEAR
from training.rows import Table, prepared
from youju.text.overlap import content_units
from youju.verification import scorer as runtime
from youju.verification.features import DIRECTIONS, FEATURES, Rarity
from youju.verification.scorer import Scorer

SEED = 20
SIZES: dict[Corpus, int] = {"statutes": 1200, "prose": 700, "handbook": 1000}
COMMON = 4000
"""Units whose weight the file tells; the rest say the most."""
FOUND_IN = 8
"""Passages in which a unit must stand to be common."""
PERSON = 6.0
"""What a lawyer's sentence weighs beside a made one: people's words are what the scorer is for, and there are few."""
LAWYERS = 0.05
"""Share of lawyers' sentences that the threshold may withhold on dev; of others no more than thresholds of coverage."""
NEVER = 1e9
"""A cut that no feature exceeds: JSON has no infinity."""
PACKAGE = Path(runtime.__file__).parent
CARD = Path(__file__).parents[1] / "docs" / "scorer.md"


def main() -> None:
    """Make, fit, choose, measure, write."""
    started = time.perf_counter()
    drawn = {corpus: samples(corpus, size, SEED) for corpus, size in SIZES.items()}
    rarity = rarity_of(sample for several in drawn.values() for sample in several if split_of(sample.group) == "train")
    rows = prepared(drawn, rarity, SEED)
    table = Table(rows)
    forest = fit(table)
    scores = 1 / (1 + np.exp(-forest.margin(table.features)))
    threshold = chosen(table, scores)
    scorer = write(forest, rarity, threshold)
    size = (PACKAGE / runtime.ARTEFACT).stat().st_size
    seconds = time.perf_counter() - started
    text = card.written(table, scores, scorer, seconds=seconds, size=size, lawyers=LAWYERS)
    CARD.write_text(text, encoding="utf-8")
    print(text)


def rarity_of(drawn: Iterable[Sample]) -> Rarity:
    """Weights of the commonest units: 1 for what stands in few passages, less for what stands in many, never under
    0.05."""
    passages = {passage.id: passage for sample in drawn for passage in (sample.passage, *sample.others)}
    counts = Counter(unit for passage in passages.values() for unit in content_units(passage.text))
    total = len(passages)
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:COMMON]
    most = math.log(total / FOUND_IN)
    return Rarity({u: round(min(1.0, max(0.05, math.log(total / n) / most)), 2) for u, n in common if n > FOUND_IN})


# ── fit ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def fit(table: Table) -> Forest:
    """Grow the forest on what the floor lets pass, which is all that the scorer has to tell apart. A kind weighs the
    square root of its size, true and false the same in all."""
    learned = (table.split == "train") & ~table.floor
    kinds, true = table.kind[learned], table.true[learned]
    counts = Counter(zip(kinds, true, strict=True))
    weight = np.array([1 / math.sqrt(counts[pair]) for pair in zip(kinds, true, strict=True)])
    weight[kinds == "lawyer"] *= PERSON
    weight[true] *= weight[~true].sum() / weight[true].sum()
    weight *= len(weight) / weight.sum()
    return grow(table.features[learned], true, weight, DIRECTIONS, Settings())


def chosen(table: Table, scores: NDArray[np.float64]) -> float:
    """The threshold: the highest with which floor and score withhold no more true sentences of dev, verbatim and near
    or reworded, than thresholds of coverage do, and no more than `LAWYERS` of the lawyers'."""
    highest: list[float] = []
    for kinds in (("verbatim", *NEAR), FREE, ("lawyer",)):
        sort = (table.split == "dev") & table.true & np.isin(table.kind, kinds)
        allowed = LAWYERS * sort.sum() if kinds == ("lawyer",) else table.thresholds[sort].sum()
        open_ = np.sort(scores[sort & ~table.floor])
        highest.append(open_[max(0, int(allowed) - int(table.floor[sort].sum()))])
    return math.floor(min(highest) * 1e4) / 1e4


def as_text(forest: Forest, rarity: Rarity, threshold: float) -> str:
    """The scorer as the file that the package reads."""
    stored = {
        "format": runtime.FORMAT,
        "label": f"{sum(SIZES.values())} sentences, seed {SEED}",
        "features": FEATURES,
        "threshold": threshold,
        "bias": round(forest.bias, 6),
        "feature": forest.feature.tolist(),
        "cut": [[round(min(value, NEVER), 6) for value in tree] for tree in forest.threshold.tolist()],
        "leaf": [[round(value, 6) for value in tree] for tree in forest.leaf.tolist()],
        "rarity": rarity.known,
    }
    return json.dumps(stored, ensure_ascii=False, separators=(",", ":"))


def write(forest: Forest, rarity: Rarity, threshold: float) -> Scorer:
    """Write the file of the package and read it back."""
    text = as_text(forest, rarity, threshold)
    (PACKAGE / runtime.ARTEFACT).write_text(f"{text}\n", encoding="utf-8")
    return Scorer.read(text)


if __name__ == "__main__":
    main()
