"""What a passage can be quoted by: sentences, list items, table rows, each with what it needs to be understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from youju.citations.grids import unmarked_headers
from youju.reading.document import Block
from youju.retrieval.values import Scored
from youju.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a passage that is quoted whole: `[start, end)` in the version's canonical text.

    `above` is what it is read under: a table's caption and header, a list's lead-in, a question that the document
    itself answers (问：…). `path` is its section. Both are matched, and never quoted by themselves.
    `group` ties the items of one list and the rows of one table. `order` is its place among all units.
    """

    source: Scored
    block: Block
    start: int
    end: int
    text: str
    above: str
    path: str
    order: int

    @property
    def version(self) -> str:
        """Version that it stands in."""
        return self.source.passage.version_id

    @property
    def group(self) -> tuple[str, int] | None:
        """The list or table, if it is a part of one."""
        return None if self.block.group is None else (self.version, self.block.group)


def units_of(sources: Sequence[Scored]) -> list[Unit]:
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


def _units(source: Scored, first: int) -> Iterator[Unit]:
    passage = source.passage
    path = " ".join(passage.section)
    above = _Above(passage.section[-1] if passage.section and _is_question(passage.section[-1]) else "")
    for head in passage.heads:
        above.meet(head.block, head.text)
        if head.text and head.block.kind == "table_header":
            yield Unit(
                source, head.block, head.block.start, head.block.end, head.text, above.of(head.block), path, first
            )
            first += 1
    headers = unmarked_headers(passage)
    for written in passage.blocks or (Block("paragraph", passage.start, passage.end),):
        start, end = max(written.start, passage.start), min(written.end, passage.end)
        text = passage.text[start - passage.start : end - passage.start]
        block = replace(written, kind="table_header") if start - passage.start in headers else written
        above.meet(block, text)
        if block.kind == "heading" or _is_question(text):
            continue
        for low, high in _pieces(block, text):
            yield Unit(source, block, start + low, start + high, text[low:high], above.of(block), path, first)
            first += 1


class _Above:
    """What stands over the blocks of one passage, as they go by."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._lead = self._header = ""
        self._group: int | None = None

    def meet(self, block: Block, text: str) -> None:
        """Take note of a block before its units are made."""
        if _is_question(text):
            self._question = text
        if block.group is None:
            self._lead = text if text.rstrip().endswith(("：", ":")) else ""
        elif self._group is not None and block.group != self._group:
            self._lead = ""
        if block.group != self._group:
            self._header = ""
        if block.kind == "table_header":
            self._header += text + " "
        self._group = block.group

    def of(self, block: Block) -> str:
        """What a unit of this block is read under."""
        if block.group is None:
            return self._question
        return " ".join(part for part in (self._question, self._lead, self._header) if part)


def _is_question(text: str) -> bool:
    """A question asks; it never answers."""
    return text.rstrip().endswith(("？", "?")) and "\n" not in text.strip()


def _pieces(block: Block, text: str) -> list[tuple[int, int]]:
    if block.kind in ("paragraph", "quote"):
        return [(span.start, span.end) for span in split_sentences(text)]
    return [(0, len(text))] if text.strip() else []
