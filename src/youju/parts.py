"""The state of every part, for `youju doctor` and `/ready`: what works, what is degraded, how to mend it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

from youju.caller import OWNER
from youju.errors import YoujuError
from youju.index.protocol import LexicalIndex
from youju.knowledge.ledger import Ledger
from youju.knowledge.recognition.service import Recognition
from youju.knowledge.runs.service import ImportRuns
from youju.law.pack import pack_label
from youju.law.ranking import shipped
from youju.law.vectors import shipped_vectors
from youju.reading.ocr.engine import INSTALL, engine_name
from youju.retrieval.filling import live_keys
from youju.retrieval.finding import Meaning
from youju.settings import Endpoint, Settings
from youju.verification.scorer import Scorer, installed


@dataclass(frozen=True, slots=True)
class PartState:
    """One part. `detail` is a sentence for a person, without paths and secrets; counts are the owner's to see."""

    name: str
    state: Literal["ready", "degraded", "failed"]
    detail: str


async def parts_of(
    settings: Settings,
    ledger: Ledger,
    index: LexicalIndex,
    meaning: Meaning | None,
    runs: ImportRuns,
    *,
    probe: bool,
) -> list[PartState]:
    """Look at every part. `probe` also loads the embedder, which is otherwise loaded at its first use, and asks the
    servers of the language models, which takes up to 5 s."""
    asked = asyncio.create_task(models_of(settings, probe=probe))
    try:
        return [
            await _ledger(ledger),
            await _imports(runs),
            await _index(ledger, index),
            await _embedder(meaning, probe=probe),
            *([await _vectors(ledger, meaning)] if meaning else []),
            *await asked,
            _support(),
            _statutes(),
            *([await asyncio.to_thread(_statute_search, meaning)] if meaning else []),
        ]
    finally:
        asked.cancel()


async def models_of(settings: Settings, *, probe: bool) -> list[PartState]:
    """The chat model and the judge. Neither is needed: without the one answers are extracts, without the other the
    gate alone decides."""
    asked = (
        _model("chat", settings.chat, "No model is configured: answers are verbatim extracts.", probe=probe),
        _model("judge", settings.judge, "No judge is configured: the gate alone decides.", probe=probe),
    )
    return list(await asyncio.gather(*asked))


async def _model(part: str, endpoint: Endpoint, without: str, *, probe: bool) -> PartState:
    if not endpoint.base_url:
        return PartState(part, "ready", without)
    if probe:
        # The HTTP client takes 0.1 s to load: only those pay for it who have a model.
        from youju.models.probing import probe as ask  # noqa: PLC0415

        failure = await ask(endpoint, part)
        if failure is not None:
            settings = f"The settings are YOUJU_{part.upper()}__…, or [{part}] in settings.toml."
            return PartState(part, "degraded", f"{endpoint.model}: {failure.line()} {settings}")
    return PartState(part, "ready", f"{endpoint.model}{'' if probe else ' (not asked yet)'}")


async def _ledger(ledger: Ledger) -> PartState:
    documents = await ledger.documents(OWNER)
    waiting = sum(document.state == "needs_ocr" for document in documents)
    told = f"{len(documents)} documents" + (f", {waiting} of them need OCR" if waiting else "")
    return PartState("ledger", "ready", told)


async def ocr_part(recognition: Recognition, settings: Settings) -> PartState:
    """What reads pages that are pictures, and how many wait for it."""
    documents, pages = await recognition.waiting()
    waiting = f"{pages} pages of {documents} documents wait" if pages else ""
    if not settings.ocr:
        return PartState("ocr", "degraded" if pages else "ready", f"Off (YOUJU_OCR). {waiting}".strip())
    engine = engine_name()
    if engine is None:
        told = f"Not installed: pages that are pictures are not searchable. {INSTALL} {waiting}".strip()
        return PartState("ocr", "degraded" if pages else "ready", told)
    told = f"{engine}; {waiting}. `youju serve` goes on, or `youju add` with the same files." if waiting else engine
    return PartState("ocr", "degraded" if pages else "ready", told)


async def _imports(runs: ImportRuns) -> PartState:
    """The last import, and those that did not come to their end since the last one that did."""
    known = await runs.runs()
    if not known:
        return PartState("imports", "ready", "nothing was imported yet")
    last = known[0]
    told = f"the last one, {last.started_at:%Y-%m-%d %H:%M} UTC: {last.state}, {last.done} of {last.total} files"
    broken = [run for run in known if run.state == "interrupted" and (run.goes_on or run is last)]
    if broken:
        return PartState("imports", "degraded", f"{told}. {broken[0].note} `youju imports` shows the report.")
    return PartState("imports", "ready", told)


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
        keys = await live_keys(ledger)
        present, wanted = await asyncio.to_thread(lambda: len(keys & meaning.vectors.refresh().keys())), len(keys)
    except YoujuError as error:
        return PartState("vectors", "degraded", error.line())
    if present < wanted:
        told = f"{present} of {wanted} texts have a vector. `youju serve` goes on, or `youju reindex` does it now."
        return PartState("vectors", "degraded", told)
    return PartState("vectors", "ready", f"all {wanted} texts have a vector")


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


def _statute_search(meaning: Meaning) -> PartState:
    """What ships for finding statutes: vectors of the pack, and the model that ranks. Either is of use with the
    embedder that it was made for, and with no other."""
    try:
        meaning.vectors.adopt(shipped_vectors(), ())
        model = shipped(meaning.embedder.fingerprint)
    except YoujuError as error:
        return PartState("statute search", "degraded", error.line())
    return PartState("statute search", "ready", f"{model.card.name}, learned from {model.card.questions} questions")
