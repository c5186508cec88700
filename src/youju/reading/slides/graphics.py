"""Tables, charts and SmartArt of slides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from youju.reading.grid import Cell, expand, looks_like_header
from youju.reading.ooxml import Element, local
from youju.reading.sheets.formats import shown
from youju.reading.slides.xml import A, children, first, line_text, whole
from youju.reading.tables import Row

_MOST_POINTS = 1000
_MOST_LEVELS = 50


def table_rows(table: Element) -> list[Row]:
    """The rows of a table (`a:tbl`) with their own cells."""
    properties = first(table, "tblPr")
    first_row = properties is not None and properties.get("firstRow") in {"1", "true"}
    first_column = properties is not None and properties.get("firstCol") in {"1", "true"}
    rows = [list(_cells(row, first_column)) for row in children(table) if local(row) == "tr"]
    if not first_row and rows:
        texts = expand(rows)
        first_row = looks_like_header(texts[0], texts[1:], bold=False)
    return [Row(row, header=first_row and not number and len(rows) > 1) for number, row in enumerate(rows)]


def _cells(row: Element, first_column: bool) -> Iterator[Cell]:
    for column, cell in enumerate(node for node in children(row) if local(node) == "tc"):
        if "true" in (cell.get("hMerge"), cell.get("vMerge")) or "1" in (cell.get("hMerge"), cell.get("vMerge")):
            continue
        text = " ".join(line_text(line) for line in cell.iter(f"{A}p"))
        yield Cell(text, whole(cell, "gridSpan", 1), whole(cell, "rowSpan", 1), header=first_column and column == 0)


def chart_title(chart: Element) -> str:
    """The title of a chart (`c:chartSpace`)."""
    title = first(chart, "chart/title")
    return "" if title is None else " ".join(line_text(line) for line in title.iter(f"{A}p"))


def chart_rows(chart: Element) -> list[Row]:
    """The values that a chart keeps, a column for each series under its name."""
    series = [_series(each) for each in chart.iter("{*}ser")]
    places = sorted({place for _, names, values in series for place in (*names, *values)})[:_MOST_POINTS]
    if not places:
        return []
    header = Row([Cell(""), *(Cell(name) for name, _, _ in series)], header=True)
    rows = [header] if any(name for name, _, _ in series) else []
    for place in places:
        name = next((names[place] for _, names, _ in series if place in names), "")
        rows.append(Row([Cell(name, header=True), *(Cell(values.get(place, "")) for _, _, values in series)]))
    return rows


def _series(series: Element) -> tuple[str, dict[int, str], dict[int, str]]:
    name = " ".join(_points(first(series, "tx")).values())
    names = first(series, "cat") if first(series, "cat") is not None else first(series, "xVal")
    values = first(series, "val") if first(series, "val") is not None else first(series, "yVal")
    return name, _points(names), _points(values)


def _points(values: Element | None) -> dict[int, str]:
    if values is None:
        return {}
    code = next((node.text or "" for node in values.iter("{*}formatCode")), "General")
    numeric = next(values.iter("{*}numCache", "{*}numLit"), None) is not None
    points: dict[int, str] = {}
    for point in values.iter("{*}pt"):
        text = (next((node.text or "" for node in point.iter("{*}v")), "")).strip()
        points[whole(point, "idx")] = _number(text, code) if numeric else text
    stated = next((node.text or "" for node in values.iter("{*}v")), "").strip()
    return points or ({0: stated} if stated else {})


def _number(text: str, code: str) -> str:
    try:
        return shown(float(text), code)
    except (ValueError, OverflowError):
        return text


def diagram_items(data: Element) -> list[tuple[int, str]]:
    """The texts of a SmartArt (`dgm:dataModel`) with their levels from 1, as its outline shows them."""
    points = {
        node.get("modelId", ""): node for node in data.iter("{*}pt") if node.get("type", "node") in {"node", "doc"}
    }
    below: dict[str, list[tuple[int, str]]] = {}
    for link in data.iter("{*}cxn"):
        if link.get("type", "parOf") == "parOf":
            below.setdefault(link.get("srcId", ""), []).append((whole(link, "srcOrd"), link.get("destId", "")))
    tops = [name for name, node in points.items() if node.get("type") == "doc"]
    return list(_outline(tops, points, below, 0, set()))


def _outline(
    names: Sequence[str],
    points: dict[str, Element],
    below: dict[str, list[tuple[int, str]]],
    level: int,
    seen: set[str],
) -> Iterator[tuple[int, str]]:
    for name in names:
        if name in seen or name not in points or level > _MOST_LEVELS:
            continue
        seen.add(name)
        text = " ".join(line_text(line) for line in points[name].iter(f"{A}p")).strip()
        if level and text:
            yield level, text
        inner = [other for _, other in sorted(below.get(name, ()))]
        yield from _outline(inner, points, below, level + 1, seen)
