"""Corpora to measure search on: real ones beside the project where they are, made-up ones elsewhere."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from youju.index.lexical import TantivyIndex
from youju.index.protocol import Entry, Filters
from youju.index.vectors import embedding_input
from youju.models.embedding import BuiltinEmbedder
from youju.retrieval.floor import confidence, has_unknown, rarity, signals
from youju.retrieval.fusion import fuse
from youju.retrieval.question import Asked, analyse

SHARED = Path(os.environ.get("YOUJU_SHARED_DATA", Path(__file__).parents[2] / "shared" / "data"))
_WORDS = (
    "差旅费", "报销", "发票", "员工", "公司", "合同", "期限", "申请", "批准", "部门", "劳动", "用人单位",
    "应当", "可以", "不得", "工资", "标准", "规定", "责任", "赔偿", "登记", "机关", "保险", "登记",
)  # fmt: skip


def have_shared_data() -> bool:
    """Whether the statutes and their questions are there."""
    return (SHARED / "statutes" / "articles.jsonl.gz").exists()


def statutes(count: int | None = None) -> list[Entry]:
    """The first `count` articles of the shared corpus, one entry each, in the order of the shared vectors."""
    with gzip.open(SHARED / "statutes" / "articles.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for _, line in zip(range(count or 10**9), lines, strict=False)]
    return [_article(row) for row in rows]


def _article(row: Mapping[str, Any]) -> Entry:
    heading = " ".join([row["law"], *(row["part"] or "").split(" / "), row["article"]])
    start = date.fromisoformat(row["effective_from"]) if row["effective_from"] else None
    return Entry(f"p{row['aid']:06d}", row["path"], row["path"], heading, row["text"], frozenset(), "法律", start)


def statute_vectors() -> NDArray[np.float32]:
    """Unit vectors of all articles, in order."""
    stored = np.load(SHARED / "vectors" / "articles_e5small_int8.npz")
    matrix = stored["vectors"].astype(np.float32) * stored["scale"][:, None]
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def statute_questions() -> list[tuple[str, set[str]]]:
    """Lay questions with the ids of the articles that answer them."""
    with (SHARED / "stard_lecoqa" / "questions.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(row["question"], {f"p{gold['aid']:06d}" for gold in row["gold"]}) for row in rows]


def made_up(count: int, seed: int = 1) -> list[Entry]:
    """Passages of random words, seventy to a document."""
    chance = random.Random(seed)
    return [
        Entry(
            f"p{i:06d}",
            f"v{i // 70}",
            f"d{i // 70}",
            f"办法{i // 70}",
            "".join(chance.choices(_WORDS, k=40)) + f"{i}。",
        )
        for i in range(count)
    ]


def random_vectors(count: int, dimensions: int = 384, seed: int = 1) -> NDArray[np.float32]:
    """Unit vectors without meaning: exact search takes as long over them."""
    matrix = np.random.default_rng(seed).standard_normal((count, dimensions), dtype=np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


@dataclass
class Corpus:
    """Entries with their index and vectors, searched without a ledger. `vectors` None: keywords alone."""

    entries: Sequence[Entry]
    index: TantivyIndex
    embedder: BuiltinEmbedder
    vectors: NDArray[np.float32] | None

    @classmethod
    def build(
        cls, entries: Sequence[Entry], folder: Path, embedder: BuiltinEmbedder, vectors: NDArray[np.float32] | None
    ) -> Corpus:
        index = TantivyIndex(folder)
        index.rebuild(entries)
        return cls(entries, index, embedder, vectors)

    def embedded(self) -> Corpus:
        """The same with vectors of the embedder."""
        texts = [embedding_input(entry) for entry in self.entries]
        return Corpus(self.entries, self.index, self.embedder, self.embedder.embed_passages(texts))

    def __post_init__(self) -> None:
        self.place = {entry.passage_id: i for i, entry in enumerate(self.entries)}

    def by_keywords(self, asked: Asked, filters: Filters, k: int) -> list[str]:
        return [hit.passage_id for hit in self.index.search(asked.text, filters, k)]

    def cosines(self, asked: Asked) -> NDArray[np.float32] | None:
        return None if self.vectors is None else self.vectors @ self.embedder.embed_query(asked.text)

    def by_meaning(self, cosines: NDArray[np.float32], filters: Filters, k: int) -> list[str]:
        order = np.argsort(-cosines, kind="stable")
        found = (self.entries[int(i)] for i in order)
        admitted = (
            e.passage_id for e in found if filters.admits(e.roles, e.category, e.effective_from, e.effective_to)
        )
        return [one for one, _ in zip(admitted, range(k), strict=False)]

    def confidence(
        self,
        question: str,
        filters: Filters,
        *,
        without: Collection[str] = (),
        changed: Mapping[str, str] | None = None,
    ) -> float:
        """The best confidence of the first sixteen candidates, as finding has it; `without` passages are taken away,
        `changed` ones have another text."""
        asked, changed = analyse(question), changed or {}
        counts, total = self.index.counts(asked.terms, filters)
        weights, unknown = rarity(asked.terms, counts, total), has_unknown(asked.terms, counts)
        cosines = self.cosines(asked)
        rankings = [self.by_keywords(asked, filters, 100 + len(without))]
        if cosines is not None:
            rankings.append(self.by_meaning(cosines, filters, 100 + len(without)))
        kept = [[one for one in ranking if one not in without] for ranking in rankings]
        best = 0.0
        for passage, _ in fuse(kept)[:16]:
            entry = self.entries[self.place[passage]]
            text = changed.get(passage, entry.text)
            cosine = None if cosines is None else float(cosines[self.place[passage]])
            if cosine is not None and passage in changed:
                vector = self.embedder.embed_passages([f"{entry.heading}\n{text}"])[0]
                cosine = float(vector @ self.embedder.embed_query(asked.text))
            best = max(best, confidence(asked, signals(weights, entry.heading, text, cosine, unknown=unknown)))
        return best
