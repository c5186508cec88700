"""Statutes and the questions that people ask about them, as learning and measuring need them.

The questions are those of STARD that may be trained on (docs/law/retrieval.md); the articles carry the built-in
embedder's vectors, so that nothing has to be embedded but the questions.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.corpora import SHARED, statute_vectors
from numpy.typing import NDArray

from youju.index.lexical import TantivyIndex
from youju.index.protocol import Entry, Filters
from youju.models.embedding import BuiltinEmbedder
from youju.retrieval.floor import rarity
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.learning.learn import Example, Recalled
from youju.retrieval.question import Asked, analyse

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

QUESTIONS = SHARED / "stard_lecoqa" / "questions.jsonl"
BY_ADAPTED, BY_PLAIN, BY_WORDS = 300, 100, 100
"""Candidates that each way of searching brings to the reranker."""

DEEPEST = 300
"""Ranks by words that are told; a gold article beyond them counts as not found."""

_ALL = Filters(None)


@dataclass(frozen=True, slots=True)
class Article:
    """One article: law, headings above it, its own label, text, and which document it stands in."""

    law: str
    part: str
    label: str
    text: str
    document: int


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions with their gold rows, whether each is about labour, and plain vectors `(m, d)`."""

    examples: tuple[Example, ...]
    labour: NDArray[np.bool_]
    vectors: Floats

    def of_rows(self, row_of: Mapping[int, int]) -> Questions:
        """The same over other rows; questions of which no gold article is left are left out."""
        gold = [tuple(row_of[one] for one in example.gold if one in row_of) for example in self.examples]
        kept = [at for at, rows in enumerate(gold) if rows]
        examples = tuple(Example(self.examples[at].question, gold[at]) for at in kept)
        return Questions(examples, self.labour[kept], self.vectors[kept])


def article_rows() -> list[dict[str, Any]]:
    """All articles as the shared file has them, in the order of their numbers and vectors."""
    with gzip.open(SHARED / "statutes" / "articles.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def questions() -> Questions:
    """All training questions; gold rows are article numbers. Embeds them (half a minute)."""
    told = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    embedder = BuiltinEmbedder()
    return Questions(
        tuple(Example(one["question"], tuple(gold["aid"] for gold in one["gold"])) for one in told),
        np.array([one["labour"] for one in told]),
        np.stack([embedder.embed_query(one["question"]) for one in told]),
    )


def digest() -> str:
    """SHA-256 of the training questions."""
    return hashlib.sha256(QUESTIONS.read_bytes()).hexdigest()


def in_force(rows: Sequence[Mapping[str, Any]]) -> NDArray[np.bool_]:
    """Which articles a search for today admits: not marked as expired, and of no version that a newer one has
    superseded (newer publish dates outvote a stale mark)."""
    versions: dict[str, list[dict[str, Any]]] = json.loads((SHARED / "statutes" / "versions.json").read_text("utf-8"))
    superseded = {
        one["path"]
        for several in versions.values()
        for one in several
        if (one["publish"] or "") < max(other["publish"] or "" for other in several)
    }
    return np.array([not row["expired"] and row["path"] not in superseded for row in rows])


class Corpus:
    """Articles under their row numbers, with their vectors and an index of their words in `folder`."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], vectors: Floats, folder: Path) -> None:
        documents: dict[str, int] = {}
        self.articles = [
            Article(row["law"], row["part"] or "", row["article"], row["text"], number)
            for row in rows
            for number in (documents.setdefault(row["path"], len(documents)),)
        ]
        self.vectors = vectors
        self.index = TantivyIndex(folder)
        self.index.rebuild(_entry(at, article) for at, article in enumerate(self.articles))
        self._words: dict[str, tuple[dict[int, float], dict[str, float]]] = {}

    def by_words(self, question: str, k: int = BY_WORDS) -> dict[int, float]:
        """The `k` best rows by BM25 with their scores, best first."""
        return dict(list(self._asked(question)[0].items())[:k])

    def recalled(self, questions: Sequence[str], plain: Floats, adapted: Floats) -> list[Recalled]:
        """What a search brings for each question, by its plain and adapted vectors `(m, d)`: the nearest by either
        and the best by words, in the order of rows."""
        by_plain, by_adapted = plain @ self.vectors.T, adapted @ self.vectors.T
        return [self._recalled(*one) for one in zip(questions, by_plain, by_adapted, strict=True)]

    def _recalled(self, question: str, by_plain: Floats, by_adapted: Floats) -> Recalled:
        found = self.by_words(question)
        ways = nearest(by_adapted, BY_ADAPTED), nearest(by_plain, BY_PLAIN), np.array(list(found), np.int64)
        rows = np.unique(np.concatenate(ways))
        articles = [self.articles[row] for row in rows]
        candidates = Candidates(
            titles=[one.law for one in articles],
            parts=[one.part for one in articles],
            labels=[one.label for one in articles],
            texts=[one.text for one in articles],
            places=np.stack([np.array([one.document for one in articles]), rows], axis=1).astype(np.int64),
            lexical=np.array([found.get(int(row), 0.0) for row in rows], np.float32),
            plain=by_plain[rows],
            adapted=by_adapted[rows],
            vectors=self.vectors[rows],
        )
        return Recalled(rows, candidates, self._asked(question)[1])

    def _asked(self, question: str) -> tuple[dict[int, float], dict[str, float]]:
        """Rows with BM25 scores, and the rarity of the question's terms; kept, because learning asks again."""
        if question not in self._words:
            asked: Asked = analyse(question)
            hits = self.index.search(asked.text, _ALL, DEEPEST)
            counts, total = self.index.counts(asked.terms, _ALL)
            scores = {int(hit.passage_id): hit.score for hit in hits}
            self._words[question] = scores, rarity(asked.terms, counts, total)
        return self._words[question]


def nearest(scores: Floats, k: int) -> Ints:
    """Rows of the `k` highest scores, in no order."""
    return np.argpartition(-scores, min(k, len(scores)) - 1)[:k]


def _entry(at: int, article: Article) -> Entry:
    heading = " ".join([article.law, *article.part.split(" / "), article.label])
    return Entry(f"{at:06d}", str(article.document), str(article.document), heading, article.text)


def corpus(folder: Path, *, current: bool) -> tuple[Corpus, dict[int, int]]:
    """All articles, or those in force, and the row of each article number."""
    rows = article_rows()
    kept = np.flatnonzero(in_force(rows)) if current else np.arange(len(rows))
    chosen = Corpus([rows[at] for at in kept], statute_vectors()[kept], folder)
    return chosen, {int(number): row for row, number in enumerate(kept)}
