"""Old and foreign workbooks (.xls, .xlsb, .ods) without LibreOffice: the values are kept, their formats are not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from youju.reading.document import ReadDocument
from youju.reading.reader import SourceFile, rejected
from youju.reading.sheets.formats import general
from youju.reading.sheets.values import Merged, Meter, Row, Sheet, Shown
from youju.reading.sheets.writing import written

_NOTE = (
    "Percent signs, currencies and the like are not shown, and hidden rows are: install LibreOffice and read it again, "
    "or save it as .xlsx."
)


def read(source: SourceFile, media_type: str) -> ReadDocument:
    """Read a workbook by its values alone."""
    sheets, warnings = read_values(source)
    return written(sheets, warnings, media_type=media_type)


def read_values(source: SourceFile) -> tuple[list[Sheet], list[str]]:
    """The visible sheets, and what people should know of the rest."""
    try:
        book = CalamineWorkbook.from_path(str(source.path))
    except PasswordError:
        reason = "is protected by a password"
        raise rejected(source, "encrypted", reason, "Save a copy without one and add that.") from None
    meter = Meter(source)
    sheets: list[Sheet] = []
    hidden: list[str] = []
    for each in book.sheets_metadata:
        if each.typ is not SheetTypeEnum.WorkSheet:
            continue
        if each.visible is not SheetVisibleEnum.Visible:
            hidden.append(each.name)
            continue
        sheets.append(_sheet(book.get_sheet_by_name(each.name), each.name, meter))
    warnings = [_NOTE]
    if hidden:
        warnings.append(f"Hidden sheets are left out: {', '.join(hidden)}.")
    return sheets, warnings


def _sheet(found: Any, name: str, meter: Meter) -> Sheet:
    sheet = Sheet(name)
    values: Sequence[Sequence[Any]] = found.to_python(skip_empty_area=False)
    for number, cells in enumerate(values, start=1):
        shown = {column: _shown(value) for column, value in enumerate(cells) if value not in ("", None)}
        row = Row(number, {column: cell for column, cell in shown.items() if cell.text.strip()})
        if row.cells:
            meter.add(row)
            sheet.rows.append(row)
    for (top, left), (bottom, right) in found.merged_cell_ranges or ():
        sheet.merged.append(Merged(top + 1, left, bottom + 1, right))
    return sheet


def _shown(value: Any) -> Shown:
    if isinstance(value, bool):
        return Shown(str(value).upper())
    if isinstance(value, int | float):
        return Shown(general(value), number=True)
    if isinstance(value, datetime):
        clock = (
            f" {value:%H:%M:%S}".removesuffix(":00") if (value.hour, value.minute, value.second) != (0, 0, 0) else ""
        )
        return Shown(f"{value.year}/{value.month}/{value.day}{clock}", number=True)
    if isinstance(value, date):
        return Shown(f"{value.year}/{value.month}/{value.day}", number=True)
    if isinstance(value, time | timedelta):
        return Shown(str(value), number=True)
    return Shown(str(value))
