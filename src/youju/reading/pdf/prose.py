"""Lines → paragraphs, headings and list items, and those → canonical text with the place of every character."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from statistics import median

from youju.reading.builder import TextBuilder, glue
from youju.reading.document import BlockKind, Line, Table, TableCell
from youju.reading.numbering import bullet, has_marker, heading_number, is_contents_entry, nest, numbering
from youju.reading.pdf.glyphs import PageGlyphs
from youju.reading.pdf.lines import TextLine, placed
from youju.reading.pdf.notes import begins_note
from youju.reading.pdf.outline import Outline
from youju.reading.pdf.pdfium import Bookmark
from youju.reading.pdf.table_rows import RowPlace, cells_of, place_rows

_ENDS = "。！？；：…!?;:."
_SHORTEST_LINE = 10
_NO_HEADING_ENDS = "。；，,;、"
_FIRST_WORD = re.compile(r"[!-~]+[，。；：、！？）”》]*|\S[，。；：、！？）”》]*")
_HYPHENS = ("-", "\u2010")
_COMPOUND = re.compile(r"[A-Za-z]+-[a-z]+")


@dataclass(slots=True)
class Paragraph:
    """Lines that are one piece of text, perhaps over two pages. `stated` is the level that a bookmark gives it."""

    lines: list[TextLine]
    kind: BlockKind = "paragraph"
    level: int = 0
    marker: str = ""
    rank: tuple[float, bool, int] | None = None
    note: bool = False
    stated: int | None = None
    row: RowPlace | None = None

    @property
    def text(self) -> str:
        """Roughly: for recognising what it is."""
        return " ".join(line.text for line in self.lines)


def paragraphs(pages: Sequence[Sequence[TextLine]], body: float, bookmarks: Sequence[Bookmark] = ()) -> list[Paragraph]:
    """Group the lines of all pages, and tell headings, list items and tables from running text. Footnotes stand after
    the text of their page, before a paragraph that goes on on the next one."""
    pitch = _pitch([line for page in pages for line in page])
    outline = Outline(bookmarks)
    groups: list[Paragraph] = []
    notes: list[tuple[int, list[Paragraph]]] = []
    for page in pages:
        for line in page:
            if line.note:
                continue
            stated = outline.level(line)
            if groups and not stated and not groups[-1].stated and _continues(groups[-1], line, pitch):
                groups[-1].lines.append(line)
            else:
                groups.append(Paragraph([line], stated=stated))
        found = _notes([line for line in page if line.note])
        if found:
            notes.append((len(groups), found))
    for place, found in reversed(notes):
        where = _foot(groups, place, found[0].lines[0].page)
        groups[where:where] = found
    groups = _join_titles(groups, body)
    _classify(groups, body)
    return groups


def _notes(lines: Sequence[TextLine]) -> list[Paragraph]:
    """Footnotes, each with the lines that go on with it."""
    notes: list[Paragraph] = []
    for line in lines:
        if notes and not begins_note(line.text, notes[0].lines[0].text):
            notes[-1].lines.append(line)
        else:
            notes.append(Paragraph([line], note=True))
    return notes


def _foot(groups: Sequence[Paragraph], place: int, page: PageGlyphs) -> int:
    """Where the notes of a page go: at `place`, or before what begins on the page and goes on on the next one."""
    if not place:
        return place
    last = groups[place - 1]
    if last.lines[-1].page is not page and last.lines[0].page is page:
        return place - 1
    table = last.lines[0].row and last.lines[0].row.table
    first = place
    while table and first and (row := groups[first - 1].lines[0].row) and row.table is table:
        first -= 1
    after = groups[place].lines[0].row if place < len(groups) else None
    return first if table and after else place


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
    if before.gaps or line.gaps or before.row or line.row or before.turn != line.turn:
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
    return first.style.size >= 1.08 * body and not first.gaps and not first.row


def _classify(groups: list[Paragraph], body: float) -> None:
    bold_body = _mostly_bold(groups)
    for group, after in zip_longest(groups, groups[1:]):
        if group.lines[0].row:
            group.kind = "table_row"
        elif group.note:
            continue
        elif group.stated or _is_heading(group, after, body, bold_body=bold_body):
            _head(group)
        else:
            _as_item(group)
    for place, row in place_rows([group.lines[0] if group.lines[0].row else None for group in groups]).items():
        groups[place].row = row
        groups[place].kind = "table_header" if row.header else "table_row"
    _set_levels([group for group in groups if group.rank])


def _head(group: Paragraph) -> None:
    number, style = heading_number(group.text), group.lines[0].style
    group.kind = "heading"
    group.rank = (-round(style.size * 2) / 2, not style.bold, number.rank if number else 0)


def _set_levels(headings: list[Paragraph]) -> None:
    """Levels by looks; by the bookmarks where most headings have one, the others as those that look the same. What is
    larger than all that have one (a title) stands above them."""
    trusted = 2 * sum(heading.stated is not None for heading in headings) > len(headings)
    levels: dict[tuple[float, bool, int] | None, int] = {}
    before, above = 0, None
    for rank in sorted({heading.rank for heading in headings if heading.rank}):
        known = Counter(heading.stated for heading in headings if heading.rank == rank and heading.stated)
        if trusted and known:
            above = before if above is None else above
            before = known.most_common(1)[0][0] + above
        else:
            before += 1
        levels[rank] = before
    for heading in headings:
        stated = heading.stated if trusted else None
        heading.level = min(6, stated + (above or 0) if stated else levels[heading.rank])


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
    if number and number.style == "number" and _is_indented(group.lines[0]):
        number = None
    following = numbering(after.text) if after else None
    if number and (number.rank <= 3 or (after and (following is None or following.rank != number.rank))):
        return group.lines[0].style.size >= 0.95 * body and len(group.lines) == 1
    bold = all(line.style.bold for line in group.lines) and not bold_body
    return bold and text[-1:] not in _ENDS and len(group.lines) == 1 and after is not None


def _is_indented(line: TextLine) -> bool:
    """Whether a line stands in from the margin, in the weight of running text: an item of a list."""
    return line.u0 - line.left > line.style.size and not line.style.bold


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
    """Canonical text with its lines and the cells of its tables, and where the first line of each page stands in it."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    lines: list[Line] = field(default_factory=list[Line])
    page_starts: dict[int, int] = field(default_factory=dict[int, int])
    cells: dict[int, list[TableCell]] = field(default_factory=dict[int, list[TableCell]])

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables so far, by the groups of their rows."""
        return tuple(Table(group, tuple(cells)) for group, cells in self.cells.items())


def write(groups: Sequence[Paragraph]) -> Written:
    """Put the paragraphs into one text."""
    written = Written()
    compounds = _compounds(groups)
    number: int | None = None
    markers: list[str] = []
    before: Paragraph | None = None
    page = groups[0].lines[0].page if groups else None
    for group in groups:
        if page is not None and group.lines[0].page is not page:
            page.release()
            page = group.lines[0].page
        if not _share(before, group):
            number, markers = (written.builder.new_group() if group.row or group.kind == "list_item" else None), []
        if group.kind == "list_item":
            markers = nest(markers, group.marker)
            group.level = len(markers)
        _write_one(written, group, number, compounds)
        before = group
    return written


def _share(before: Paragraph | None, group: Paragraph) -> bool:
    """Whether two paragraphs are items of one list or rows of one table."""
    if before is None:
        return False
    if before.row and group.row:
        return before.row.table == group.row.table
    return before.kind == group.kind == "list_item"


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
    if group.row and number is not None:
        written.cells.setdefault(number, []).extend(cells_of(group.lines[0], group.row, block.start))


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
