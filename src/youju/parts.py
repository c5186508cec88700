"""The state of every part, for `youju doctor` and `/ready`: what works, what is degraded, how to mend it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from youju.caller import OWNER
from youju.errors import YoujuError
from youju.index.protocol import Entry, LexicalIndex
from youju.index.vectors import embedding_input, embedding_key
from youju.knowledge.ledger import Ledger
from youju.law.pack import pack_label
from youju.retrieval.finding import Meaning
from youju.settings import Settings
from youju.verification.scorer import Scorer, installed


@dataclass(frozen=True, slots=True)
class PartState:
    """One part. `detail` is a sentence for a person, without paths and secrets; counts are the owner's to see."""

    name: str
    state: Literal["ready", "degraded", "failed"]
    detail: str


async def parts_of(
    settings: Settings, ledger: Ledger, index: LexicalIndex, meaning: Meaning | None, *, probe: bool
) -> list[PartState]:
    """Look at every part. `probe` also loads the embedder, which is otherwise loaded at its first use."""
    return [
        await _ledger(ledger),
        await _index(ledger, index),
        await _embedder(meaning, probe=probe),
        *([await _vectors(ledger, meaning)] if meaning else []),
        _chat(settings),
        _support(),
        _statutes(),
    ]


async def _ledger(ledger: Ledger) -> PartState:
    documents = await ledger.documents(OWNER)
    waiting = sum(document.state == "needs_ocr" for document in documents)
    told = f"{len(documents)} documents" + (f", {waiting} of them need OCR" if waiting else "")
    return PartState("ledger", "ready", told)


async def _index(ledger: Ledger, index: LexicalIndex) -> PartState:
    try:
        await asyncio.to_thread(index.refresh)
        lost = await ledger.live_versions() - await asyncio.to_thread(index.versions)
    except YoujuError as error:
        return PartState("index", "failed", error.line())
    if lost:
        return PartState("index", "degraded", f"{len(lost)} documents are not indexed. Run `youju reindex`.")
    return PartState("index", "ready", "keyword search")


async def _embedder(meaning: Meaning | None, *, probe: bool) -> PartState:
    if meaning is None:
        return PartState("embedder", "degraded", "Off: search is by keywords alone (YOUJU_EMBEDDING__PROVIDER).")
    if probe:
        try:
            await asyncio.to_thread(meaning.embedder.embed_query, "试")
        except YoujuError as error:
            return PartState("embedder", "degraded", error.line())
    return PartState("embedder", "ready", meaning.embedder.fingerprint)


async def _vectors(ledger: Ledger, meaning: Meaning) -> PartState:
    try:
        present, wanted = await asyncio.to_thread(_embedded, meaning, await ledger.live_entries())
    except YoujuError as error:
        return PartState("vectors", "degraded", error.line())
    if present < wanted:
        told = f"{present} of {wanted} texts have a vector. `youju serve` goes on, or `youju reindex` does it now."
        return PartState("vectors", "degraded", told)
    return PartState("vectors", "ready", f"all {wanted} texts have a vector")


def _embedded(meaning: Meaning, entries: Sequence[Entry]) -> tuple[int, int]:
    """How many distinct texts have a vector, and how many there are."""
    keys = {embedding_key(embedding_input(entry)) for entry in entries}
    return len(keys & meaning.vectors.refresh().keys()), len(keys)


def _chat(settings: Settings) -> PartState:
    if settings.chat.base_url is None:
        return PartState("chat", "ready", "No model is configured: answers are verbatim extracts.")
    return PartState("chat", "degraded", "A model is configured, but this version answers by extraction only.")


def _support() -> PartState:
    scorer = installed()
    if isinstance(scorer, Scorer):
        return PartState("support", "ready", f"trained scorer: {scorer.label}")
    return PartState("support", "degraded", scorer.line())


def _statutes() -> PartState:
    try:
        return PartState("statutes", "ready", pack_label())
    except YoujuError as error:
        return PartState("statutes", "degraded", error.line())
