"""Laws into the ledger: which edition each one is, what it changes for the others, one transaction for each batch."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from youju.errors import NotFound
from youju.knowledge.drafts import Draft
from youju.knowledge.editions.values import Dates, Edition
from youju.knowledge.identity import digest, document_id
from youju.knowledge.importing import Importer
from youju.knowledge.ledger import Ledger
from youju.knowledge.names.putting import Published
from youju.knowledge.placing import Placement
from youju.law.comparing import Difference, articles, differences
from youju.law.documents import LawDocument
from youju.law.drafts import Incoming, law_drafts, parted
from youju.law.editions import Origin, edition_of
from youju.law.names import bare
from youju.law.repeals import TableEntry, parts_of

Became = Literal[
    "new",  # a law that was not here
    "amended",  # a newer edition of a law that was here
    "earlier",  # an older edition of a law that was here
    "known",  # this edition is here already, from elsewhere
    "updated",  # this edition is here, and its text or structure has changed
    "moved",  # only its dates in force have changed
    "unchanged",
]


@dataclass(frozen=True, slots=True)
class Ended:
    """An edition whose end was set or changed by what came in."""

    law: str
    published: date | None
    since: date


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one law. `origin`: where the text that is kept came from (`batch`: from another file of the same
    import); `differences` are the articles that read otherwise there."""

    law: LawDocument
    edition: Edition
    became: Became
    origin: str
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """What became of some laws that came in together."""

    taken: list[Taken]
    ended: list[Ended] = field(default_factory=list[Ended])


class Intake:
    """Takes laws in. One for each install or import: what came in through it is not replaced by a second copy."""

    def __init__(self, ledger: Ledger, importer: Importer, table: Sequence[TableEntry], origin: Origin) -> None:
        self._ledger = ledger
        self._importer = importer
        self._table = table
        self._origin: Origin = origin
        self._done: set[str] = set()

    async def put(self, laws: Sequence[tuple[LawDocument, str | None]]) -> Batch:
        """Take these laws in, each with the name of its kept original, and cut again those of which articles are
        repealed that were not before. Without laws only the latter: what the table of repeals says by now."""
        before, dates = await self._ledger.editions(), await self._ledger.edition_dates()
        placing = _Placing(self._ledger, before, self._origin, self._done)
        for law, stored in laws:
            await placing.put(law, stored)
        placed = placing.placed
        editions = {**before, **{document: one.edition for document, one in placed.items()}}
        incoming = [replace(one, edition=self._told(one.edition, editions)) for one in placed.values()]
        drafts = await asyncio.to_thread(law_drafts, incoming, self._importer)
        drafts = [replace(draft, identity=document) for document, draft in zip(placed, drafts, strict=True)]
        drafts += [await self._cut_again(one, editions) for one in editions if self._differs(one, editions, placed)]
        published = await self._importer.publish(drafts) if drafts else []
        await self._drop_parts(placed, before)
        new = [
            Taken(one.law, one.edition, _became(done, one, before), self._origin)
            for done in published
            if (one := placed.get(done.document_id)) is not None
        ]
        here = {document: one for document, one in before.items() if document not in self._done}
        self._done |= placed.keys()
        ended = _ended(here, dates, await self._ledger.edition_dates())
        return Batch([*new, *placing.known], ended)

    def _told(self, edition: Edition, editions: Mapping[str, Edition]) -> Edition:
        return replace(edition, parts=parts_of(edition, self._table, editions.values()))

    def _differs(self, document: str, editions: Mapping[str, Edition], placed: Mapping[str, Incoming]) -> bool:
        edition = editions[document]
        return document not in placed and self._told(edition, editions).parts != edition.parts

    async def _cut_again(self, document: str, editions: Mapping[str, Edition]) -> Draft:
        """The live text of an edition with what is known by now to be repealed of it."""
        stored = await self._ledger.stored_edition(document)
        if stored is None:
            raise NotFound("A law was removed while others came in.", remedy="Try again.")
        draft = await asyncio.to_thread(
            self._importer.draft,
            stored.key,
            stored.source,
            stored.document,
            stored.content_hash,
            Placement(),
            title=stored.title,
            sections=stored.sections,
        )
        edition = self._told(editions[document], editions)
        draft = replace(draft, label=stored.label, stored_file=stored.stored_file, identity=document, edition=edition)
        return parted(draft, edition.parts)

    async def _drop_parts(self, placed: Mapping[str, Incoming], before: Mapping[str, Edition]) -> None:
        """Where a law came in whole, the parts of it that came in before go."""
        whole = {(one.edition.line, one.edition.published) for one in placed.values() if one.edition.part is None}
        parts = [document for document, one in before.items() if one.part and (one.line, one.published) in whole]
        if parts:
            await self._importer.remove(*parts)


class _Placing:
    """Which documents the laws of one batch become, and which of them are here already."""

    def __init__(self, ledger: Ledger, before: Mapping[str, Edition], origin: Origin, done: Set[str]) -> None:
        self._ledger = ledger
        self._editions = dict(before)
        self._origin: Origin = origin
        self._done = done
        self._lines = {bare(edition.line): edition.line for edition in before.values()}
        self.placed: dict[str, Incoming] = {}
        self.known: list[Taken] = []

    async def put(self, written: LawDocument, stored: str | None) -> None:
        """Find the place of one law."""
        law = _named(written, self._lines.setdefault(bare(written.title), written.title))
        edition = edition_of(law, self._origin)
        twin = await self._twin(law, edition)
        if twin is not None and (twin in self._done or twin in self.placed or self._foreign(twin)):
            origin = "batch" if twin in self._done or twin in self.placed else self._editions[twin].origin
            self.known.append(Taken(law, edition, "known", origin, tuple(await self._compared(law, twin))))
            return
        law = self._keyed(law, edition) if twin is None else await self._as_before(law, twin)
        document = twin or document_id(law.key)
        self.placed[document] = Incoming(law, edition, stored)
        self._editions[document] = edition

    def _foreign(self, document: str) -> bool:
        return self._editions[document].origin != self._origin

    async def _twin(self, law: LawDocument, edition: Edition) -> str | None:
        """The document that holds this edition: same law, same day of publication (where that is not known: the same
        words), whole or the same part."""
        for document, one in self._editions.items():
            alike = bare(one.line) == bare(edition.line) and one.published == edition.published
            if not alike or one.part not in {None, edition.part}:
                continue
            if edition.published is not None or not await self._compared(law, document):
                return document
        return None

    async def _compared(self, law: LawDocument, twin: str) -> list[Difference]:
        """The articles in which a law differs from the text that is here. Of a part only its own are looked at."""
        if twin in self.placed:
            here = self.placed[twin].law
            ours = articles(here.document.text, here.sections)
        else:
            stored = await self._ledger.stored_edition(twin)
            ours = articles(stored.document.text, stored.sections) if stored else {}
        theirs = articles(law.document.text, law.sections)
        if law.part is not None:
            ours = {at: one for at, one in ours.items() if law.part.first <= at[0] <= law.part.last}
        return await asyncio.to_thread(differences, ours, theirs)

    async def _as_before(self, law: LawDocument, twin: str) -> LawDocument:
        stored = await self._ledger.stored_edition(twin)
        return replace(law, key=stored.key, display_name=stored.source) if stored else law

    def _keyed(self, law: LawDocument, edition: Edition) -> LawDocument:
        """With the key and the name of a document of its own. The plain name is the first one's, and the pack's for
        what it holds newest."""
        if self._origin == "pack" and document_id(law.key) not in self._editions:
            return law
        day = str(edition.published or digest(law.document.text)[:8])
        part = f"/{edition.part}" if edition.part else ""
        told = "、".join(words for words in (str(edition.published or ""), edition.part or "") if words)
        alone = not part and all(bare(one.line) != bare(edition.line) for one in self._editions.values())
        name = edition.line if alone or not told else f"{edition.line}（{told}）"
        return replace(law, key=f"law:{edition.line}@{day}{part}", display_name=name)


def _named(law: LawDocument, line: str) -> LawDocument:
    """Under the name that the law has here already: with 中华人民共和国 or without."""
    if law.title == line:
        return law
    sections = tuple(
        replace(section, locator=replace(section.locator, law=line)) if section.locator else section
        for section in law.sections
    )
    return replace(law, title=line, sections=sections)


def _became(done: Published, incoming: Incoming, before: Mapping[str, Edition]) -> Became:
    if done.outcome in {"unchanged", "moved"}:
        return "unchanged" if done.outcome == "unchanged" else "moved"
    if done.document_id in before:
        return "updated"
    edition = incoming.edition
    days = [one.published for one in before.values() if bare(one.line) == bare(edition.line)]
    known = [day for day in days if day is not None]
    if not days or edition.published is None:
        return "new"
    return "amended" if not known or edition.published > max(known) else "earlier"


def _ended(before: Mapping[str, Edition], dates: Mapping[str, Dates], now: Mapping[str, Dates]) -> list[Ended]:
    """The editions that were here and end on another day now."""
    found = [
        Ended(before[document].line, before[document].published, new.end)
        for document, new in now.items()
        if new.end is not None and document in before and document in dates and dates[document].end != new.end
    ]
    return sorted(found, key=lambda one: (one.law, one.since))
