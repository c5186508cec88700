"""Parts of one law that come in several files, joined in the order of their articles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain, groupby, pairwise

from youju.knowledge.values import Section
from youju.law.documents import LawDocument
from youju.law.files.facts import EffectiveHow, Finding
from youju.law.files.findings import between_parts
from youju.reading.document import Block, ReadDocument, Table

_BETWEEN = "\n\n"


def join_parts(laws: Sequence[LawDocument]) -> list[LawDocument]:
    """Every law once: parts of the same text of the same law become one document. What is whole stays as it is.

    Parts belong together when they have the same name and day of publication and no article twice; others stay alone.
    """
    whole = [law for law in laws if law.part is None]
    parts = sorted((law for law in laws if law.part), key=_place)
    joined: list[LawDocument] = []
    for _, group in groupby(parts, key=lambda law: (law.title, law.published)):
        some = list(group)
        joined += [_joined(some)] if len(some) > 1 and not _overlap(some) else some
    return [*whole, *joined]


def _place(law: LawDocument) -> tuple[str, date, int]:
    return law.title, law.published or date.min, law.part.first if law.part else 0


def _overlap(parts: Sequence[LawDocument]) -> bool:
    return any(
        one.part is not None and two.part is not None and two.part.first <= one.part.last
        for one, two in pairwise(parts)
    )


def _joined(parts: Sequence[LawDocument]) -> LawDocument:
    """One document with the head of the first part and the sections of all."""
    first = parts[0]
    document, sections = _text(parts)
    day, how = _commencement(parts)
    gaps = (found for one, two in pairwise(parts) if (found := _gap(one, two)))
    return replace(
        first,
        key=f"law:{first.title}",
        display_name=first.title,
        document=document,
        sections=sections,
        effective_from=day,
        effective_how=how,
        history=max((law.history for law in parts), key=len),
        repeals=tuple(chain.from_iterable(law.repeals for law in parts)),
        findings=(*chain.from_iterable(law.findings for law in parts), *gaps),
        part=None,
    )


def _text(parts: Sequence[LawDocument]) -> tuple[ReadDocument, tuple[Section, ...]]:
    """The texts one behind the other, blocks, tables and sections moved to where they stand now."""
    head = _body_start(parts[0])
    text = parts[0].document.text[:head].rstrip()
    blocks: list[Block] = [block for block in parts[0].document.blocks if block.start < head]
    tables: list[Table] = []
    sections: list[Section] = []
    for law in parts:
        text += _BETWEEN
        start, groups = _body_start(law), max((block.group or 0 for block in blocks), default=0)
        shift = len(text) - start
        body = [block for block in law.document.blocks if block.start >= start]
        blocks += [_moved_block(block, shift, groups) for block in body]
        tables += [_moved_table(table, shift, groups) for table in law.document.tables]
        sections += _moved_sections(law.sections, shift, len(sections), len(law.document.text) + shift)
        text += law.document.text[start:]
    sections = _closed(sections, len(text))
    return replace(parts[0].document, text=text, blocks=tuple(blocks), tables=tuple(tables)), tuple(sections)


def _body_start(law: LawDocument) -> int:
    return law.sections[0].start if law.sections else len(law.document.text)


def _moved_block(block: Block, shift: int, groups: int) -> Block:
    group = None if block.group is None else block.group + groups
    return replace(block, start=block.start + shift, end=block.end + shift, group=group)


def _moved_table(table: Table, shift: int, groups: int) -> Table:
    cells = (replace(cell, start=cell.start + shift, end=cell.end + shift) for cell in table.cells)
    return Table(table.group + groups, tuple(cells))


def _moved_sections(sections: Sequence[Section], shift: int, before: int, end: int) -> Iterator[Section]:
    for section in sections:
        yield replace(
            section,
            ordinal=section.ordinal + before,
            start=section.start + shift,
            end=min(section.end + shift, end),
            parent=None if section.parent is None else section.parent + before,
        )


def _closed(sections: Sequence[Section], length: int) -> list[Section]:
    """Sections that reached to the end of their part reach to the beginning of the next one."""
    starts = sorted(section.start for section in sections if section.parent is None)
    following = dict(zip(starts, [*starts[1:], length], strict=True))
    ends = {section.start: following[section.start] for section in sections if section.parent is None}
    closed: list[Section] = []
    for section in sections:
        limit = ends[section.start] if section.parent is None else closed[section.parent].end
        at_end = section.parent is None or section.end == sections[section.parent].end
        closed.append(replace(section, end=limit) if at_end else section)
    return closed


def _commencement(parts: Sequence[LawDocument]) -> tuple[date | None, EffectiveHow]:
    """The one day that the parts name; unknown where they name several."""
    known = [law for law in parts if law.effective_from is not None]
    if len({law.effective_from for law in known}) != 1:
        return None, "unknown"
    return known[0].effective_from, known[0].effective_how


def _gap(before: LawDocument, after: LawDocument) -> Finding | None:
    if before.part is None or after.part is None or after.part.first == before.part.last + 1:
        return None
    return between_parts(before.part, after.part)
