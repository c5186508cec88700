"""Finding: a question becomes ranked passages that the caller may read, or an honest nothing.

    analyse ─► exact references
            ─► recall by keywords ┐
            ─► recall by meaning  ┴─► fuse ─► ledger ─► floor ─► expand

Filters (roles, category, date) act inside each recall, so what is forbidden takes no place; the ledger has the last
word on every passage. A part that is down is named in `notices`, and the other goes on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from youju.caller import Caller
from youju.errors import PartUnavailable
from youju.index.protocol import Filters, LexicalIndex
from youju.index.vectors import VectorStore
from youju.knowledge.values import Passage
from youju.models.protocols import Embedder
from youju.retrieval.catalogue import Catalogue
from youju.retrieval.expansion import companions
from youju.retrieval.floor import confidence, signals
from youju.retrieval.fusion import fuse
from youju.retrieval.ledger_view import LedgerView
from youju.retrieval.notices import notice
from youju.retrieval.question import Asked, analyse
from youju.retrieval.recall import Dense, Lexical, by_keywords, by_meaning
from youju.retrieval.values import Found, Scored, Stage, Trace

MAX_NEAREST = 3
_MOST_LOOKS = 8
"""Of one question, while its documents are replaced under it."""


class ExactLookup(Protocol):
    """Finds what a question names by its address (劳动合同法第四十七条), by structure and never by similarity."""

    async def exact(self, question: str, caller: Caller, at: date | None) -> Sequence[Passage]:
        """Passages of all addresses in the question, in its order; empty if it names none."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """`recall` passages from each way in; at most `top` out. `threshold`, 0..1: if no passage is that sure to answer,
    nothing was found."""

    recall: int = 100
    top: int = 8
    threshold: float = 0.5


@dataclass(frozen=True, slots=True)
class Meaning:
    """What dense search needs. Without it a finder works by keywords alone, by choice and without notice."""

    vectors: VectorStore
    embedder: Embedder


@dataclass(frozen=True, slots=True)
class _Recalled:
    """What the two ways brought, and what was wrong with them."""

    lexical: Lexical | None
    dense: Dense | None
    notices: list[str]

    def fused(self) -> list[tuple[str, float]]:
        rankings = [[one for one, _ in ways.ranking] for ways in (self.lexical, self.dense) if ways]
        return fuse(rankings, self._waiting())

    def _waiting(self) -> dict[str, int]:
        """What keywords found and meaning could not, for want of a vector: its rank by keywords counts for both, so
        that what was embedded first does not win by that alone."""
        if self.lexical is None or self.dense is None or self.dense.embedded == 1:
            return {}
        found = [one for one, _ in self.lexical.ranking]
        embedded = self.dense.cosines(found)
        return {one: rank for rank, one in enumerate(found, start=1) if one not in embedded}


@dataclass(frozen=True, slots=True)
class _Judged:
    """A permitted passage with its fused score and the confidence that it answers."""

    passage: Passage
    score: float
    confidence: float


class Finder:
    """Finds passages for questions. One per process and event loop; safe for concurrent questions."""

    def __init__(
        self,
        ledger: LedgerView,
        lexical: LexicalIndex,
        meaning: Meaning | None = None,
        *,
        exact: Sequence[ExactLookup] = (),
        limits: Limits | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._ledger = ledger
        self._lexical = lexical
        self._embedder = meaning.embedder if meaning else None
        self._catalogue = Catalogue(ledger, meaning.vectors) if meaning else None
        self._exact = exact
        self._limits = limits or Limits()
        self._today = today
        self._checked: int | None = None
        self._incomplete = False

    async def find(
        self,
        question: str,
        caller: Caller,
        *,
        category: str | None = None,
        at: date | None = None,
        k: int | None = None,
        explain: bool = False,
    ) -> Found:
        """The best `k` passages (default: `limits.top`) in force at `at` (default: today), then their companions.

        Raises `PartUnavailable` when neither way of searching works. The same question over the same ledger gives the
        same passages in the same order.
        """
        clock = _Clock()
        asked = analyse(question)
        day = at or self._today()
        wanted = max(1, k or self._limits.top)
        named = [one for one in await self._named(question, caller, day) if category in (None, one.category)]
        clock.lap("exact")
        filters = Filters(None if caller.reads_all else caller.roles, category, day)
        recalled, judged = await self._look(asked, filters, caller, None if explain else 2 * wanted, clock)
        kept = self._above_the_floor(judged)
        hits = [Scored(passage, 1.0, "exact") for passage in named]
        seen = {passage.id for passage in named}
        hits += [Scored(one.passage, one.score, "fusion") for one in kept if one.passage.id not in seen]
        hits = hits[: max(wanted, len(named))]
        around = await companions(self._ledger, hits, caller, day)
        clock.lap("expand")
        return Found(
            passages=(*hits, *around),
            terms=_weights(asked, recalled),
            nearest=() if hits else _nearest(judged),
            notices=tuple(recalled.notices),
            explain=_traces(recalled, judged, kept, hits) if explain else (),
            timings_ms=clock.laps,
        )

    async def _named(self, question: str, caller: Caller, day: date) -> list[Passage]:
        """The passages that the question names by address, confirmed by the ledger."""
        found = [passage for lookup in self._exact for passage in await lookup.exact(question, caller, day)]
        if not found:
            return []
        confirmed = await self._ledger.load_passages([passage.id for passage in found], caller, day)
        return [confirmed[one] for one in dict.fromkeys(passage.id for passage in found) if one in confirmed]

    async def _look(
        self, asked: Asked, filters: Filters, caller: Caller, pool: int | None, clock: _Clock
    ) -> tuple[_Recalled, list[_Judged]]:
        """What both ways bring, judged. Candidates that were replaced while it was looked for are dropped, and what has
        come in their place was not there yet: then it is looked for again, or a document would be missing for a
        moment."""
        day, looks = filters.at or self._today(), 0
        while True:
            looks += 1
            counter = await self._ledger.change_counter()
            recalled = await self._recall(asked, filters, counter)
            clock.lap("recall")
            judged, dropped = await self._judge(asked, recalled, caller, day, pool)
            clock.lap("judge")
            if not dropped or looks == _MOST_LOOKS or counter == await self._ledger.change_counter():
                return recalled, judged

    async def _recall(self, asked: Asked, filters: Filters, counter: int) -> _Recalled:
        lexical, dense, incomplete = await asyncio.gather(
            by_keywords(self._lexical, asked, filters, self._limits.recall),
            self._by_meaning(counter, asked, filters),
            self._misses_versions(counter),
            return_exceptions=True,
        )
        notices: list[str] = []
        for outcome in (lexical, dense, incomplete):
            if isinstance(outcome, BaseException) and not isinstance(outcome, PartUnavailable):
                raise outcome
        if isinstance(lexical, PartUnavailable) and not (isinstance(dense, Dense) and dense.ranking):
            raise lexical
        if isinstance(dense, PartUnavailable):
            notices.append(notice("no_meaning", asked.language))
        if isinstance(dense, Dense) and dense.embedded < 1:
            notices.append(notice("partly_embedded", asked.language, percent=int(dense.embedded * 100)))
        if isinstance(lexical, PartUnavailable):
            notices.append(notice("no_keywords", asked.language))
        elif incomplete is True:
            notices.append(notice("incomplete", asked.language))
        return _Recalled(
            lexical if isinstance(lexical, Lexical) else None, dense if isinstance(dense, Dense) else None, notices
        )

    async def _by_meaning(self, counter: int, asked: Asked, filters: Filters) -> Dense | None:
        if self._catalogue is None or self._embedder is None:
            return None
        return await by_meaning(self._catalogue.table(counter), self._embedder, asked, filters, self._limits.recall)

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

    async def _judge(
        self, asked: Asked, recalled: _Recalled, caller: Caller, day: date, pool: int | None
    ) -> tuple[list[_Judged], bool]:
        """The first `pool` candidates (None: all) that the ledger confirms, in fused order, with their confidence; and
        whether it did not confirm others before them."""
        fused = recalled.fused()
        pool = len(fused) if pool is None else pool
        confirmed: list[tuple[Passage, float]] = []
        asked_for = 0
        while fused and len(confirmed) < pool:
            batch, fused = fused[: pool - len(confirmed)], fused[pool - len(confirmed) :]
            asked_for += len(batch)
            loaded = await self._ledger.load_passages([one for one, _ in batch], caller, day)
            confirmed += [(loaded[one], score) for one, score in batch if one in loaded and _counts(loaded[one])]
        judged = await asyncio.to_thread(_weighed, asked, recalled, confirmed)
        return judged, len(confirmed) < asked_for

    def _above_the_floor(self, judged: Sequence[_Judged]) -> list[_Judged]:
        """What is confident enough. The best passage decides whether anything was found; beside it, half is enough."""
        threshold = self._limits.threshold
        if max((one.confidence for one in judged), default=0.0) < threshold:
            return []
        return [one for one in judged if one.confidence >= threshold / 2]


def _counts(passage: Passage) -> bool:
    """Whether a passage is in force on the day asked about, or may be: the index narrows by date, the ledger
    decides."""
    return passage.in_force.status in {"in_force", "unknown"}


def _weights(asked: Asked, recalled: _Recalled) -> Mapping[str, float]:
    """The rarity of the question's terms; all alike where the index cannot say."""
    return recalled.lexical.weights if recalled.lexical else dict.fromkeys(asked.terms, 1.0)


def _weighed(asked: Asked, recalled: _Recalled, confirmed: Sequence[tuple[Passage, float]]) -> list[_Judged]:
    weights = _weights(asked, recalled)
    cosines = recalled.dense.cosines([passage.id for passage, _ in confirmed]) if recalled.dense else {}
    unknown = recalled.lexical is not None and recalled.lexical.unknown
    judged: list[_Judged] = []
    for passage, score in confirmed:
        heading = " ".join((passage.title, *passage.section, *(head.text for head in passage.heads)))
        found = signals(weights, heading, passage.text, cosines.get(passage.id), unknown=unknown)
        judged.append(_Judged(passage, score, confidence(asked, found)))
    return judged


def _nearest(judged: Sequence[_Judged]) -> tuple[str, ...]:
    """Titles of the documents that come nearest, all of them open to the caller."""
    best = sorted(judged, key=lambda one: (-one.confidence, one.passage.id))
    return tuple(dict.fromkeys(one.passage.title for one in best))[:MAX_NEAREST]


def _traces(
    recalled: _Recalled, judged: Sequence[_Judged], kept: Sequence[_Judged], hits: Sequence[Scored]
) -> tuple[Trace, ...]:
    """The way of every candidate that the caller may read; of others not even the number is told."""
    passages = [hit.passage for hit in hits if hit.stage == "exact"] + [one.passage for one in judged]
    stages: dict[str, dict[Stage, tuple[int, float]]] = {passage.id: {} for passage in passages}
    rankings: list[tuple[Stage, Sequence[tuple[str, float]]]] = [
        ("lexical", recalled.lexical.ranking if recalled.lexical else ()),
        ("dense", recalled.dense.ranking if recalled.dense else ()),
        ("fusion", [(one.passage.id, one.score) for one in judged]),
        ("exact", [(hit.passage.id, hit.score) for hit in hits if hit.stage == "exact"]),
    ]
    for stage, ranking in rankings:
        confirmed = [(one, score) for one, score in ranking if one in stages]
        for rank, (one, score) in enumerate(confirmed, start=1):
            stages[one][stage] = (rank, score)
    above = {one.passage.id for one in kept}
    shown = {hit.passage.id for hit in hits}
    return tuple(
        Trace(
            passage_id=passage.id,
            source=passage.source,
            section=passage.section,
            stages=stages[passage.id],
            dropped=None if passage.id in shown else "top_k" if passage.id in above else "floor",
        )
        for passage in {passage.id: passage for passage in passages}.values()
    )


class _Clock:
    """Milliseconds of each stage since the last, and of all."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._start = self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.laps[stage] = round((now - self._last) * 1000, 2)
        self.laps["total"] = round((now - self._start) * 1000, 2)
        self._last = now
