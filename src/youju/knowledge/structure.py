"""Sections of a document: the extension point for domains, and the default that follows the headings."""

from __future__ import annotations

from typing import Protocol

from youju.knowledge.values import Section
from youju.reading.document import Block, ReadDocument


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
    """The section tree that the headings draw. A heading that only repeats the title makes no section."""

    name = "headings"
    version = "1"

    def recognises(self, document: ReadDocument, title: str) -> bool:
        """Every document: this is the fallback."""
        return True

    def parse(self, document: ReadDocument, title: str) -> tuple[Section, ...]:
        """One section for each heading, from its heading to the next of the same or a higher level."""
        headings = [block for block in document.blocks if block.kind == "heading"]
        if headings and _is_title(document, headings, title):
            headings = headings[1:]
        sections: list[Section] = []
        path: list[Section] = []
        for position, heading in enumerate(headings):
            while path and path[-1].level >= heading.level:
                path.pop()
            section = Section(
                ordinal=position,
                title=" ".join(document.text[heading.start : heading.end].split()),
                level=heading.level,
                start=heading.start,
                end=_end(headings, position, len(document.text)),
                parent=path[-1].ordinal if path else None,
            )
            sections.append(section)
            path.append(section)
        return tuple(sections)


def _end(headings: list[Block], position: int, length: int) -> int:
    """Where the section of one heading ends: at the next heading that is not below it."""
    level = headings[position].level
    return next((later.start for later in headings[position + 1 :] if later.level <= level), length)


def _is_title(document: ReadDocument, headings: list[Block], title: str) -> bool:
    """Whether the first heading is the document's title: it says so, and no other heading stands as high."""
    first, *others = headings
    words = "".join(document.text[first.start : first.end].split())
    named = words in {"".join(title.split()), "".join((document.title or "").split())}
    return named and all(other.level > first.level for other in others)
