"""Plain text: paragraphs, and the headings and lists that people write with nothing but numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from youju.reading.builder import TextBuilder, clean, glue
from youju.reading.decoding import decode
from youju.reading.document import Page, ReadDocument
from youju.reading.flow import Flow
from youju.reading.grid import Cell, looks_like_header
from youju.reading.numbering import HEADING_LENGTH, Numbering, bullet, heading_number, levels_of, nest, numbering
from youju.reading.reader import Limits, SourceFile, check_length
from youju.reading.tables import Row, TableWriter

_TITLE_RANK = 0
_ARTICLE_RANK = 4
_SPEAKER = re.compile(r"(?:问题?|答案?|[QA])\s*\d*\s*[:：、.．]|[Qq]uestion\b|[Aa]nswer\b")
_RECORD = re.compile(r"[{\[]|<\d+>|\d{4}[-/.]\d\d?[-/.]\d\d?[T ,]\s*\d|\d\d?:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:")
"""The beginning of a line of a log or of NDJSON, which goes on with nothing."""
_CELLS = re.compile(r"[ \u3000]{2,}|\t+")
_ENDS = "。！？；：…!?;:.”」』）)"


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Decode the file and find its structure. Form feeds part pages."""
    decoded = decode(source.path.read_bytes())
    check_length(source, len(decoded.text), limits)
    sheets = decoded.text.replace("\x0b", "\n").rstrip("\x0c\r\n").split("\x0c")
    pages_of_lines = [_lines(clean(sheet), first=not number) for number, sheet in enumerate(sheets)]
    levels = levels_of({line.rank for lines in pages_of_lines for line in lines if line.rank is not None})
    builder = TextBuilder()
    tables = TableWriter(builder)
    pages: list[Page] = []
    for number, lines in enumerate(pages_of_lines, start=1):
        before = builder.length
        _write(builder, tables, lines, levels)
        between = 2 if before and builder.length > before else 0
        pages.append(Page(number, before + between, builder.length))
    title = next((line.text for line in pages_of_lines[0] if line.rank == _TITLE_RANK), None)
    return ReadDocument(
        builder.text,
        builder.blocks,
        pages=tuple(pages) if len(pages) > 1 else (),
        tables=tuple(tables.tables),
        title=title,
        warnings=decoded.warnings,
    )


def write_text(text: str, flow: Flow) -> None:
    """Plain text inside another format, cleaned: paragraphs and lists, no headings."""
    in_list = False
    for line in _lines(text, first=False):
        if in_list and not line.item:
            flow.close_list()
        if line.item and not in_list:
            flow.open_list()
        in_list = bool(line.item)
        if in_list:
            flow.open_item()
        flow.text(line.text)
        if in_list:
            flow.close_item()
    if in_list:
        flow.close_list()


def _write(builder: TextBuilder, tables: TableWriter, lines: list[_Line], levels: dict[int, int]) -> None:
    for columns, run in groupby(lines, key=lambda line: line.columns):
        if columns:
            _write_table(tables, [line.cells for line in run])
        else:
            _write_lines(builder, run, levels)


def _write_lines(builder: TextBuilder, lines: Iterable[_Line], levels: dict[int, int]) -> None:
    items: list[str] = []
    group: int | None = None
    for line in lines:
        if line.rank is not None:
            builder.add("heading", line.text, level=levels[line.rank])
        elif line.item:
            group = group or builder.new_group()
            items = nest(items, line.item)
            builder.add("list_item", line.text, level=len(items), group=group)
        else:
            builder.add("paragraph", line.text)
        if not line.item:
            items, group = [], None


def _write_table(tables: TableWriter, rows: list[list[str]]) -> None:
    header = looks_like_header(rows[0], rows[1:], bold=False)
    tables.write([Row([Cell(cell) for cell in row], header and not number) for number, row in enumerate(rows)])


@dataclass(slots=True)
class _Line:
    """A logical line: a heading of a rank, an item with its style of marker, a row of cells, or a paragraph."""

    text: str
    rank: int | None = None
    item: str = ""
    columns: int = 0
    cells: list[str] = field(default_factory=list[str])


def _lines(text: str, *, first: bool) -> list[_Line]:
    """Physical lines, hard-wrapped ones joined, each with what it is. `first`: a title may stand at the top."""
    raw = text.split("\n")
    width = _wrap_width(raw)
    logical: list[_Line] = []
    previous = ""
    for number, physical in enumerate(raw):
        line = physical.strip()
        if line:
            if _continues(previous, physical, width) and logical and logical[-1].rank is None:
                logical[-1].text += glue(logical[-1].text, line) + line
            else:
                logical.append(_classify(raw, number, first=first and not logical))
        previous = physical
    return _with_tables(logical)


def _with_tables(lines: list[_Line]) -> list[_Line]:
    """Mark the rows of tables that are set with spaces or tabs: three lines and more of as many cells, two at least.

    第一条 and a wide space in front of its text are no two cells.
    """
    for line in lines:
        numbered = line.rank is not None or line.item or ((mark := numbering(line.text)) and mark.rank <= _ARTICLE_RANK)
        line.cells = [line.text] if numbered else _CELLS.split(line.text)
    for count, run in groupby(lines, key=lambda line: len(line.cells)):
        rows = list(run)
        for row in rows:
            row.columns = count if count > 1 and len(rows) >= 3 else 0
    return lines


def _classify(raw: list[str], number: int, *, first: bool) -> _Line:
    line = raw[number].strip()
    following = next((text.strip() for text in raw[number + 1 : number + 4] if text.strip()), "")
    if first and following and _is_title(line, raw[number + 1] if number + 1 < len(raw) else "", following):
        return _Line(line, rank=_TITLE_RANK)
    heading = heading_number(line)
    if heading and (heading.rank <= _ARTICLE_RANK or _heads(heading, following)):
        return _Line(line, rank=heading.rank)
    if dash := bullet(line):
        return _Line(line[dash:], item="bullet")
    marker = numbering(line)
    return _Line(line, item=marker.style) if marker and marker.rank > _ARTICLE_RANK else _Line(line)


def _heads(heading: Numbering, following: str) -> bool:
    """Whether text of its own follows a numbered line; items of a list follow each other."""
    after = numbering(following)
    return bool(following) and (after is None or after.rank != heading.rank)


def _is_title(line: str, next_line: str, following: str) -> bool:
    """A short first line that stands alone, or above the first numbered heading."""
    alone = not next_line.strip() or heading_number(following) is not None
    plain = numbering(line) is None and not bullet(line) and not _SPEAKER.match(line)
    return alone and plain and len(line) <= HEADING_LENGTH and line[-1] not in "。；，：！？;,:!?."


def _wrap_width(raw: list[str]) -> int:
    """The width at which the file's lines are broken by hand, or 0 where each line is a paragraph.

    Hand-broken text has many lines of nearly the same length that end in mid-sentence.
    """
    lengths = sorted(len(line.rstrip()) for line in raw if line.strip())
    if len(lengths) < 4:
        return 0
    widest = lengths[int(len(lengths) * 0.95)]
    full = sum(widest * 0.75 <= length <= widest for length in lengths)
    return widest if 25 <= widest <= 120 and full >= len(lengths) * 0.4 else 0


def _continues(previous: str, physical: str, width: int) -> bool:
    """Whether a physical line goes on with the paragraph of the line before it."""
    line, before = physical.strip(), previous.rstrip()
    if not width or not before or len(before) < width * 0.7 or _SPEAKER.match(line) or _RECORD.match(line):
        return False
    indented = len(physical) - len(physical.lstrip()) > len(previous) - len(previous.lstrip())
    starts = bullet(line) or numbering(line)
    hanging = bullet(before.strip()) or numbering(before.strip())
    if starts or (indented and not hanging):
        return False
    return before[-1] not in _ENDS or (before[-1].isascii() and before[-1] not in ":")
