"""A shelf: a real ledger, lexical index and vector file, with documents of one passage per paragraph."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from youju.caller import OWNER, Caller
from youju.index.protocol import LexicalIndex
from youju.index.vectors import VectorStore
from youju.knowledge.drafts import Draft, Placement
from youju.knowledge.editions.values import Edition
from youju.knowledge.ledger import Ledger
from youju.knowledge.values import Locator, PassageSpan, Section
from youju.models.protocols import Embedder
from youju.reading.document import ReadDocument
from youju.retrieval.filling import fill_vectors
from youju.retrieval.finding import Finder, Limits, Meaning
from youju.retrieval.specialist import Specialist
from youju.retrieval.values import Found
from youju.text.tokens import bigrams


class BagOfBigrams:
    """An embedder of the simplest kind: hashed bigrams. Fast, so that properties can be tried hundreds of times."""

    fingerprint = "bag-of-bigrams/1"
    dimensions = 48

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector = np.full(self.dimensions, 1e-3, np.float32)
        for token in bigrams(text):
            vector[hashlib.sha256(token.encode()).digest()[0] % self.dimensions] += 1
        return vector / np.linalg.norm(vector)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([self.embed_query(text) for text in texts]).reshape(-1, self.dimensions)


@dataclass
class Shelf:
    """What the tests use: put documents, take them away, ask."""

    home: Path
    ledger: Ledger
    index: LexicalIndex
    embedder: Embedder | None = None
    specialist: Specialist | None = None
    limits: Limits = field(default_factory=lambda: Limits(threshold=0.0))

    def __post_init__(self) -> None:
        self.vectors = (
            VectorStore(self.home / "index", self.embedder.fingerprint, self.embedder.dimensions)
            if self.embedder
            else None
        )
        self.finder = self.new_finder()

    def new_finder(self, *, limits: Limits | None = None) -> Finder:
        meaning = Meaning(self.vectors, self.embedder) if self.vectors and self.embedder else None
        return Finder(
            self.ledger,
            self.index,
            meaning,
            specialist=self.specialist,
            limits=limits or self.limits,
            today=lambda: date(2026, 1, 1),
        )

    async def put(self, key: str, *paragraphs: str, **placement: object) -> None:
        await self.put_all([draft_of(key, paragraphs, Placement(**placement))])  # type: ignore[arg-type]

    async def put_all(self, drafts: Sequence[Draft]) -> None:
        await self.ledger.publish(drafts, self.index.add)
        await self.fill()

    async def fill(self) -> None:
        if self.vectors and self.embedder:
            async for _ in fill_vectors(self.ledger, self.vectors, self.embedder):
                pass

    async def ask(self, question: str, caller: Caller = OWNER, **options: object) -> Found:
        return await self.finder.find(question, caller, **options)  # type: ignore[arg-type]


def draft_of(key: str, paragraphs: Iterable[str], placement: Placement) -> Draft:
    """A document whose paragraphs are its passages, all in one section of its name."""
    spans: list[PassageSpan] = []
    text = ""
    for ordinal, paragraph in enumerate(paragraphs):
        spans.append(PassageSpan(ordinal, len(text), len(text) + len(paragraph), section=0))
        text += paragraph + "\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    section = Section(0, key, 1, 0, len(text))
    return Draft(key, key, key, ReadDocument(text, ()), (section,), tuple(spans), digest, digest, placement)


def law_of(name: str, articles: Sequence[str], placement: Placement | None = None) -> Draft:
    """An edition of a law: articles numbered from one, each a section and a passage of its own, its label in front."""
    spans: list[PassageSpan] = []
    sections: list[Section] = []
    text = ""
    for ordinal, article in enumerate(articles):
        locator = Locator(law=name, article=ordinal + 1, label=f"第{ordinal + 1}条")
        line = f"{locator.label}　{article}"
        spans.append(PassageSpan(ordinal, len(text), len(text) + len(line), section=ordinal, locator=locator))
        sections.append(Section(ordinal, locator.label or "", 1, len(text), len(text) + len(line), locator=locator))
        text += line + "\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    draft = Draft(
        f"law:{name}", name, name, ReadDocument(text, ()), tuple(sections), tuple(spans), digest, digest,
        placement or Placement(category="法律"),
    )  # fmt: skip
    return replace(draft, edition=Edition(line=name))


def texts(found: Found) -> list[str]:
    return [scored.passage.text for scored in found.passages]
