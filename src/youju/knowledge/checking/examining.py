"""Ledger, index, vectors and kept files held against each other: what is wrong, and the way out."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from youju.errors import YoujuError
from youju.index.protocol import LexicalIndex
from youju.index.vectors import VectorStore, embedding_input, embedding_key
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals

Area = Literal["ledger", "index", "vectors", "files"]
_REINDEX = "Run `youju reindex`."
_ADD_AGAIN = "Add its file again."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, in a sentence without paths, and what mends it."""

    area: Area
    problem: str
    remedy: str


async def examine(
    ledger: Ledger, index: LexicalIndex, vectors: VectorStore | None, originals: Originals
) -> list[Finding]:
    """Everything that is wrong; an empty list says that all is well. Reads the whole ledger once. What is merely not
    done yet (vectors that are missing) is no fault."""
    found = [Finding("ledger", *one) for one in await ledger.faults()]
    found += await _index_faults(ledger, index)
    found += await _vector_faults(ledger, vectors) if vectors else []
    return found + await _file_faults(ledger, originals)


async def _index_faults(ledger: Ledger, index: LexicalIndex) -> list[Finding]:
    try:
        await asyncio.to_thread(index.refresh)
        held = await asyncio.to_thread(index.versions)
    except YoujuError as error:
        return [Finding("index", error.message, error.remedy)]
    live = await ledger.live_versions()
    found = [Finding("index", f"{len(live - held)} documents are not indexed.", _REINDEX)] if live - held else []
    if held - live:
        found.append(Finding("index", f"{len(held - live)} versions are indexed that are not in use.", _REINDEX))
    return found


async def _vector_faults(ledger: Ledger, vectors: VectorStore) -> list[Finding]:
    try:
        present = (await asyncio.to_thread(vectors.refresh)).keys()
    except YoujuError as error:
        return [Finding("vectors", error.message, error.remedy)]
    wanted = {embedding_key(embedding_input(entry)) for entry in await ledger.live_entries()}
    # Vectors of texts that are not live are no fault while their versions are kept: restoring finds them again.
    if not wanted and present:
        return [Finding("vectors", f"{len(present)} vectors are kept without any text.", _REINDEX)]
    return []


async def _file_faults(ledger: Ledger, originals: Originals) -> list[Finding]:
    needed = await ledger.stored_files()
    present = originals.names()
    found: list[Finding] = []
    if needed - present:
        problem = f"{len(needed - present)} kept originals are missing: their pages cannot be shown."
        found.append(Finding("files", problem, _ADD_AGAIN))
    altered = await asyncio.to_thread(_altered, [originals.path(name) for name in sorted(needed & present)])
    if altered:
        found.append(Finding("files", f"{altered} kept originals are not what was imported.", _ADD_AGAIN))
    if present - needed:
        problem = f"{len(present - needed)} files are kept that nothing needs."
        found.append(Finding("files", problem, "The next import or deletion removes them."))
    return found


def _altered(paths: Iterable[Path]) -> int:
    return sum(_hash(path) != path.name.partition(".")[0] for path in paths)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
