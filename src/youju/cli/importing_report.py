"""What a person at a terminal sees of an import: one display while it runs, and the report at its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from youju.cli.printing import Bar, echo, say, table

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.cli.context import Context
    from youju.errors import InputRejected
    from youju.knowledge.importing import Item
    from youju.knowledge.placing import Wish
    from youju.knowledge.recognition.service import Recognised
    from youju.knowledge.sources import Source
    from youju.retrieval.filling import Beside

    Found = Source | InputRejected

_FEW = 50
"""So many files are told one by one as they come; of more only those that leave something to do."""


async def import_all(youju: Youju, obj: Context, batches: Sequence[tuple[Sequence[Found], Wish]]) -> list[Item]:
    """Import batches of sources as one run, and embed beside it what has come in."""
    total = sum(len(sources) for sources, _ in batches)
    items = await display(youju, youju.add_all(batches, obj.caller), "Importing", total, quiet=obj.json)
    return await recognise(youju, items, quiet=obj.json)


async def recognise(youju: Youju, items: Sequence[Item], *, quiet: bool) -> list[Item]:
    """Recognise the pages of these documents that are pictures, with a bar, and embed what came of it; what became of
    each file then. Stopping loses nothing: the next run, or the server, goes on."""
    from youju.errors import PartUnavailable

    documents = {item.document_id for item in items if item.document_id}
    became: dict[str, Recognised] = {}
    with Bar("Recognising", 0) as bar:
        try:
            async for step in youju.recognise(sorted(documents)):
                bar.update(step.done, step.total, step.name)
                if step.document is not None:
                    became[step.document.document_id] = step.document
                    if not quiet or not step.document.passages:
                        say(step.document.message)
        except PartUnavailable as error:
            say(error.line())
    if youju.ocr_missing and any(item.missing for item in items):
        say(youju.ocr_missing)
    if became:
        await fill(youju, sorted(became))
    return [became[item.document_id].of(item) if item.document_id in became else item for item in items]


async def fill(youju: Youju, documents: Sequence[str] | None = None) -> None:
    """Compute missing vectors with a bar. Stopping loses nothing: the next run, or the server, goes on."""
    from youju.errors import PartUnavailable

    with Bar("Embedding", 0) as bar:
        try:
            async for progress in youju.fill(documents):
                bar.update(progress.done, progress.total)
        except PartUnavailable as error:
            say(error.line())


async def display(youju: Youju, running: AsyncGenerator[Item], label: str, total: int, *, quiet: bool) -> list[Item]:
    """The items of a run, with one line for its files and one for the vectors of what came in, each with the time left.
    Stopping loses nothing that was finished."""
    items: list[Item] = []
    with Bar(label, total) as bar:
        embedding = _Embedding(youju.beside(), bar)
        try:
            async for item in running:
                items.append(item)
                bar.update(len(items), max(total, len(items)), item.name)
                _tell(item, quiet=quiet or total > _FEW)
                if item.document_id and item.outcome != "removed":
                    embedding.put(item.document_id, item.passages)
            await embedding.finish()
        finally:
            await embedding.stop()
            await running.aclose()
    return items


class _Embedding:
    """The embedder's line of the display. It begins with the first document; where it fails, the import goes on."""

    def __init__(self, beside: Beside | None, bar: Bar) -> None:
        self._beside = beside
        self._bar = bar
        self._task: asyncio.Task[None] | None = None

    def put(self, document: str, passages: int) -> None:
        """One more document has come in."""
        if self._beside is not None:
            self._beside.put(document, passages)
            self._task = self._task or asyncio.create_task(self._work(self._beside))

    async def _work(self, beside: Beside) -> None:
        from youju.errors import PartUnavailable

        line = Bar("Embedding", 0, within=self._bar)
        try:
            async for step in beside.run():
                line.update(step.done, step.total)
        except PartUnavailable as error:
            say(error.line())

    async def finish(self) -> None:
        """Nothing more comes in: wait until all of it is embedded."""
        if self._beside is not None and self._task is not None:
            self._beside.finish()
            await self._task

    async def stop(self) -> None:
        """Let go at once; the next import, `youju serve` or `youju reindex` goes on."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


def _tell(item: Item, *, quiet: bool) -> None:
    if item.result != "imported" or not quiet:
        say(item.message)


def rows(items: Sequence[Item]) -> list[dict[str, Any]]:
    """The items as `--json` prints them, each with its result in one of three words."""
    return [{**asdict(item), "result": item.result} for item in items]


def print_report(items: Sequence[Item]) -> None:
    """Three numbers, and above them a table of the files that did not come in, or not whole, with reason and way
    out."""
    report([(item.result, item.name, item.message) for item in items])


def report(results: Sequence[tuple[str, str, str]]) -> None:
    """The same for (result, name, message)."""
    left = [
        [_WORDS[wanted], name, message.removeprefix(f"{name}: ")]
        for wanted in ("partial", "refused")
        for result, name, message in results
        if result == wanted
    ]
    if left:
        table(["result", "file", "what is missing, and the way out"], left)
    count = {word: sum(result == word for result, *_ in results) for word in ("imported", "partial", "refused")}
    in_part = f", {count['partial']} in part" if count["partial"] else ""
    echo(f"{count['imported']} imported{in_part}, {count['refused']} not.")


_WORDS = {"partial": "in part", "refused": "not"}
