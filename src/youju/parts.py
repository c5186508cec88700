"""The state of every part, for `youju doctor` and `/ready`: what works, what is degraded, how to mend it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

from youju.caller import OWNER
from youju.errors import YoujuError
from youju.index.protocol import LexicalIndex
from youju.index.vectors import embedding_input, embedding_key
from youju.knowledge.ledger import Ledger
from youju.law.pack import pack_label
from youju.retrieval.finding import Meaning
from youju.settings import Settings


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
        missing = await ledger.live_versions() - await asyncio.to_thread(index.versions)
        searchable = {entry.version_id for entry in await ledger.live_entries()}
    except YoujuError as error:
        return PartState("index", "failed", error.line())
    if lost := missing & searchable:
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
    entries = await ledger.live_entries()
    keys = {embedding_key(embedding_input(entry)) for entry in entries}
    try:
        present = len(keys & (await asyncio.to_thread(meaning.vectors.refresh)).keys())
    except YoujuError as error:
        return PartState("vectors", "degraded", error.line())
    if present < len(keys):
        told = f"{present} of {len(keys)} texts have a vector. `youju serve` goes on, or `youju reindex` does it now."
        return PartState("vectors", "degraded", told)
    return PartState("vectors", "ready", f"all {len(keys)} texts have a vector")


def _chat(settings: Settings) -> PartState:
    if settings.chat.base_url is None:
        return PartState("chat", "ready", "No model is configured: answers are verbatim extracts.")
    return PartState("chat", "degraded", "A model is configured, but this version answers by extraction only.")


def _statutes() -> PartState:
    try:
        return PartState("statutes", "ready", pack_label())
    except YoujuError as error:
        return PartState("statutes", "degraded", error.line())
