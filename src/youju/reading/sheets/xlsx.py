"""Excel workbooks (.xlsx, .xlsm), read row by row: a sheet of a hundred thousand rows needs no tree of them.

Macros, comments and what is hidden are left out; formulas are their last value, as the file keeps it.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from youju.reading.document import ReadDocument
from youju.reading.ooxml import Element, Package, elements_of, local
from youju.reading.reader import Limits, SourceFile
from youju.reading.sheets.formats import BUILTIN, shown, shown_text
from youju.reading.sheets.values import Merged, Meter, Row, Sheet, Shown
from youju.reading.sheets.writing import written

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_REFERENCE = re.compile(r"([A-Za-z]{1,3})(\d{1,7})")


@dataclass(frozen=True, slots=True)
class _Style:
    code: str = "General"
    strong: bool = False


@dataclass(slots=True)
class _Book:
    """What all sheets of a workbook share."""

    strings: list[str]
    styles: list[_Style]
    since_1904: bool
    meter: Meter
    uncomputed: int = 0
    hidden: list[str] = field(default_factory=list[str])


MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read an Excel workbook."""
    sheets, warnings = read_workbook(source, limits)
    return written(sheets, warnings, media_type=MEDIA_TYPE)


def read_workbook(source: SourceFile, limits: Limits) -> tuple[list[Sheet], list[str]]:
    """The sheets that people see, and what they should know of the rest."""
    with Package(source, limits) as package:
        main = package.main()
        root = package.xml(main)
        if root is None:
            raise ValueError("no workbook")
        properties = next((each for each in root if local(each) == "workbookPr"), None)
        book = _Book(
            _strings(package, main),
            _styles(package, main),
            properties is not None and properties.get("date1904") in {"1", "true"},
            Meter(source),
        )
        parts = {each.id: each for each in package.relations(main)}
        sheets: list[Sheet] = []
        for each in root.iter("{*}sheet"):
            relation = parts.get(next((v for k, v in each.attrib.items() if k.endswith("}id")), ""))
            if relation is None or relation.kind != "worksheet":
                continue
            if each.get("state", "visible") != "visible":
                book.hidden.append(each.get("name", ""))
            else:
                sheets.append(_sheet(package, relation.target, each.get("name", ""), book))
    return sheets, _warnings(book)


def _warnings(book: _Book) -> list[str]:
    warnings: list[str] = []
    if book.hidden:
        warnings.append(f"Hidden sheets are left out: {', '.join(book.hidden)}.")
    if book.uncomputed:
        warnings.append(
            f"{book.uncomputed} formulas have never been computed and show nothing: "
            "open the file in a spreadsheet program and save it."
        )
    return warnings


def _strings(package: Package, main: str) -> list[str]:
    stream = package.stream(package.related(main, "sharedStrings"))
    if stream is None:
        return []
    with closing(stream):
        return [_rich_text(element) for element in elements_of(stream, "si")]


def _rich_text(element: Element) -> str:
    """The text of a string with runs; how its characters are pronounced is left out."""
    parts: list[str] = []
    for each in element:
        if local(each) == "t":
            parts.append(each.text or "")
        elif local(each) == "r":
            parts += [piece.text or "" for piece in each if local(piece) == "t"]
    return _unescaped("".join(parts))


def _unescaped(text: str) -> str:
    """`_x000D_` is how a string says what XML cannot."""
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), text) if "_x" in text else text


def _styles(package: Package, main: str) -> list[_Style]:
    root = package.xml(package.related(main, "styles"))
    if root is None:
        return []
    groups = {local(each): each for each in root}
    codes = dict(BUILTIN)
    for each in groups.get("numFmts", ()):
        number = each.get("numFmtId", "")
        if number.isdigit():
            codes[int(number)] = each.get("formatCode", "General")
    bold = [_is_bold(font) for font in groups.get("fonts", ())]
    filled = [_is_filled(fill) for fill in groups.get("fills", ())]
    return [
        _Style(
            codes.get(_whole(each.get("numFmtId")), "General"),
            _at(bold, each.get("fontId")) or _at(filled, each.get("fillId")),
        )
        for each in groups.get("cellXfs", ())
    ]


def _is_bold(font: Element) -> bool:
    return any(local(each) == "b" and each.get("val", "1") not in {"0", "false"} for each in font)


def _is_filled(fill: Element) -> bool:
    pattern = next(iter(fill), None)
    return pattern is not None and pattern.get("patternType") not in {None, "none", "gray125"}


def _at(flags: list[bool], index: str | None) -> bool:
    place = _whole(index)
    return place < len(flags) and flags[place]


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else 0


def _sheet(package: Package, part: str, name: str, book: _Book) -> Sheet:
    sheet = Sheet(name)
    hidden: set[int] = set()
    lost = 0
    stream = package.stream(part)
    if stream is None:
        return sheet
    with closing(stream):
        last = 0
        for element in elements_of(stream, "row", "col", "mergeCell"):
            kind = local(element)
            if kind == "col" and element.get("hidden") in {"1", "true"}:
                hidden.update(range(_whole(element.get("min")) - 1, min(_whole(element.get("max")), 16_384)))
            elif kind == "mergeCell":
                sheet.merged += _merged(element.get("ref", ""))
            elif kind == "row":
                last = _whole(element.get("r")) or last + 1
                row = Row(last, dict(_cells(element, book)))
                if element.get("hidden") in {"1", "true"}:
                    sheet.hidden.add(last)
                    lost += bool(row.cells)
                elif row.cells:
                    book.meter.add(row)
                    sheet.rows.append(row)
    sheet.rows.sort(key=lambda row: row.number)
    gone = {column for row in sheet.rows for column in row.cells if column in hidden}
    if hidden:
        _leave_out(sheet, sorted(hidden))
    if lost or gone:
        counted = [f"{count} {what}" for count, what in ((lost, "rows"), (len(gone), "columns")) if count]
        sheet.warnings.append(f"Hidden on sheet {name} and left out: {' and '.join(counted)}.")
    sheet.texts = list(_boxes(package, part))
    return sheet


def _leave_out(sheet: Sheet, hidden: list[int]) -> None:
    """Count the columns without the hidden ones."""
    for row in sheet.rows:
        row.cells = {
            column - at: cell
            for column, cell in row.cells.items()
            if (at := bisect_left(hidden, column)) == len(hidden) or hidden[at] != column
        }
    sheet.rows = [row for row in sheet.rows if row.cells]
    sheet.merged = [
        Merged(each.top, left, each.bottom, right)
        for each in sheet.merged
        if (left := each.left - bisect_left(hidden, each.left))
        <= (right := each.right - bisect_right(hidden, each.right))
    ]


def _cells(row: Element, book: _Book) -> Iterator[tuple[int, Shown]]:
    column = -1
    for cell in row:
        if local(cell) != "c":
            continue
        match = _REFERENCE.match(cell.get("r", ""))
        column = _column(match.group(1)) if match else column + 1
        value = _value(cell, book)
        if value is not None and value.text.strip():
            yield column, value


def _value(cell: Element, book: _Book) -> Shown | None:
    children = {local(each): each for each in cell}
    kind = cell.get("t", "n")
    index = _whole(cell.get("s"))
    style = book.styles[index] if index < len(book.styles) else _Style()
    raw = (children["v"].text or "") if "v" in children else ""
    if kind == "inlineStr":
        raw = _rich_text(children["is"]) if "is" in children else ""
    elif not raw:
        book.uncomputed += "f" in children
    elif kind == "s":
        place = _whole(raw)
        raw = book.strings[place] if place < len(book.strings) else ""
    elif kind == "n":
        return _number(raw, style, book)
    elif kind == "b":
        raw = "TRUE" if raw == "1" else "FALSE"
    else:
        raw = _unescaped(raw)
    return Shown(shown_text(raw, style.code), number=kind == "d", strong=style.strong) if raw else None


def _number(raw: str, style: _Style, book: _Book) -> Shown:
    try:
        number = float(raw)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        return Shown(raw, strong=style.strong)
    return Shown(shown(number, style.code, since_1904=book.since_1904), True, style.strong)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _merged(reference: str) -> Iterator[Merged]:
    first, _, last = reference.replace("$", "").partition(":")
    one, other = _REFERENCE.fullmatch(first), _REFERENCE.fullmatch(last)
    if one and other:
        yield Merged(int(one.group(2)), _column(one.group(1)), int(other.group(2)), _column(other.group(1)))


def _boxes(package: Package, part: str) -> Iterator[str]:
    """The texts of the boxes drawn on a sheet."""
    root = package.xml(package.related(part, "drawing"))
    for body in () if root is None else root.iter("{*}txBody"):
        lines = ("".join(run.text or "" for run in line.iter("{*}t")) for line in body.iter("{*}p"))
        if text := "\n".join(line for line in lines if line.strip()):
            yield text
