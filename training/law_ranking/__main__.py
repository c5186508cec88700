"""Learn the ranking that ships for law: `python -m training.law_ranking`.

Reads the statutes and questions beside the project, writes the model file into the package and its card into
docs/law/retrieval.md. Deterministic: the same data gives the same file.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
from benchmarks.documented import write_part
from numpy.typing import NDArray

from training.law_ranking import card
from training.law_ranking.corpus import Corpus, Questions, corpus, digest, questions
from youju.law import ranking
from youju.models.embedding import BuiltinEmbedder
from youju.retrieval.learning.learn import Learned, Log, Recalled, learn
from youju.retrieval.learning.model import Card

PACKAGE = Path(ranking.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "law" / "retrieval.md"
NAME = "Chinese law, asked by laypeople"


def learned(asked: Questions, articles: Corpus, made: date) -> Learned:
    """A model of these questions, and what models of other folds say of each."""

    def recall(at: Sequence[int], adapted: NDArray[np.float32]) -> Sequence[Recalled]:
        return articles.recalled([asked.examples[one].question for one in at], asked.vectors[list(at)], adapted)

    log = Log(asked.examples, asked.vectors, articles.vectors, recall)
    return learn(log, Card(NAME, BuiltinEmbedder.fingerprint, len(asked.examples), digest(), made))


def main() -> None:
    """Learn, write the file and its card."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        articles, row_of = corpus(Path(folder), current=True)
        asked = questions().of_rows(row_of)
        found = learned(asked, articles, date.today())
    path = PACKAGE / ranking.FILE
    found.model.save(path)
    seconds = time.perf_counter() - started
    text = card.written(asked.examples, found, size=path.stat().st_size, seconds=seconds)
    write_part("law ranking card", text, PAGE)
    print(text)


if __name__ == "__main__":
    main()
