"""PowerPoint files (.pptx): each slide a page and a section under its title, its texts in the order in which a person
reads them, the speaker's notes set apart. Footers, dates, slide numbers and comments are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from youju.reading.builder import TextBuilder
from youju.reading.document import Page, ReadDocument
from youju.reading.ooxml import Element, Package, local
from youju.reading.reader import Limits, SourceFile, rejected
from youju.reading.slides.bullets import Bullets, level_of
from youju.reading.slides.graphics import chart_rows, chart_title, diagram_items, table_rows
from youju.reading.slides.shapes import Frame, Shape, frame_of, placeholder_of, shapes_of
from youju.reading.slides.xml import A, R, children, first, line_text, whole
from youju.reading.tables import TableWriter

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_POINT = 12_700  # EMU
_HANZI = range(0x4E00, 0xA000)


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read a PowerPoint file."""
    with Package(source, limits) as package:
        main = package.main()
        root = package.xml(main)
        if root is None:
            raise ValueError("no presentation")
        targets = {each.id: each.target for each in package.relations(main)}
        slides = [targets.get(node.get(f"{R}id", "")) for node in children(first(root, "sldIdLst"))]
        if len(slides) > limits.max_pages:
            reason = f"has {len(slides)} slides, and {limits.max_pages} are allowed"
            raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_PAGES.")
        writer = _Writer(package)
        for number, part in enumerate(slides, start=1):
            writer.slide(number, part)
    size = first(root, "sldSz")
    return ReadDocument(
        writer.builder.text,
        writer.builder.blocks,
        pages=tuple(writer.pages(whole(size, "cx") / _POINT, whole(size, "cy") / _POINT)),
        tables=tuple(writer.tables.tables),
        title=writer.title,
        media_type=MEDIA_TYPE,
        warnings=tuple(writer.warnings()),
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the placeholders of a slide have from its layout and its master: shapes, the nearest first, and the styles
    of the master."""

    shapes: tuple[Element, ...]
    styles: Element | None


class _Writer:
    """Writes slides one after the other."""

    def __init__(self, package: Package) -> None:
        self.builder = TextBuilder()
        self.tables = TableWriter(self.builder)
        self.title: str | None = None
        self._package = package
        self._layouts: dict[str | None, _Layout] = {}
        self._starts: list[int] = []
        self._hidden: list[int] = []
        self._lost: list[int] = []
        self._pictures: list[int] = []

    def slide(self, number: int, part: str | None) -> None:
        """Write one slide. A hidden one has a page without text."""
        root = self._package.xml(part)
        start = self.builder.length
        self._starts.append(start)
        if part is None or root is None:
            self._lost.append(number)
        elif root.get("show") in {"0", "false"}:
            self._hidden.append(number)
        else:
            self._write(number, part, root)
            if self.builder.length == start:
                self._pictures.append(number)

    def pages(self, width: float, height: float) -> Iterator[Page]:
        """One page for each slide, without a gap between them."""
        length = self.builder.length
        edges = [start + 2 if 0 < start < length else start for start in (*self._starts, length)]  # after a blank line
        for number, (start, end) in enumerate(pairwise(edges), start=1):
            yield Page(number, start, end, round(width, 2), round(height, 2))

    def warnings(self) -> Iterator[str]:
        """What of the file is not in the text."""
        for numbers, what in (
            (self._hidden, "hidden and left out"),
            (self._lost, "damaged and left out"),
            (self._pictures, "without text: pictures are not read"),
        ):
            if numbers:
                shown = ", ".join(str(number) for number in numbers[:10])
                more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
                yield f"Slide{'s' if len(numbers) > 1 else ''} {shown}{more}: {what}."

    def _write(self, number: int, part: str, root: Element) -> None:
        layout = self._layout(self._package.related(part, "slideLayout"))
        tree = first(root, "cSld/spTree")
        shapes = shapes_of(tree, lambda element: _inherited_frame(element, layout))
        title = " ".join(_plain(shape.element) for shape in shapes if shape.is_title).strip()
        notes = list(self._notes(part))
        body = [shape for shape in shapes if not shape.is_title]
        if not title and (notes or any(_has_content(shape) for shape in body)):
            chinese = any(ord(char) in _HANZI for shape in body for char in _plain(shape.element))
            title = f"幻灯片 {number}" if chinese else f"Slide {number}"
        elif self.title is None and title:
            self.title = title
        self.builder.add("heading", title, level=1)
        for shape in body:
            self._shape(part, shape, layout)
        if notes:
            chinese = any(ord(char) in _HANZI for note in notes for char in note)
            self.builder.add("heading", "备注" if chinese else "Notes", level=2)
            for note in notes:
                self.builder.add("paragraph", note)

    def _shape(self, part: str, shape: Shape, layout: _Layout) -> None:
        if local(shape.element) == "graphicFrame":
            self._graphic(part, shape.element)
            return
        body = first(shape.element, "txBody")
        bullets = Bullets([style for style in _styles(shape, layout, body) if style is not None])
        group: int | None = None
        for line in children(body):
            text = line_text(line) if local(line) == "p" else ""
            if not text.strip():
                continue
            marker = bullets.of(line)
            if marker is None:
                group = None
                self.builder.add("paragraph", text)
            else:
                group = group or self.builder.new_group()
                self.builder.add("list_item", marker + text.strip(), level=level_of(line) + 1, group=group)

    def _graphic(self, part: str, frame: Element) -> None:
        data = first(frame, "graphic/graphicData")
        for node in children(data):
            name = local(node)
            if name == "tbl":
                self.tables.write(table_rows(node))
            elif name == "chart":
                self._chart(self._package.xml(self._target(part, node.get(f"{R}id", ""))))
            elif name == "relIds":
                diagram = self._package.xml(self._target(part, node.get(f"{R}dm", "")))
                group = self.builder.new_group()
                for level, text in () if diagram is None else diagram_items(diagram):
                    self.builder.add("list_item", text, level=level, group=group)

    def _chart(self, chart: Element | None) -> None:
        if chart is not None:
            self.builder.add("paragraph", chart_title(chart))
            self.tables.write(chart_rows(chart))

    def _target(self, part: str, identifier: str) -> str | None:
        return next((each.target for each in self._package.relations(part) if each.id == identifier), None)

    def _notes(self, part: str) -> Iterator[str]:
        root = self._package.xml(self._package.related(part, "notesSlide"))
        for shape in children(first(root, "cSld/spTree")):
            kind = placeholder_of(shape)
            if kind and kind[0] == "body":
                for line in shape.iter(f"{A}p"):
                    if text := line_text(line).strip():
                        yield text

    def _layout(self, part: str | None) -> _Layout:
        if part not in self._layouts:
            root = self._package.xml(part)
            master = self._package.xml(self._package.related(part, "slideMaster") if part else None)
            shapes = [*children(first(root, "cSld/spTree")), *children(first(master, "cSld/spTree"))]
            self._layouts[part] = _Layout(tuple(shapes), first(master, "txStyles"))
        return self._layouts[part]


def _matching(element: Element, layout: _Layout) -> Iterator[Element]:
    """The placeholders of the layout and the master that a slide's placeholder stands for, the nearest first."""
    own = placeholder_of(element)
    if own is None:
        return
    for other in layout.shapes:
        kind = placeholder_of(other)
        if kind is not None and (kind == own or (own[1] != "0" and kind[1] == own[1]) or _same(own[0], kind[0])):
            yield other


def _same(one: str, other: str) -> bool:
    """Whether two types of placeholders stand for each other: content of any kind goes where the body goes."""
    alike = {"obj": "body", "subTitle": "body", "ctrTitle": "title"}
    return alike.get(one, one) == alike.get(other, other)


def _inherited_frame(element: Element, layout: _Layout) -> Frame | None:
    return next((frame for other in _matching(element, layout) if (frame := frame_of(other))), None)


def _styles(shape: Shape, layout: _Layout, body: Element | None) -> Iterator[Element | None]:
    yield first(body, "lstStyle")
    if shape.placeholder:
        for other in _matching(shape.element, layout):
            yield first(other, "txBody/lstStyle")
        yield first(layout.styles, "bodyStyle")


def _plain(element: Element) -> str:
    return " ".join(" ".join(line_text(line) for line in element.iter(f"{A}p")).split())


def _has_content(shape: Shape) -> bool:
    return bool(_plain(shape.element)) or local(shape.element) == "graphicFrame"
