"""One look at what is live: both ways of recall, for the general passages and for a specialist's, side by side.

A part that is down is named among the troubles, and the others go on.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import numpy as np
import structlog
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.index.protocol import Filters, LexicalIndex
from youju.index.vectors import VectorStore
from youju.models.protocols import Embedder
from youju.retrieval.catalogue import Catalogue, Table
from youju.retrieval.fusion import fuse
from youju.retrieval.ledger_view import LedgerView
from youju.retrieval.notices import notice
from youju.retrieval.question import Asked
from youju.retrieval.recall import Dense, Lexical, Recalled, by_keywords, by_meaning
from youju.retrieval.specialist import Specialist, Vectors

_log = structlog.stdlib.get_logger("youju.retrieval")

ADAPTED = 3
"""The adapted question brings so many times as many passages as any other way: it finds what the others miss."""
MOSTLY = 0.9
"""The share of a specialist's passages that need a vector before his model, which ranks by them, is asked at all."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What dense search needs. Without it a finder works by keywords alone, by choice and without notice."""

    vectors: VectorStore
    embedder: Embedder


@dataclass(frozen=True, slots=True)
class Special:
    """What the ways brought of a specialist's passages: `recalled` in the general way, `adapted` besides, with
    the question's `vectors`; both are None where his model, or meaning, is not to be had."""

    recalled: Recalled
    adapted: Dense | None
    vectors: Vectors | None

    def fused(self) -> list[tuple[str, float]]:
        """One ranking of all the ways."""
        if self.adapted is None:
            return self.recalled.fused()
        ways = (self.recalled.lexical, self.recalled.dense, self.adapted)
        return fuse([[one for one, _ in way.ranking] for way in ways if way])


@dataclass(frozen=True, slots=True)
class Looked:
    """All that one look brought, and what was wrong with it, in sentences."""

    general: Recalled
    special: Special | None
    notices: list[str]


@dataclass(frozen=True, slots=True)
class _Keywords:
    general: Lexical
    special: Lexical | None


@dataclass(frozen=True, slots=True)
class _Near:
    general: Dense
    special: Dense | None = None
    adapted: Dense | None = None
    vectors: Vectors | None = None
    trouble: PartUnavailable | None = None


class Searching:
    """Both ways of recall over one ledger. `recall` passages from each way in, at most."""

    def __init__(
        self,
        ledger: LedgerView,
        lexical: LexicalIndex,
        meaning: Meaning | None,
        specialist: Specialist | None,
        recall: int,
    ) -> None:
        self._ledger = ledger
        self._lexical = lexical
        self._embedder = meaning.embedder if meaning else None
        self._catalogue = Catalogue(ledger, meaning.vectors) if meaning else None
        self._specialist = specialist
        self._recall = recall
        self._checked: int | None = None
        self._incomplete = False

    async def look(self, asked: Asked, filters: Filters, counter: int) -> Looked:
        """What there is at the ledger's change `counter`. Raises `PartUnavailable` when neither way works."""
        keywords, near, incomplete = await asyncio.gather(
            asyncio.to_thread(self._by_keywords, asked, filters),
            self._by_meaning(asked, filters, counter),
            self._misses_versions(counter),
            return_exceptions=True,
        )
        for outcome in (keywords, near, incomplete):
            if isinstance(outcome, BaseException) and not isinstance(outcome, PartUnavailable):
                raise outcome
        words = keywords if isinstance(keywords, _Keywords) else None
        close = near if isinstance(near, _Near) else None
        if isinstance(keywords, PartUnavailable) and not (close and _found_something(close)):
            raise keywords
        notices = [
            *([notice("no_meaning", asked.language)] if isinstance(near, PartUnavailable) else []),
            *(_partly(close, asked) if close else []),
            *([notice("no_keywords", asked.language)] if words is None else []),
            *([notice("incomplete", asked.language)] if words and incomplete is True else []),
            *([notice("no_specialist", asked.language)] if close and self._troubled(close) else []),
        ]
        general = Recalled(words.general if words else None, close.general if close else None)
        if self._specialist is None:
            return Looked(general, None, notices)
        special = Recalled(words.special if words else None, close.special if close else None)
        adapted, vectors = (close.adapted, close.vectors) if close else (None, None)
        return Looked(general, Special(special, adapted, vectors), notices)

    def _by_keywords(self, asked: Asked, filters: Filters) -> _Keywords:
        self._lexical.refresh()
        if self._specialist is None:
            return _Keywords(by_keywords(self._lexical, asked, filters, self._recall), None)
        general, special = (replace(filters, addressed=addressed) for addressed in (False, True))
        return _Keywords(
            by_keywords(self._lexical, asked, general, self._recall),
            by_keywords(self._lexical, asked, special, self._recall),
        )

    async def _by_meaning(self, asked: Asked, filters: Filters, counter: int) -> _Near | None:
        """The catalogue is brought up to date while the question is embedded."""
        if self._catalogue is None or self._embedder is None:
            return None
        embedding = asyncio.create_task(asyncio.to_thread(self._embedder.embed_query, asked.text))
        try:
            table = await self._catalogue.table(counter)
        finally:
            vector = await embedding
        return await asyncio.to_thread(self._near, table, vector, filters)

    def _near(self, table: Table, vector: NDArray[np.float32], filters: Filters) -> _Near:
        if self._specialist is None:
            return _Near(by_meaning(table, [(vector, self._recall)], filters)[0])
        general, special = (replace(filters, addressed=addressed) for addressed in (False, True))
        near = _Near(by_meaning(table, [(vector, self._recall)], general)[0])
        trouble = None
        try:
            adapted = self._specialist.adapted(vector)
        except PartUnavailable as error:
            adapted, trouble = vector, error
        own, wide = by_meaning(table, [(vector, self._recall), (adapted, ADAPTED * self._recall)], special)
        if not own.admitted:
            return near
        if trouble or own.embedded < MOSTLY * own.admitted:
            return replace(near, special=own, trouble=trouble)
        return replace(near, special=own, adapted=wide, vectors=Vectors(vector, adapted))

    def _troubled(self, close: _Near) -> bool:
        if close.trouble is not None:
            _log.warning("the specialist's search is degraded", reason=close.trouble.line())
        return close.trouble is not None

    async def _misses_versions(self, counter: int) -> bool:
        """Whether a live version has no entries in the index: then it was lost or made by hand, and search is partly
        blind. Looked up again whenever the ledger changed, and for as long as something is missing."""
        if counter != self._checked or self._incomplete:
            missing = await self._ledger.live_versions() - await asyncio.to_thread(self._lexical.versions)
            if missing:  # or another process has published between the two looks: look again, the other way round
                await asyncio.to_thread(self._lexical.refresh)
                indexed = await asyncio.to_thread(self._lexical.versions)
                missing = (missing - indexed) & await self._ledger.live_versions()
            self._incomplete = bool(missing)
            self._checked = counter
        return self._incomplete


def _found_something(close: _Near) -> bool:
    return bool(close.general.ranking or (close.special and close.special.ranking))


def _partly(close: _Near, asked: Asked) -> list[str]:
    """How far the vectors go, where they do not reach all that may be read."""
    sides = [side for side in (close.general, close.special) if side]
    admitted, embedded = sum(side.admitted for side in sides), sum(side.embedded for side in sides)
    if embedded == admitted:
        return []
    return [notice("partly_embedded", asked.language, percent=int(embedded / admitted * 100))]
