"""What a passage can be quoted by: sentences, list items, table rows, each with what it needs to be understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from youju.citations.registry import Registered
from youju.reading.document import Block
from youju.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a passage that is quoted whole: `[start, end)` in the version's canonical text.

    `around` is what stands over it (section, table header, list lead-in): it is matched, and never quoted by itself.
    `asked` is a question that the document itself puts above it (问：…): to match it is to match the answer.
    `group` ties the items of one list and the rows of one table. `order` is its place among all units.
    """

    source: Registered
    block: Block
    start: int
    end: int
    text: str
    around: str
    asked: str
    order: int

    @property
    def version(self) -> str:
        """Version that it stands in."""
        return self.source.passage.version_id

    @property
    def group(self) -> tuple[str, int] | None:
        """The list or table, if it is a part of one."""
        return None if self.block.group is None else (self.version, self.block.group)


def units_of(sources: Sequence[Registered]) -> list[Unit]:
    """All units of these passages in reading order, documents in the order given; what two passages share, once."""
    ranks: dict[str, int] = {}
    for source in sources:
        ranks.setdefault(source.passage.version_id, len(ranks))
    ordered = sorted(sources, key=lambda source: (ranks[source.passage.version_id], source.passage.start))
    units: list[Unit] = []
    seen: set[tuple[str, int]] = set()
    for source in ordered:
        for unit in _units(source, len(units)):
            if (unit.version, unit.end) not in seen:
                seen.add((unit.version, unit.end))
                units.append(unit)
    return units


def _units(source: Registered, first: int) -> Iterator[Unit]:
    passage = source.passage
    path = " ".join(passage.section)
    lead = header = ""
    asked = passage.section[-1] if passage.section and _is_question(passage.section[-1]) else ""
    for block in passage.blocks or (Block("paragraph", passage.start, passage.end),):
        start, end = max(block.start, passage.start), min(block.end, passage.end)
        text = passage.text[start - passage.start : end - passage.start]
        if _is_question(text):
            asked = text
        if block.kind == "heading" or _is_question(text):
            continue
        if block.kind == "table_header":
            header = text
        around = " ".join(part for part in (path, *_over(block, lead, header)) if part)
        for low, high in _pieces(block, text):
            yield Unit(source, block, start + low, start + high, text[low:high], around, asked, first)
            first += 1
        if block.group is None:
            lead = text if text.rstrip().endswith(("：", ":")) else ""
            header = ""


def _is_question(text: str) -> bool:
    """A question asks; it never answers."""
    return text.rstrip().endswith(("？", "?")) and "\n" not in text.strip()


def _over(block: Block, lead: str, header: str) -> tuple[str, ...]:
    if block.kind == "table_row":
        return (lead, header)
    return (lead,) if block.kind == "list_item" else ()


def _pieces(block: Block, text: str) -> list[tuple[int, int]]:
    if block.kind in ("paragraph", "quote"):
        return [(span.start, span.end) for span in split_sentences(text)]
    return [(0, len(text))] if text.strip() else []
