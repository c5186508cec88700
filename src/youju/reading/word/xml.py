"""Small helpers over WordprocessingML (ECMA-376 part 1, chapter 17). Elements are lxml's."""

from __future__ import annotations

from collections.abc import Iterator

from youju.reading.ooxml import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_TEXT_BOX = f"{W}txbxContent"
_AROUND = {f"{W}{name}" for name in ("sdtContent", "ins", "moveTo", "customXml", "smartTag")}


def value(element: Element | None, path: str) -> str | None:
    """The `w:val` of the element at a path such as `pPr/pStyle`; an empty string if it has none, None if absent."""
    found = child(element, path)
    return None if found is None else found.get(f"{W}val", "")


def child(element: Element | None, path: str) -> Element | None:
    """The first element at a path below `element`."""
    return None if element is None else element.find("/".join(W + step for step in path.split("/")))


def is_on(element: Element | None, path: str) -> bool:
    """Whether a switch such as `rPr/b` is set."""
    return value(element, path) not in {None, "0", "false", "none"}


def number(text: str | None, otherwise: int = 0) -> int:
    """A whole number of an attribute; `otherwise` where there is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else otherwise


def text_boxes(element: Element) -> Iterator[Element]:
    """The contents of the text boxes that hang on a paragraph, those inside them left to whoever reads them. A box that
    is drawn in two ways, for new programs and for old ones, is given once."""
    for node in element:
        if node.tag == _TEXT_BOX:
            yield node
        elif node.tag == _ALTERNATIVES:
            ways = ([*text_boxes(way)] for way in node)
            yield from next((boxes for boxes in ways if boxes), ())
        else:
            yield from text_boxes(node)


def blocks(body: Element) -> Iterator[Element]:
    """Paragraphs and tables in order, those in content controls and insertions included; what a control shows until it
    is filled in is not."""
    for node in body:
        if node.tag in {f"{W}p", f"{W}tbl", f"{W}altChunk"}:
            yield node
        elif node.tag == f"{W}sdt":
            if child(node, "sdtPr/showingPlcHdr") is None:
                yield from blocks(node)
        elif node.tag in _AROUND:
            yield from blocks(node)
