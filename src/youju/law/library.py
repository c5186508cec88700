"""The library of laws: what comes in, from the pack and from files, and what is there.

Everything that a face can do with laws. What is shown stands in `library_values`, how it is found in `browsing`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Literal

from youju.caller import Caller
from youju.errors import CallerMistake, InputRejected
from youju.knowledge.editions.values import Repeal
from youju.knowledge.importing import Importer
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.sources import Source
from youju.law.browsing import Browsing
from youju.law.documents import LawDocument, law_documents
from youju.law.files.facts import NotLaw
from youju.law.files.joining import join_parts
from youju.law.intake import Became, Ended, Intake, Taken
from youju.law.law_files import ReadFile, read_laws
from youju.law.library_values import ArticleOut, LawList, LawOut
from youju.law.names import bare
from youju.law.numerals import article_label, hanzi
from youju.law.repeals import TableEntry, repeal_table
from youju.reading.reader import Limits
from youju.reading.worker import ReadingPool

LAWS_AT_ONCE = 40
"""Laws per transaction: few enough to show progress, many enough that commits cost nothing."""

Outcome = Literal[Became, "part", "not_law", "failed"]
"""`part`: a file that holds a part of a law, which waits for the others."""


@dataclass(frozen=True, slots=True)
class LawItem:
    """What became of one law or of one file. `ended`: editions that were here and have another end by this;
    `repeals`: what the text itself says to repeal; `differences`: articles that read otherwise in the text that was
    here already; `findings`: what a person must look at, with its places; `done` of `total` are dealt with."""

    name: str
    outcome: Outcome
    message: str
    law: str = ""
    published: date | None = None
    articles: int = 0
    differences: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    repeals: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    code: str | None = None
    done: int = 0
    total: int = 0


class LawLibrary:
    """Takes laws in and shows them. `preload` is called after an installation, to bring vectors along."""

    def __init__(
        self,
        ledger: Ledger,
        importer: Importer,
        originals: Originals,
        reading: ReadingPool,
        *,
        limits: Limits,
        home: Path,
        preload: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._ledger = ledger
        self._importer = importer
        self._originals = originals
        self._reading = reading
        self._limits = limits
        self._home = home
        self._preload = preload
        self._browsing = Browsing(ledger)

    # ── taking in ──────────────────────────────────────────────────────────────────────────────────────────────

    async def install(self) -> AsyncGenerator[LawItem]:
        """Put the statute pack into the ledger, one item for each law; a law that is there already is left alone.

        Raises `PartUnavailable` without the pack, and `CallerMistake` (`invalid_repeals`) for a table of repeals that
        cannot be understood; then nothing has changed.
        """
        intake = Intake(self._ledger, self._importer, await self._table(), "pack")
        laws = await asyncio.to_thread(lambda: list(law_documents()))
        for done in range(0, len(laws), LAWS_AT_ONCE):
            batch = await intake.put([(law, None) for law in laws[done : done + LAWS_AT_ONCE]])
            for number, item in enumerate(_items(batch.taken, batch.ended), start=done + 1):
                yield replace(item, done=min(number, len(laws)), total=len(laws))
        if self._preload is not None:
            await self._preload()

    async def import_files(self, sources: Sequence[Source | InputRejected], caller: Caller) -> AsyncGenerator[LawItem]:
        """Take laws in from files, one item for each file as it is read; parts of one law are joined at the end. Raises
        `CallerMistake` unless by the owner, and as `install`."""
        if not caller.reads_all:
            raise CallerMistake("Only the owner of the folder may import laws.", code="forbidden")
        intake = Intake(self._ledger, self._importer, await self._table(), "file")
        parts: list[LawDocument] = []
        with self._originals.in_use():
            total, done = len(sources), 0
            async with aclosing(read_laws(sources, self._reading, self._originals, self._limits)) as files:
                async for file in files:
                    done += 1
                    total = max(total, done)
                    for item in await self._take(file, intake, parts):
                        yield replace(item, done=done, total=total)
            for law in join_parts(parts):
                for item in await _put(intake, law.display_name, law, None):
                    yield replace(item, done=done, total=total)
            for item in _items([], (await intake.put([])).ended):
                yield replace(item, done=done, total=total)
        await self._importer.collect_files()

    async def _take(self, file: ReadFile, intake: Intake, parts: list[LawDocument]) -> list[LawItem]:
        content = file.content
        if isinstance(content, InputRejected):
            return [LawItem(file.name, "failed", content.line(), code=content.code)]
        if isinstance(content, NotLaw):
            return [LawItem(file.name, "not_law", f"{file.name}: {content.zh}", code="not_law")]
        if content.part is not None:
            parts.append(content)
            told = f"{file.name}: 《{content.title}》{content.part.name}, joined with the other parts."
            return [LawItem(file.name, "part", told, content.title, content.published)]
        return await _put(intake, file.name, content, file.stored)

    async def _table(self) -> list[TableEntry]:
        return await asyncio.to_thread(repeal_table, self._home)

    # ── looking ────────────────────────────────────────────────────────────────────────────────────────────────

    async def laws(
        self,
        caller: Caller,
        at: date | None = None,
        text: str = "",
        *,
        every: bool = False,
        offset: int = 0,
        limit: int | None = None,
    ) -> LawList:
        """The laws that the caller may read, by name, each in the edition that counts at a date (default: today), or
        with `every` all editions; `text` filters by words of name, issuer, number or kind."""
        return await self._browsing.laws(caller, at, text, every=every, offset=offset, limit=limit)

    async def law(self, name: str, caller: Caller, at: date | None = None) -> LawOut:
        """One law with its parts, articles and editions; `name` as people write it. Raises `NotFound`, and
        `CallerMistake` (`ambiguous_law`) for a name of several."""
        return await self._browsing.law(name, caller, at)

    async def article(self, name: str, no: str, caller: Caller, at: date | None = None) -> ArticleOut:
        """One article (`47`, `120-1`, 第四十七条) with its 款 and 项, neighbours and wordings. Raises as `law`, and
        `NotFound` for an article that the law does not have."""
        return await self._browsing.article(name, no, caller, at)


async def _put(intake: Intake, name: str, law: LawDocument, stored: str | None) -> list[LawItem]:
    batch = await intake.put([(law, stored)])
    return [replace(item, name=name) for item in _items(batch.taken, batch.ended)]


def _items(taken: Sequence[Taken], ended: Sequence[Ended]) -> list[LawItem]:
    """What became of the laws of one batch; what ended by it is told with the last of them."""
    told = tuple(f"《{bare(one.law)}》{one.published or ''}: until {one.since}" for one in ended)
    items = [_item(one) for one in taken]
    if items:
        return [*items[:-1], replace(items[-1], ended=told)]
    return [LawItem("", "moved", "Dates in force.", ended=told)] if told else []


def _item(taken: Taken) -> LawItem:
    law = taken.law
    day = f", published {law.published}" if law.published else ", day of publication unknown"
    count = sum(section.locator is not None and section.locator.article is not None for section in law.sections)
    labels = tuple(one.label for one in taken.differences)
    return LawItem(
        name=law.display_name,
        outcome=taken.became,
        message=f"《{law.title}》{day}: {_told(taken, len(labels))}",
        law=law.title,
        published=law.published,
        articles=count,
        differences=labels,
        repeals=tuple(_repeal(one) for one in taken.edition.repeals) if taken.became in _FRESH else (),
        findings=tuple(finding.zh for finding in law.findings),
    )


_TOLD: dict[Became, str] = {
    "new": "new.",
    "amended": "a newer edition of a law that was here.",
    "earlier": "an earlier edition of a law that was here.",
    "updated": "the same edition, read anew.",
    "moved": "the same text, with other dates in force.",
    "unchanged": "already there.",
}
_FRESH = frozenset[Became](("new", "amended", "earlier", "updated"))
_FROM = {"pack": "the pack", "file": "another file", "batch": "another file of this import"}


def _repeal(repeal: Repeal) -> str:
    address = article_label(repeal.article, repeal.suffix) if repeal.article is not None else ""
    paragraph = f"第{hanzi(repeal.paragraph)}款" if repeal.paragraph is not None else ""
    since = f" from {repeal.since}" if repeal.since else ""
    return f"《{repeal.name}》{address}{paragraph}{since}"


def _told(taken: Taken, differing: int) -> str:
    if taken.became != "known":
        return _TOLD[taken.became]
    words = f"already there from {_FROM[taken.origin]}"
    return f"{words}; {differing} articles differ in wording." if differing else f"{words}."
