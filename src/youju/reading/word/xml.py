"""Small helpers over WordprocessingML (ECMA-376 part 1, chapter 17). Elements are lxml's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Element = Any
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TEXT_BOX = f"{W}txbxContent"
_UNSEEN = {f"{W}del", f"{W}moveFrom", f"{W}instrText", f"{W}delText", f"{W}pPr", f"{W}sectPr", _FALLBACK, _TEXT_BOX}


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


def paragraph_text(paragraph: Element) -> str:
    """What a person sees of a paragraph: insertions are in, deletions, hidden text, field codes and boxes are out."""
    return "".join(_pieces(paragraph))


def _pieces(element: Element) -> Iterator[str]:
    for node in element:
        tag = node.tag
        if tag in {f"{W}t", f"{_MATH}t"}:
            yield node.text or ""
        elif tag == f"{W}tab":
            yield " "
        elif tag in {f"{W}br", f"{W}cr"}:
            yield "\n"
        elif tag == f"{W}noBreakHyphen":
            yield "-"
        elif tag not in _UNSEEN and not (tag == f"{W}r" and is_on(node, "rPr/vanish")):
            yield from _pieces(node)


def text_boxes(paragraph: Element) -> Iterator[Element]:
    """The contents of the text boxes that hang on a paragraph."""
    for box in paragraph.iter(_TEXT_BOX):
        if not any(above.tag == _FALLBACK for above in box.iterancestors()):
            yield box


def blocks(body: Element) -> Iterator[Element]:
    """Paragraphs and tables in order, those in content controls and insertions included."""
    for node in body:
        if node.tag in {f"{W}p", f"{W}tbl"}:
            yield node
        elif node.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml", f"{W}smartTag"}:
            yield from blocks(node)
