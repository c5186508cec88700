"""What of a page's text a person can see. What nobody can see is not read: it is where instructions to a model hide.

Unseen is text without ink (render mode 3, or fully transparent) unless a picture lies under it, as in a scan with its
recognised text; text as good as white unless something coloured lies under it; text smaller than a point; text outside
the page; text under a black or white box, and in a layer that is switched off. All of a page's objects are looked at
once; single characters only on a page that has such text. Whether boxes and layers hide it is seen in a small picture
of the page, which only pages that have them need.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import raw

Corners = tuple[float, float, float, float]
"""`left, top, right, bottom` in the file's own coordinates (y up)."""

_FAINT = 240
"""From here on a channel is as good as white: contrast with paper under 1.15."""
_BLACK = 16
_MOST_OBJECTS = 200_000
_CONTRAST = 40
"""Of 256 shades of grey, between ink and what is beside it."""
_DEEPEST = 5
_INVISIBLE = 3
_STROKED, _FILLED_AND_STROKED = {1, 5}, {2, 6}


def bind(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A PDFium function through a plain prototype: a tenth of the cost of a call."""
    address = ctypes.cast(getattr(raw, name), ctypes.c_void_p).value
    return ctypes.PYFUNCTYPE(result, *arguments)(address or 0)


_P, _I = ctypes.c_void_p, ctypes.c_int
_page_count = bind("FPDFPage_CountObjects", _I, _P)
_page_object = bind("FPDFPage_GetObject", _P, _P, _I)
_form_count = bind("FPDFFormObj_CountObjects", _I, _P)
_form_object = bind("FPDFFormObj_GetObject", _P, _P, ctypes.c_ulong)
_kind = bind("FPDFPageObj_GetType", _I, _P)
_mode = bind("FPDFTextObj_GetTextRenderMode", _I, _P)
_fill = bind("FPDFPageObj_GetFillColor", _I, _P, _P, _P, _P, _P)
_stroke = bind("FPDFPageObj_GetStrokeColor", _I, _P, _P, _P, _P, _P)
_draw_mode = bind("FPDFPath_GetDrawMode", _I, _P, _P, _P)
_bounds = bind("FPDFPageObj_GetBounds", _I, _P, _P, _P, _P, _P)
_matrix = bind("FPDFPageObj_GetMatrix", _I, _P, _P)
_mark_count = bind("FPDFPageObj_CountMarks", _I, _P)
_mark = bind("FPDFPageObj_GetMark", _P, _P, ctypes.c_ulong)
_mark_name = bind("FPDFPageObjMark_GetName", _I, _P, _P, ctypes.c_ulong, _P)
_text_object = bind("FPDFText_GetTextObject", ctypes.c_size_t, _P, _I)

_CHANNELS = (ctypes.c_uint * 4)()
_FOUR = [ctypes.addressof(_CHANNELS) + 4 * place for place in range(4)]
_NAME = ctypes.create_string_buffer(16)
_LENGTH = ctypes.c_ulong()
_LAYER = "OC\0".encode("utf-16-le")
_EDGES = (ctypes.c_float * 4)()
_EDGE = [ctypes.addressof(_EDGES) + 4 * place for place in range(4)]


@dataclass(slots=True)
class Paint:
    """The text objects of a page without ink, those in (nearly) white, and those that a box or a layer may hide, by
    address; where pictures and coloured shapes lie; and how many shapes there are outside forms."""

    inkless: list[int] = field(default_factory=list[int])
    faint: list[int] = field(default_factory=list[int])
    doubtful: list[int] = field(default_factory=list[int])
    pictures: list[Corners] = field(default_factory=list[Corners])
    colours: list[Corners] = field(default_factory=list[Corners])
    shapes: int = 0


def paint_of(page: int) -> Paint:
    """What is suspicious on the page with this address; pictures and colours are looked for only if something is."""
    paint = Paint()
    texts: list[int] = []
    boxes: list[tuple[int, Corners]] = []  # with the number of texts that were drawn before
    for item in _texts(page, paint):
        if _kind(item) == raw.FPDF_PAGEOBJ_PATH:
            if texts and _is_box(item):
                boxes.append((len(texts), _corners(item, ())))
            continue
        texts.append(item)
        if _mark_count(item) > 0 and _is_layered(item):
            paint.doubtful.append(item)
        mode = _mode(item)
        colour = _stroke if mode in _STROKED else _fill
        inked = colour(item, *_FOUR)  # a pattern has no colour of its own and counts as ink
        if mode == _INVISIBLE or (inked and not _CHANNELS[3]):
            paint.inkless.append(item)
        elif inked and _is_pale() and not (mode in _FILLED_AND_STROKED and _stroke(item, *_FOUR) and not _is_pale()):
            paint.faint.append(item)
    paint.doubtful += _under(texts, boxes)
    if not paint.inkless and not paint.faint:
        return paint
    for item, matrices in _objects(page):
        kind = _kind(item)
        if kind in {raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING}:
            paint.pictures.append(_corners(item, matrices))
        elif kind == raw.FPDF_PAGEOBJ_PATH and _is_coloured(item):
            paint.colours.append(_corners(item, matrices))
    return paint


def owners(text: int, count: int) -> NDArray[np.uint64]:
    """The address of the text object of every character, shape (count,)."""
    return np.fromiter(map(_text_object, repeat(text, count), range(count)), np.uint64, count)


def _under(texts: list[int], boxes: list[tuple[int, Corners]]) -> list[int]:
    """The texts whose middle lies under a box that was drawn later."""
    if not boxes:
        return []
    x0, y1, x1, y0 = np.array([_corners(item, ()) for item in texts]).T
    x, y, number = (x0 + x1) / 2, (y0 + y1) / 2, np.arange(len(texts))
    under = np.zeros(len(texts), np.bool_)
    for count, (left, top, right, bottom) in boxes:
        under |= (number < count) & (x > left) & (x < right) & (y > bottom) & (y < top)
    return [texts[place] for place in np.flatnonzero(under).tolist()]


def _texts(page: int, paint: Paint) -> Iterator[int]:
    """The addresses of all text objects, and of the shapes that are not in forms, which are counted."""
    for index in range(min(_page_count(page), _MOST_OBJECTS)):
        item = _page_object(page, index)
        kind = _kind(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            yield item
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            paint.shapes += 1
            yield item
        elif kind == raw.FPDF_PAGEOBJ_FORM:
            yield from (each for each, _ in _inside(item, ()) if _kind(each) == raw.FPDF_PAGEOBJ_TEXT)


def _is_layered(item: int) -> bool:
    """Whether an object belongs to a layer that can be switched off (optional content)."""
    for index in range(_mark_count(item)):
        mark = _mark(item, index)
        named = mark and _mark_name(mark, ctypes.addressof(_NAME), len(_NAME), ctypes.addressof(_LENGTH))
        if named and _NAME.raw.startswith(_LAYER):
            return True
    return False


def _is_box(path: int) -> bool:
    """Whether a path is filled with solid black or white, and large enough to hide a word."""
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    _draw_mode(path, ctypes.addressof(filled), ctypes.addressof(stroked))
    if not filled.value or not _fill(path, *_FOUR) or _CHANNELS[3] < 255:
        return False
    if not _is_pale() and max(_CHANNELS[:3]) > _BLACK:
        return False
    _bounds(path, *_EDGE)
    left, bottom, right, top = list(_EDGES)
    return right - left > 4 and top - bottom > 4


def hidden(
    doubtful: list[int], owner: NDArray[np.uint64], boxes: NDArray[np.float32], picture: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which characters belong to a doubtful text object of which nothing shows in the picture of the page, whose pixels
    are points."""
    found = np.zeros(len(owner), np.bool_)
    for item in set(doubtful):
        mine = np.flatnonzero((owner == item) & (boxes[:, 2] > boxes[:, 0]))
        found[mine] = not any(_shows(box, picture) for box in boxes[mine].tolist())
    return found


def _shows(box: list[float], picture: NDArray[np.uint8]) -> bool:
    """Whether there is contrast in the middle of a character's box."""
    x0, top, x1, bottom = box
    middle = (bottom - top) / 4
    part = picture[round(top + middle) : round(bottom - middle) + 1, max(0, round(x0)) : round(x1) + 1]
    return part.size > 0 and int(part.max()) - int(part.min()) >= _CONTRAST


def _objects(page: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The addresses of all objects, those inside forms after the forms' matrices, the innermost first."""
    for index in range(min(_page_count(page), _MOST_OBJECTS)):
        yield from _inside(_page_object(page, index), ())


def _inside(item: int | None, matrices: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    if item is None:
        return
    if _kind(item) != raw.FPDF_PAGEOBJ_FORM:
        yield item, matrices
    elif len(matrices) < _DEEPEST:
        matrix = raw.FS_MATRIX()
        _matrix(item, ctypes.addressof(matrix))
        for index in range(min(max(0, _form_count(item)), _MOST_OBJECTS)):
            yield from _inside(_form_object(item, index), (matrix, *matrices))


def _is_pale() -> bool:
    """Whether the colour asked for last is as good as white."""
    return _CHANNELS[0] >= _FAINT and _CHANNELS[1] >= _FAINT and _CHANNELS[2] >= _FAINT


def _is_coloured(path: int) -> bool:
    """Whether a path is filled, and not with white."""
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    _draw_mode(path, ctypes.addressof(filled), ctypes.addressof(stroked))
    if not filled.value:
        return False
    return not _fill(path, *_FOUR) or (not _is_pale() and _CHANNELS[3] > 0)


def _corners(item: int, matrices: tuple[Any, ...]) -> Corners:
    _bounds(item, *_EDGE)
    left, bottom, right, top = list(_EDGES)
    points = [(x, y) for x in (left, right) for y in (bottom, top)]
    for m in matrices:
        points = [(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(ys), max(xs), min(ys)
