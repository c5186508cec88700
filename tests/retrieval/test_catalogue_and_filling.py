"""The table of live passages and the background filling of vectors."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.retrieval.shelving import BagOfBigrams, Shelf, draft_of

from youju.index.protocol import Entry, Filters
from youju.knowledge.drafts import Placement
from youju.retrieval.catalogue import Catalogue
from youju.retrieval.filling import Beside, Filling, fill_vectors


class Counting:
    """A ledger that notes which documents were read."""

    def __init__(self, shelf: Shelf) -> None:
        self._ledger = shelf.ledger
        self.read: list[Sequence[str] | None] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._ledger, name)

    async def live_entries(self, document_ids: Sequence[str] | None = None) -> list[Entry]:
        self.read.append(document_ids)
        return await self._ledger.live_entries(document_ids)


async def test_only_changed_documents_are_read_again(dense_shelf: Shelf) -> None:
    drafts = [draft_of(f"d{i}", [f"文字{i}", "共同"], Placement()) for i in range(5)]
    await dense_shelf.put_all(drafts)
    ledger = Counting(dense_shelf)
    assert dense_shelf.vectors
    catalogue = Catalogue(ledger, dense_shelf.vectors)  # type: ignore[arg-type]
    assert len((await catalogue.table(await dense_shelf.ledger.change_counter())).passage_ids) == 10
    same = await catalogue.table(await dense_shelf.ledger.change_counter())
    assert await catalogue.table(await dense_shelf.ledger.change_counter()) is same
    await dense_shelf.put("d1", "新的文字")
    await dense_shelf.ledger.remove([drafts[2].document_id], dense_shelf.index.add)
    table = await catalogue.table(await dense_shelf.ledger.change_counter())
    first, second = ledger.read
    assert first is not None
    assert set(first) == {draft.document_id for draft in drafts}
    assert second is not None
    assert set(second) == {drafts[1].document_id, drafts[2].document_id}
    fresh = await Catalogue(dense_shelf.ledger, dense_shelf.vectors).table(0)
    assert list(table.passage_ids) == list(fresh.passage_ids)
    assert table.row.tolist() == fresh.row.tolist()
    assert len(table.admitted(Filters(None))) == 7


async def test_filling_is_resumable_and_embeds_each_text_once(dense_shelf: Shelf) -> None:
    class Slow(BagOfBigrams):
        embedded = 0

        def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            Slow.embedded += len(texts)
            return super().embed_passages(texts)

    drafts = [draft_of(f"d{i}", [f"甲{i}", f"乙{i}", "处处相同"], Placement()) for i in range(30)]
    await dense_shelf.ledger.publish(drafts, dense_shelf.index.add)
    assert dense_shelf.vectors
    distinct = 30 * 3  # the same words under another title are another text
    first = fill_vectors(dense_shelf.ledger, dense_shelf.vectors, Slow())
    seen = [await anext(first), await anext(first), await anext(first)]
    await first.aclose()
    assert [progress.done for progress in seen] == [0, 16, 32]
    assert {progress.total for progress in seen} == {distinct}
    rest = [p async for p in fill_vectors(dense_shelf.ledger, dense_shelf.vectors, Slow())]
    assert (rest[0].done, rest[-1].done, rest[-1].total) == (32, distinct, distinct)
    assert Slow.embedded == distinct
    assert len(dense_shelf.vectors.view()) == distinct


async def test_filling_goes_on_with_what_is_published_meanwhile(dense_shelf: Shelf) -> None:
    await dense_shelf.ledger.publish([draft_of("甲", ["一", "二"], Placement())], dense_shelf.index.add)
    assert dense_shelf.vectors
    seen = []
    async for progress in fill_vectors(dense_shelf.ledger, dense_shelf.vectors, BagOfBigrams()):
        if not seen:
            await dense_shelf.ledger.publish([draft_of("乙", ["三"], Placement())], dense_shelf.index.add)
        seen.append((progress.done, progress.total))
    assert seen[-1] == (3, 3)


async def test_a_cancelled_fill_keeps_what_was_done(dense_shelf: Shelf) -> None:
    drafts = [draft_of(f"d{i}", [f"甲{i}"], Placement()) for i in range(60)]
    await dense_shelf.ledger.publish(drafts, dense_shelf.index.add)
    vectors = dense_shelf.vectors
    assert vectors
    started = asyncio.Event()

    async def run() -> None:
        async for progress in fill_vectors(dense_shelf.ledger, vectors, BagOfBigrams()):
            if progress.done:
                started.set()
                await asyncio.sleep(60)

    task = asyncio.create_task(run())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(vectors.refresh()) == 16


async def test_documents_are_embedded_while_others_still_come(dense_shelf: Shelf) -> None:
    assert dense_shelf.vectors
    drafts = [draft_of(f"d{i}", [f"甲{i}", f"乙{i}"], Placement()) for i in range(12)]
    beside = Beside(dense_shelf.ledger, dense_shelf.vectors, BagOfBigrams())
    seen: list[tuple[int, int]] = []

    async def follow() -> None:
        async for step in beside.run():
            seen.append((step.done, step.total))

    task = asyncio.create_task(follow())
    for draft in drafts:
        await dense_shelf.ledger.publish([draft], dense_shelf.index.add)
        beside.put(draft.document_id, len(draft.passages))
        if draft is drafts[5]:
            async with asyncio.timeout(10):
                while not seen:  # noqa: ASYNC110 (it works by itself)
                    await asyncio.sleep(0.01)
    beside.finish()
    await task
    assert len(dense_shelf.vectors.refresh()) == seen[-1][0] == seen[-1][1] == 24
    assert all(a[0] < b[0] and a[1] <= b[1] for a, b in itertools.pairwise(seen))
    assert all(done <= total for done, total in seen)


async def test_a_later_pass_reads_only_what_changed(dense_shelf: Shelf) -> None:
    drafts = [draft_of(f"d{i}", [f"文字{i}", "共同"], Placement()) for i in range(5)]
    await dense_shelf.put_all(drafts)
    assert dense_shelf.vectors
    ledger = Counting(dense_shelf)
    filling = Filling(ledger, dense_shelf.vectors, BagOfBigrams())  # type: ignore[arg-type]
    first = [step async for step in filling.run()]
    ledger.read.clear()
    await dense_shelf.put("d1", "新的文字")
    await dense_shelf.ledger.remove([drafts[2].document_id], dense_shelf.index.add)
    second = [step async for step in filling.run()]
    assert (first[-1].done, first[-1].total) == (10, 10)
    assert (second[-1].done, second[-1].total) == (7, 7)
    changed = {drafts[1].document_id, drafts[2].document_id}
    assert {document for some in ledger.read for document in some or ()} <= changed
