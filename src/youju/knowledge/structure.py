"""Sections of a document: the extension point for domains, and the default that follows the headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from youju.knowledge.values import Section
from youju.reading.document import ReadDocument


class StructureParser(Protocol):
    """Knows the structure of one kind of document, for example a statute's chapters and articles."""

    name: str
    version: str

    def recognises(self, document: ReadDocument, title: str) -> bool:
        """Whether the document is of this kind. Cheap; never raises."""
        ...

    def parse(self, document: ReadDocument, title: str) -> tuple[Section, ...]:
        """The sections in order of their start: ordinals 0, 1, …; a child's span lies in its parent's. Text outside
        every section is allowed."""
        ...


class HeadingStructure:
    """The section tree that the headings draw. A heading that only repeats the title makes no section, and a table of
    contents has nothing below it, however large its heading is set."""

    name = "headings"
    version = "3"

    def recognises(self, document: ReadDocument, title: str) -> bool:
        """Every document: this is the fallback."""
        return True

    def parse(self, document: ReadDocument, title: str) -> tuple[Section, ...]:
        """One section for each heading, from its heading to the next of the same or a higher level."""
        headings = _headings(document, title)
        sections: list[Section] = []
        path: list[Section] = []
        for position, heading in enumerate(headings):
            while path and path[-1].level >= heading.level:
                path.pop()
            section = Section(
                ordinal=position,
                title=heading.title,
                level=heading.level,
                start=heading.start,
                end=_end(headings, position, len(document.text)),
                parent=path[-1].ordinal if path else None,
            )
            sections.append(section)
            path.append(section)
        return tuple(sections)


@dataclass(frozen=True, slots=True)
class _Heading:
    title: str
    level: int
    start: int


_CONTENTS = frozenset({"目录", "目次", "contents", "tableofcontents"})


def _headings(document: ReadDocument, title: str) -> list[_Heading]:
    found = [
        _Heading(" ".join(document.text[block.start : block.end].split()), block.level, block.start)
        for block in document.blocks
        if block.kind == "heading"
    ]
    names = {_squeezed(title), _squeezed(document.title or "")}
    highest = min((heading.level for heading in found), default=0)
    top = [heading for heading in found if heading.level == highest]
    if len(top) == 1 and _squeezed(top[0].title) in names:
        found = found[found.index(top[0]) + 1 :]  # what stands before the title is the cover
    return [
        replace(heading, level=max(heading.level, below.level)) if _squeezed(heading.title) in _CONTENTS else heading
        for heading, below in zip(found, [*found[1:], *found[-1:]], strict=True)
    ]


def _squeezed(words: str) -> str:
    return "".join(words.split()).lower()


def _end(headings: Sequence[_Heading], position: int, length: int) -> int:
    """Where the section of one heading ends: at the next heading that is not below it."""
    level = headings[position].level
    return next((later.start for later in headings[position + 1 :] if later.level <= level), length)
