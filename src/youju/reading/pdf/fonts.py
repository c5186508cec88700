"""Which fonts PDFium puts in place of those that a file names but does not carry.

A reader needs no outlines: the widths stand in the file. PDFium loads the outline of every character all the same,
which makes a page of Chinese in a system font ten times slower, and drops turned text whose outline is empty, as it is
on a machine without Chinese fonts. So a reader gives it a font of one slim box for every character: fast, and the same
outcome on every machine. A renderer needs the fonts of the system.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any, cast

from pypdfium2 import raw as pdfium

_UNITS = 1000
_BOX = (50, -100, 150, 800)
_CJK_CHARSETS = {128, 129, 134, 136}  # Shift JIS, Hangul, GB2312, Big5 in the numbering of Windows
_BOX_HANDLE = 1


def use_box_font() -> None:
    """For reading: the box font for Chinese, Japanese and Korean, PDFium's own for the rest."""
    pdfium.FPDF_SetSystemFontInfo(ctypes.byref(_BOX_FONTS))


def use_system_fonts() -> None:
    """For rendering: what the system has."""
    pdfium.FPDF_SetSystemFontInfo(pdfium.FPDF_GetDefaultSystemFontInfo())


def _box_font() -> bytes:
    """The smallest TrueType file whose character map leads every code point to one rectangle."""
    x0, y0, x1, y1 = _BOX
    glyph = struct.pack(">5hHH4B", 1, x0, y0, x1, y1, 3, 0, 1, 1, 1, 1)
    glyph += struct.pack(">8h", x0, 0, x1 - x0, 0, y0, y1 - y0, 0, y0 - y1)
    glyph += bytes(-len(glyph) % 4)
    outline = (_UNITS, 0, 0, x0, y0, x1, y1)
    tables = {
        b"cmap": struct.pack(">HHHHIHHIIIIII", 0, 1, 3, 10, 12, 13, 0, 28, 0, 1, 0, 0x10FFFF, 1),
        b"glyf": glyph * 2,
        b"head": struct.pack(">IIIIHHQQ4hHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, *outline, 0, 8, 2, 1, 0),
        b"hhea": struct.pack(">I3hH11hH", 0x10000, y1, y0, 0, _UNITS, *(0,) * 11, 2),
        b"hmtx": struct.pack(">HhHh", _UNITS, x0, _UNITS, x0),
        b"loca": struct.pack(">III", 0, len(glyph), 2 * len(glyph)),
        b"maxp": struct.pack(">I14H", 0x10000, 2, 4, 1, 0, 0, 1, *(0,) * 8),
    }
    place = 12 + 16 * len(tables)
    directory, body = struct.pack(">IHHHH", 0x10000, len(tables), 64, 2, 48), b""
    for tag, data in tables.items():
        directory += tag + struct.pack(">III", 0, place + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return directory + body


_FONT = _box_font()
_TYPES: dict[str, Any] = dict(cast("Any", pdfium.FPDF_SYSFONTINFO._fields_))


@_TYPES["MapFont"]
def _map_font(_info: object, _weight: int, _italic: int, charset: int, *_rest: object) -> int:
    return _BOX_HANDLE if charset in _CJK_CHARSETS else 0


@_TYPES["GetFontData"]
def _font_data(_info: object, _font: int, table: int, buffer: int | None, size: int) -> int:
    if table:
        return 0
    if buffer and size >= len(_FONT):
        ctypes.memmove(buffer, _FONT, len(_FONT))
    return len(_FONT)


_BOX_FONTS = pdfium.FPDF_SYSFONTINFO(version=1, MapFont=_map_font, GetFontData=_font_data)
