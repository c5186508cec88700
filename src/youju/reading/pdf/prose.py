"""Lines → paragraphs, headings and list items, and those → canonical text with the place of every character."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise, zip_longest
from statistics import median

from youju.reading.builder import TextBuilder, glue
from youju.reading.document import BlockKind, Line, row_cells
from youju.reading.grid import looks_like_header
from youju.reading.numbering import bullet, has_marker, heading_number, is_contents_entry, nest, numbering
from youju.reading.pdf.lines import TextLine, placed

_ENDS = "。！？；：…!?;:."
_SHORTEST_LINE = 10
_NO_HEADING_ENDS = "。；，,;、"
_FIRST_WORD = re.compile(r"[!-~]+[，。；：、！？）”》]*|\S[，。；：、！？）”》]*")
_HYPHENS = ("-", "\u2010")
_COMPOUND = re.compile(r"[A-Za-z]+-[a-z]+")


@dataclass(slots=True)
class Paragraph:
    """Lines that are one piece of text, perhaps over two pages."""

    lines: list[TextLine]
    kind: BlockKind = "paragraph"
    level: int = 0
    marker: str = ""
    rank: tuple[float, bool, int] | None = None

    @property
    def text(self) -> str:
        """Roughly: for recognising what it is."""
        return " ".join(line.text for line in self.lines)


def paragraphs(pages: Sequence[Sequence[TextLine]], body: float) -> list[Paragraph]:
    """Group the lines of all pages, and tell headings and list items from running text."""
    lines = [line for page in pages for line in page]
    pitch = _pitch(lines)
    groups: list[Paragraph] = []
    for line in lines:
        if groups and _continues(groups[-1], line, pitch):
            groups[-1].lines.append(line)
        else:
            groups.append(Paragraph([line]))
    groups = _join_titles(groups, body)
    _classify(groups, body)
    return groups


def _pitch(lines: Sequence[TextLine]) -> float:
    """The usual distance from line to line, in sizes of the text."""
    steps = [
        (after.v0 - before.v0) / after.style.size
        for before, after in pairwise(lines)
        if after.page is before.page and 0 < after.v0 - before.v0 < 3 * after.style.size
    ]
    return median(steps) if steps else 1.5


def _continues(paragraph: Paragraph, line: TextLine, pitch: float) -> bool:
    """Whether `line` goes on with the paragraph."""
    before = paragraph.lines[-1]
    full = _reaches_margin(before, line)
    if not full or not _alike(before, line) or _starts_anew(before, line):
        return False
    step, size = line.v0 - before.v0, line.style.size
    if line.page is not before.page or step <= 0:
        return before.text[-1:] not in _ENDS and line.u0 - line.left <= 1.2 * size
    hanging = len(paragraph.lines) == 1 and has_marker(before.text)
    return step <= (pitch + 0.35) * size and (hanging or line.u0 - before.u0 < 1.2 * size)


def _alike(before: TextLine, line: TextLine) -> bool:
    """Whether both are running text of one size in one direction."""
    if before.gaps or line.gaps or before.cells or line.cells or before.turn != line.turn:
        return False
    return abs(line.style.size - before.style.size) <= 0.1 * line.style.size


def _starts_anew(before: TextLine, line: TextLine) -> bool:
    """Whether the line shows that it begins something: a list item after a sentence, an entry of a contents table."""
    item = has_marker(line.text) and before.text[-1:] in _ENDS
    return item or is_contents_entry(before.text) or is_contents_entry(line.text)


def _reaches_margin(before: TextLine, line: TextLine) -> bool:
    """Whether the line is full: long enough to be running text, and the next one's first word would not have fitted."""
    if before.u1 - before.left < _SHORTEST_LINE * before.style.size:
        return False
    match = _FIRST_WORD.match(line.text)
    word = match.group() if match else ""
    width = len(word) * (line.u1 - line.u0) / max(1, len(line.text))
    return before.right - before.u1 < width + 1.2 * line.style.size


def _join_titles(groups: list[Paragraph], body: float) -> list[Paragraph]:
    """A large heading over two centred lines is one."""
    joined: list[Paragraph] = []
    for group in groups:
        before = joined[-1] if joined else None
        if before and _is_large(group, body) and _is_large(before, body) and len(before.lines) < 3:
            first, last = group.lines[0], before.lines[-1]
            close = first.page is last.page and 0 < first.v0 - last.v0 < 1.7 * first.style.size
            same = first.style == last.style and first.left == last.left
            if close and same and not numbering(first.text) and last.text[-1:] not in _ENDS:
                before.lines += group.lines
                continue
        joined.append(group)
    return joined


def _is_large(group: Paragraph, body: float) -> bool:
    first = group.lines[0]
    return first.style.size >= 1.08 * body and not first.gaps and not first.cells


def _classify(groups: list[Paragraph], body: float) -> None:
    bold_body = _mostly_bold(groups)
    for group, after in zip_longest(groups, groups[1:]):
        if group.lines[0].cells:
            group.kind = "table_row"
        elif _is_heading(group, after, body, bold_body=bold_body):
            number, style = heading_number(group.text), group.lines[0].style
            group.kind = "heading"
            group.rank = (-round(style.size * 2) / 2, not style.bold, number.rank if number else 0)
        else:
            _as_item(group)
    for is_table, table in groupby(groups, key=lambda group: group.kind == "table_row"):
        if is_table:
            _mark_header(list(table))
    levels = {rank: level for level, rank in enumerate(sorted({g.rank for g in groups if g.rank}), start=1)}
    for group in groups:
        if group.rank:
            group.level = min(6, levels[group.rank])


def _mark_header(rows: list[Paragraph]) -> None:
    """Tell the first row of a table if it names the columns, and where it is repeated on a further page."""
    first, *rest = rows
    bold = first.lines[0].style.bold and not all(row.lines[0].style.bold for row in rest)
    if looks_like_header(row_cells(first.text), [row_cells(row.text) for row in rest], bold=bold):
        for row in rows:
            row.kind = "table_header" if row.text == first.text else "table_row"


def _mostly_bold(groups: Sequence[Paragraph]) -> bool:
    bold = sum(len(line.text) for group in groups for line in group.lines if line.style.bold)
    return bold > 0.5 * sum(len(line.text) for group in groups for line in group.lines)


def _is_heading(group: Paragraph, after: Paragraph | None, body: float, *, bold_body: bool) -> bool:
    text = group.text
    most = 60 if not text.isascii() else 130
    if len(group.lines) > 3 or len(text) > most or is_contents_entry(text):
        return False
    if group.lines[0].turn != 0 or group.lines[0].gaps:
        return False
    if text[-1:] in _NO_HEADING_ENDS or not any(char.isalpha() for char in text):
        return False
    if _is_large(group, body):
        return True
    number = heading_number(text)
    following = numbering(after.text) if after else None
    if number and (number.rank <= 3 or (after and (following is None or following.rank != number.rank))):
        return group.lines[0].style.size >= 0.95 * body and len(group.lines) == 1
    bold = all(line.style.bold for line in group.lines) and not bold_body
    return bold and text[-1:] not in _ENDS and len(group.lines) == 1 and after is not None


def _as_item(group: Paragraph) -> None:
    first = group.lines[0]
    dash = bullet(first.text)
    number = numbering(first.text)
    if dash and dash < len(first.text):
        first.cut(dash)
        group.kind, group.marker = "list_item", "bullet"
    elif number and number.rank > 4 and number.style != "decimal":
        group.kind, group.marker = "list_item", number.style


@dataclass(slots=True)
class Written:
    """Canonical text with its lines, and where the first line of each page stands in it."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    lines: list[Line] = field(default_factory=list[Line])
    page_starts: dict[int, int] = field(default_factory=dict[int, int])


def write(groups: Sequence[Paragraph]) -> Written:
    """Put the paragraphs into one text."""
    written = Written()
    compounds = _compounds(groups)
    group_number: int | None = None
    markers: list[str] = []
    kind: BlockKind | None = None
    page = groups[0].lines[0].page if groups else None
    for group in groups:
        if page is not None and group.lines[0].page is not page:
            page.release()
            page = group.lines[0].page
        family = "table_row" if group.kind == "table_header" else group.kind
        if family in {"list_item", "table_row"}:
            group_number = group_number if kind == family and group_number else written.builder.new_group()
        else:
            group_number, markers = None, []
        if group.kind == "list_item":
            markers = nest(markers, group.marker)
            group.level = len(markers)
        kind = family
        _write_one(written, group, group_number, compounds)
    return written


def _write_one(written: Written, group: Paragraph, number: int | None, compounds: set[str]) -> None:
    """Join the lines of one paragraph, noting where each begins."""
    text = ""
    pieces: list[tuple[TextLine, int, int]] = []
    for line in group.lines:
        if _breaks_word(text, line.text, compounds):
            text = text[:-1]
            before, start, length = pieces.pop()
            pieces.append((before, start, length - 1))
        elif not (text[-1:] in _HYPHENS and text[-2:-1].isalnum()):
            text += glue(text, line.text)
        pieces.append((line, len(text), len(line.text)))
        text += line.text
    block = written.builder.add(group.kind, text, level=group.level, group=number)
    if block is None:
        return
    for line, start, length in pieces:
        written.page_starts.setdefault(line.page.number, block.start + start)
        written.lines += placed(line, block.start + start, length)


def _breaks_word(text: str, following: str, compounds: set[str]) -> bool:
    """Whether the hyphen at the end of a line parts a word; not where the document has the same compound unbroken."""
    if len(text) < 2 or text[-1] not in _HYPHENS or not text[-2].isalpha() or not following[:1].islower():
        return False
    left, right = re.search(r"[A-Za-z]*$", text[-40:-1]), re.match(r"[a-z]*", following)
    return f"{left.group() if left else ''}-{right.group() if right else ''}" not in compounds


def _compounds(groups: Sequence[Paragraph]) -> set[str]:
    """Hyphenated words that stand within a line, if any line ends with a hyphen."""
    lines = [line.text for group in groups for line in group.lines]
    if not any(line.endswith(_HYPHENS) for line in lines):
        return set()
    return {match for line in lines if "-" in line for match in _COMPOUND.findall(line)}
