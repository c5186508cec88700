"""Whether the built-in embedder would help the scorer, and what it would cost.

    python -m training.embedding

Held-out cases of made corpora: area under the curve of the cosine of claim and cited passage, of the score, and of both
together; and how long the claim's vector takes.
"""

from __future__ import annotations

import random
import time

import numpy as np

from training.card import area
from training.cases import INVENTED, Case, cases
from training.corpora import Corpus, samples, split_of
from youju.models.embedding import BuiltinEmbedder
from youju.verification.scorer import Scorer

SEED = 77
SIZES: dict[Corpus, int] = {"statutes": 150, "prose": 100, "handbook": 100}
COUNT = 100
LONGEST = 900
"""Characters of a passage that are embedded; the embedder reads no more than about that."""
WEIGHTS = (0, 5, 10, 20, 40)
"""What the cosine counts beside the score's log-odds."""


def main() -> None:
    """Print the figures."""
    scorer, embedder = Scorer.load(), BuiltinEmbedder()
    found = held_out()
    embedder.embed_query(found[0].claim)  # loads the model
    cosines, times = [], []
    for case in found:
        started = time.perf_counter()
        claim = embedder.embed_query(case.claim)
        times.append(1000 * (time.perf_counter() - started))
        passages = embedder.embed_passages([passage.text[:LONGEST] for passage in case.passages])
        cosines.append(float((passages @ claim).max()))
    scores = np.array([scorer.score(case.claim, case.passages) for case in found])
    cosine, true = np.array(cosines), np.array([case.true for case in found])
    odds = np.log((scores + 1e-9) / (1 - scores + 1e-9))
    print(f"{len(found)} cases, {true.sum()} true; cosine alone {area(cosine[true], cosine[~true]):.3f}")
    for weight in WEIGHTS:
        both = odds + weight * cosine
        print(f"score and {weight} × cosine: {area(both[true], both[~true]):.4f}")
    print(f"a claim's vector: {np.median(times):.0f} ms median, {np.quantile(times, 0.95):.0f} ms p95")


def held_out() -> list[Case]:
    """True cases and invented ones of documents that the scorer was not made from."""
    drawn = [one for corpus, size in SIZES.items() for one in samples(corpus, size, SEED)]
    made = cases([sample for sample in drawn if split_of(sample.group) == "test"], SEED)
    found = [case for case in made if case.true or case.kind in INVENTED]
    random.Random(SEED).shuffle(found)  # noqa: S311 - draws examples, guards nothing
    return found[:COUNT]


if __name__ == "__main__":
    main()
