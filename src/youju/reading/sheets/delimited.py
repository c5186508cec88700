"""Tables in text files: values between commas, semicolons, tabs or bars, in any encoding of a Chinese office."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from youju.reading.builder import clean
from youju.reading.decoding import decode
from youju.reading.document import ReadDocument
from youju.reading.grid import is_figures
from youju.reading.reader import Limits, SourceFile
from youju.reading.sheets.values import Meter, Row, Sheet, Shown
from youju.reading.sheets.writing import written

_DELIMITERS = ",\t;|"
_SAMPLE = 64 * 1024
_LONGEST_CELL = 50_000_000
_STATED = re.compile(r"sep=(.)\n", re.IGNORECASE)
_FORMULA_TEXT = re.compile(r'="(.*)"')


def read(source: SourceFile, _: Limits) -> ReadDocument:
    """Read a text file of delimited values. It is its only sheet, so that it has no heading."""
    sheet, warnings = read_delimited(source)
    tabs = source.suffix in {".tsv", ".tab"}
    media_type = "text/tab-separated-values" if tabs else "text/csv"
    return written([sheet], warnings, media_type=media_type, headed=False, conventional=True)


def read_delimited(source: SourceFile) -> tuple[Sheet, list[str]]:
    """The one sheet of the file, named as the file is, and what people should know of it."""
    decoded = decode(source.path.read_bytes())
    text = clean(decoded.text)
    stated = _STATED.match(text)
    delimiter = stated.group(1) if stated else _delimiter(text[:_SAMPLE], source.suffix)
    sheet = Sheet(PurePath(source.name).stem)
    warnings = list(decoded.warnings)
    records, quoted = _records(text, delimiter)
    if not quoted:
        warnings.append("A quotation mark is never closed; all are read as they stand.")
    meter = Meter(source)
    widths: Counter[int] = Counter()
    rows: list[tuple[int, int]] = []
    for number, record in enumerate(records, start=1):
        if stated and number == 1:
            continue
        row = Row(number, {column: _shown(cell) for column, cell in enumerate(record) if cell.strip()})
        if row.cells:
            meter.add(row)
            sheet.rows.append(row)
            widths[len(record)] += 1
            rows.append((number, len(record)))
    warnings += _ragged(widths, rows)
    return sheet, warnings


def _shown(cell: str) -> Shown:
    """A value as a spreadsheet program shows it: `="007"` is how text keeps its zeros."""
    if match := _FORMULA_TEXT.fullmatch(cell.strip()):
        return Shown(match.group(1))
    return Shown(cell, number=is_figures(cell))


def _ragged(widths: Counter[int], rows: list[tuple[int, int]]) -> Iterator[str]:
    if len(widths) < 2:
        return
    usual = widths.most_common(1)[0][0]
    odd = [str(number) for number, width in rows if width != usual]
    if len(odd) <= 0.3 * len(rows):
        more = f" and {len(odd) - 10} more" if len(odd) > 10 else ""
        yield f"Rows with more or fewer than {usual} cells: {', '.join(odd[:10])}{more}."


def _records(text: str, delimiter: str) -> tuple[Iterator[list[str]], bool]:
    """The records, and whether quotation marks group: they do not where one is never closed, as that would make one
    cell of all that follows."""
    csv.field_size_limit(_LONGEST_CELL)
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        if "unexpected end" in str(error):
            plain = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_NONE)
            return plain, False
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), True


def _delimiter(sample: str, suffix: str) -> str:
    """The mark that cuts most lines into the same number of cells, two at least."""
    if suffix in {".tsv", ".tab"}:
        return "\t"
    scores = {mark: _score(sample, mark) for mark in _DELIMITERS}
    return max(_DELIMITERS, key=lambda mark: scores[mark])


def _score(sample: str, mark: str) -> tuple[float, int]:
    csv.field_size_limit(_LONGEST_CELL)
    counts = Counter(
        len(record) for record in csv.reader(io.StringIO(sample, newline=""), delimiter=mark) if any(record)
    )
    if not counts:
        return (0.0, 0)
    width, lines = max(counts.items(), key=lambda each: (each[1], each[0]))
    return (lines / counts.total(), width) if width > 1 else (0.0, 0)
