"""PDFium at close quarters: one file, its pages, every character with its box. Foreign calls stand here, in `fonts` and
in `paint` only.

Boxes come one call per character, which is where the time goes: the calls are made through plain prototypes, into one
buffer, over a mapped iterator (0.2 µs each instead of 2).
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, repeat
from typing import Any

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray
from pypdfium2 import raw

from youju.reading.pdf.fonts import use_box_font
from youju.reading.pdf.paint import bind, hidden, owners, paint_of
from youju.reading.reader import Limits, SourceFile, rejected

Floats = NDArray[np.float32]
Segment = tuple[float, float, float, float]
"""A level or upright line as shown: `x0, y0, x1, y1`, from left to right and from top to bottom."""

_FORCE_BOLD = 1 << 18  # of a font descriptor's flags
_MOST_OBJECTS = 5000
_MOST_BOOKMARKS = 20_000
_THIN = 1.5
_MOST_PIXELS = 5000
_SMALLEST = 1.0
"""In points: what is smaller nobody reads."""
_HIGH_HALF, _LOW_HALF = 0xD800 >> 10, 0xDC00 >> 10
_NO_ROOM = 0x200B
_UNPROTECTED = "Save a copy without protection and add that."


_loose_box = bind("FPDFText_GetLooseCharBox", ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_unicode = bind("FPDFText_GetUnicode", ctypes.c_uint, ctypes.c_void_p, ctypes.c_int)
_matrix = bind("FPDFText_GetMatrix", ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_font_size = bind("FPDFText_GetFontSize", ctypes.c_double, ctypes.c_void_p, ctypes.c_int)
_font_weight = bind("FPDFText_GetFontWeight", ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_font_info = bind(
    "FPDFText_GetFontInfo",
    ctypes.c_ulong,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_ulong,
    ctypes.c_void_p,
)
_angle = bind("FPDFText_GetCharAngle", ctypes.c_float, ctypes.c_void_p, ctypes.c_int)


@dataclass(frozen=True, slots=True)
class Style:
    """Size in points and weight of one character."""

    size: float
    bold: bool


_style = lru_cache(1024)(Style)
"""One object for all characters of a style, since every fragment holds one."""


class PdfPage:
    """One open page. Coordinates are those of the page as it is shown: points, origin top left, y down."""

    def __init__(self, page: Any, text: Any, number: int, label: str | None) -> None:
        self._page, self._text = page, text
        self._text_address = ctypes.cast(text, ctypes.c_void_p).value or 0
        self.number, self.label, self.shapes = number, label, 0
        self.width: float = raw.FPDF_GetPageWidthF(page)
        self.height: float = raw.FPDF_GetPageHeightF(page)
        self._turn: int = raw.FPDFPage_GetRotation(page)
        bounds = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, bounds)
        self._bounds = bounds
        self._bold: dict[bytes, bool] = {}
        self._matrix, self._flags, self._name = raw.FS_MATRIX(), ctypes.c_int(), ctypes.create_string_buffer(128)
        self._addresses = [ctypes.addressof(each) for each in (self._matrix, self._name, self._flags)]

    def characters(self) -> tuple[NDArray[np.uint32], Floats]:
        """Code points in PDFium's order, shape (n,), and their boxes `x0, top, x1, bottom`, shape (n, 4). What PDFium
        added of its own (spaces, line ends) has an empty box."""
        count = max(0, raw.FPDFText_CountChars(self._text))
        boxes = np.zeros((count, 4), np.float32)
        address = boxes.ctypes.data
        for _ in map(
            _loose_box, repeat(self._text_address, count), range(count), range(address, address + 16 * count, 16)
        ):
            pass
        return self._codes(count), self._shown(boxes)

    def angles(self, count: int) -> NDArray[np.float64]:
        """Direction of each character's line as shown, in quarter turns clockwise, shape (n,)."""
        angles = np.fromiter(map(_angle, repeat(self._text_address, count), range(count)), np.float64, count)
        return (angles / (math.pi / 2) + self._turn) % 4

    def unseen(self, boxes: Floats) -> NDArray[np.bool_]:
        """Which of the page's characters nobody can see (see `paint`), shape (n,). `boxes` are those of all. Sets
        `shapes`, the number of the shapes drawn on the page."""
        x, y = boxes[:, [0, 2]].mean(axis=1), boxes[:, [1, 3]].mean(axis=1)
        small = np.maximum(boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]) < _SMALLEST
        unseen = small | (x < 0) | (y < 0) | (x > self.width) | (y > self.height)
        paint = paint_of(ctypes.cast(self._page, ctypes.c_void_p).value or 0)
        self.shapes = paint.shapes
        if not paint.inkless and not paint.faint and not paint.doubtful:
            return unseen
        owner = owners(self._text_address, len(boxes))
        if paint.doubtful:
            unseen |= hidden(paint.doubtful, owner, boxes, self._picture())
        on_picture = self._covered(x, y, paint.pictures)
        unseen |= np.isin(owner, np.array(paint.inkless, np.uint64)) & ~on_picture
        faint = np.isin(owner, np.array(paint.faint, np.uint64))
        return unseen | (faint & ~on_picture & ~self._covered(x, y, paint.colours))

    def _picture(self) -> NDArray[np.uint8]:
        """The page as shown, in shades of grey, one pixel for each point, shape (height, width)."""
        width, height = (max(1, min(_MOST_PIXELS, round(side))) for side in (self.width, self.height))
        shades = np.full((height, width), 255, np.uint8)
        bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_Gray, shades.ctypes.data, width)
        raw.FPDF_RenderPageBitmap(bitmap, self._page, 0, 0, width, height, 0, 0)
        raw.FPDFBitmap_Destroy(bitmap)
        return shades

    def _covered(self, x: Floats, y: Floats, corners: list[Segment]) -> NDArray[np.bool_]:
        """Which of the points lie on one of the areas (of the file's own coordinates)."""
        covered = np.zeros(len(x), np.bool_)
        if corners:
            for x0, y0, x1, y1 in self._shown(np.array(corners, np.float32)).tolist():
                covered |= (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
        return covered

    def style(self, index: int) -> Style:
        """Size and weight of the character at `index`."""
        _matrix(self._text_address, index, self._addresses[0])
        scale = math.hypot(self._matrix.c, self._matrix.d) or 1.0
        return _style(round(_font_size(self._text_address, index) * scale, 3), self._is_bold(index))

    def pictures(self) -> float:
        """The share of the page that its largest picture covers, 0–1. A page drawn of many shapes counts as 1."""
        area, shapes = 0.0, 0
        for item in self._objects():
            kind = raw.FPDFPageObj_GetType(item)
            if kind in {raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM, raw.FPDF_PAGEOBJ_SHADING}:
                x0, y0, x1, y1 = self._object_box(item)
                area = max(area, (x1 - x0) * (y1 - y0))
            shapes += kind == raw.FPDF_PAGEOBJ_PATH
        return 1.0 if shapes > 100 else min(1.0, area / (self.width * self.height or 1.0))

    def rules(self) -> list[Segment]:
        """The level and upright straight lines drawn on the page: of rules, of frames, of the edges of shaded boxes."""
        items = list(self._objects())
        if len(items) > _MOST_OBJECTS:
            return []
        paths = [item for item in items if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_PATH]
        edges = [edge for path in paths for edge in self._edges(path)]
        if not edges:
            return []
        shown = self._shown(np.array(edges, np.float32))
        level = np.minimum(shown[:, 0], shown[:, 2]), np.minimum(shown[:, 1], shown[:, 3])
        far = np.maximum(shown[:, 0], shown[:, 2]), np.maximum(shown[:, 1], shown[:, 3])
        segments = np.stack((*level, *far), axis=1)
        across = np.minimum(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
        return [(x0, y0, x1, y1) for x0, y0, x1, y1 in segments[across < _THIN].tolist()]

    def _edges(self, path: Any) -> Iterator[tuple[float, float, float, float]]:
        """The straight pieces of a path, as `left, top, right, bottom` of the file; a thin box is one piece."""
        matrix, x, y = raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
        raw.FPDFPageObj_GetMatrix(path, matrix)
        count = min(raw.FPDFPath_CountSegments(path), _MOST_OBJECTS)
        start = here = (0.0, 0.0)
        for index in range(count):
            segment = raw.FPDFPath_GetPathSegment(path, index)
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            there = (
                matrix.a * x.value + matrix.c * y.value + matrix.e,
                matrix.b * x.value + matrix.d * y.value + matrix.f,
            )
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = there
            elif kind == raw.FPDF_SEGMENT_LINETO:
                yield (*here, *there)
            here = there
            if raw.FPDFPathSegment_GetClose(segment):
                yield (*here, *start)

    def _objects(self) -> Iterator[Any]:
        for index in range(raw.FPDFPage_CountObjects(self._page)):
            yield raw.FPDFPage_GetObject(self._page, index)

    def _object_box(self, item: Any) -> tuple[float, float, float, float]:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        raw.FPDFPageObj_GetBounds(item, left, bottom, right, top)
        shown = self._shown(np.array([[left.value, top.value, right.value, bottom.value]], np.float32))
        x0, y0, x1, y1 = shown[0].tolist()
        return x0, y0, x1, y1

    def _codes(self, count: int) -> NDArray[np.uint32]:
        """All code points at once where PDFium's text has one unit for each character, else one by one."""
        buffer = (ctypes.c_ushort * (2 * count + 2))()
        written = raw.FPDFText_GetText(self._text, 0, count, buffer) - 1 if count else 0
        units = np.frombuffer(memoryview(buffer), np.uint16)[: max(0, written)]
        if written == count:
            return _joined(units.astype(np.uint32))
        return _joined(np.fromiter(map(_unicode, repeat(self._text_address, count), range(count)), np.uint32, count))

    def _shown(self, boxes: Floats) -> Floats:
        """Boxes `left, top, right, bottom` of the file (y up, unturned) as they are shown; empty ones stay empty."""
        left, top, right, bottom = boxes.T
        page = self._bounds
        shown = {
            0: (left - page.left, page.top - top, right - page.left, page.top - bottom),
            1: (bottom - page.bottom, left - page.left, top - page.bottom, right - page.left),
            2: (page.right - right, bottom - page.bottom, page.right - left, top - page.bottom),
            3: (page.top - top, page.right - right, page.top - bottom, page.right - left),
        }[self._turn]
        return np.stack(shown, axis=1)

    def _is_bold(self, index: int) -> bool:
        if _font_weight(self._text_address, index) >= 600:
            return True
        _font_info(self._text_address, index, self._addresses[1], 128, self._addresses[2])
        name = self._name.value
        if name not in self._bold:
            lower = name.decode("utf-8", "replace").lower()
            heavy = any(word in lower for word in ("bold", "heavy", "black", "simhei", "heiti", "黑"))
            self._bold[name] = heavy or bool(self._flags.value & _FORCE_BOLD)
        return self._bold[name]


def _joined(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """PDFium tells a character beyond the first plane as the two halves of a pair, both with its box: the first becomes
    the character, the second one that takes no room. In place."""
    pairs = np.flatnonzero((codes[:-1] >> 10 == _HIGH_HALF) & (codes[1:] >> 10 == _LOW_HALF))
    codes[pairs] = 0x10000 + ((codes[pairs] & 0x3FF) << 10) + (codes[pairs + 1] & 0x3FF)
    codes[pairs + 1] = _NO_ROOM
    return codes


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: its page counts from 1, its level from 1."""

    title: str
    page: int
    level: int


class PdfFile:
    """An open PDF. Use `open_pdf`."""

    def __init__(self, document: pdfium.PdfDocument) -> None:
        self._document = document

    def __len__(self) -> int:
        return len(self._document)

    @property
    def title(self) -> str:
        """The title in the file's properties, or an empty string."""
        return self._document.get_metadata_value("Title") or ""

    def bookmarks(self) -> list[Bookmark]:
        """The outline, where the file has one that can be read, in its order."""
        found: list[Bookmark] = []
        try:
            for mark in islice(self._document.get_toc(), _MOST_BOOKMARKS):
                target = mark.get_dest()
                page = target.get_index() if target else None
                if page is not None and 0 <= page < len(self._document):
                    found.append(Bookmark(mark.get_title(), page + 1, mark.level + 1))
        except (pdfium.PdfiumError, ValueError, ctypes.ArgumentError):
            return found
        return found

    @contextmanager
    def page(self, number: int) -> Generator[PdfPage | None]:
        """Page `number` (from 1), or None where PDFium cannot load it."""
        page = raw.FPDF_LoadPage(self._document.raw, number - 1)
        if not page:
            yield None
            return
        if _has_fields(page) and raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS:
            raw.FPDF_ClosePage(page)  # what is filled in is part of the page from now on, in memory
            page = raw.FPDF_LoadPage(self._document.raw, number - 1)
        text = raw.FPDFText_LoadPage(page)
        try:
            label = self._document.get_page_label(number - 1) or None
            yield PdfPage(page, text, number, label) if text else None
        finally:
            raw.FPDFText_ClosePage(text)
            raw.FPDF_ClosePage(page)


def _has_fields(page: Any) -> bool:
    """Whether a page has fields of a form, or text that was typed on it: PDFium's text leaves them out."""
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_OBJECTS)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        raw.FPDFPage_CloseAnnot(annotation)
        if kind in {raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT}:
            return True
    return False


@contextmanager
def open_pdf(source: SourceFile, limits: Limits) -> Generator[PdfFile]:
    """Open a PDF for reading. Raises `InputRejected`: `encrypted`, `broken`, `too_large`, `unreadable`."""
    use_box_font()
    raw.FPDF_LoadMemDocument(b"", 0, None)  # or the code of an earlier file's error is left for one that sets none
    try:
        document = pdfium.PdfDocument(source.path, source.password)
    except pdfium.PdfiumError as error:
        raise _refusal(source, error) from None
    try:
        pages = len(document)
        if not pages:
            raise rejected(source, "broken", "is damaged: it has no pages", "Save it again with another program.")
        if pages > limits.max_pages:
            reason = f"has {pages} pages, and {limits.max_pages} are allowed"
            raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_PAGES.")
        yield PdfFile(document)
    finally:
        document.close()


def _refusal(source: SourceFile, error: pdfium.PdfiumError) -> Exception:
    names_encryption = b"/Encrypt" in source.path.read_bytes()
    if error.err_code == raw.FPDF_ERR_PASSWORD and names_encryption:
        if source.password is None:
            return rejected(source, "encrypted", "is protected by a password", "Give it with --password.")
        return rejected(source, "encrypted", "does not open with this password", "Give the right one with --password.")
    if error.err_code == raw.FPDF_ERR_SECURITY:
        return rejected(source, "encrypted", "is encrypted in a way that is not known", _UNPROTECTED)
    if names_encryption:
        return rejected(source, "broken", "is encrypted in a way that is not known, or damaged", _UNPROTECTED)
    return rejected(source, "broken", "is damaged, or is no PDF", "Open and save it again, then retry.")
