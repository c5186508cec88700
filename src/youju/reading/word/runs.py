"""The text of a paragraph, as a person sees it when all changes are accepted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from youju.reading.ooxml import Element
from youju.reading.word.xml import FALLBACK, MATH, W, child, is_on, number, text_boxes, value

_UNSEEN = {
    *(f"{W}{name}" for name in ("del", "moveFrom", "instrText", "delInstrText", "delText", "pPr", "rPr", "sectPr")),
    *(f"{W}{name}" for name in ("txbxContent", "rt", "sdtPr", "sdtEndPr", "softHyphen", "annotationRef")),
    FALLBACK,
}
_BREAKS = {f"{W}br", f"{W}cr"}
_WINGDINGS = {
    **{0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x75: "◆", 0x76: "❖", 0x9F: "•", 0xA7: "▪", 0xA8: "☐"},
    **{0xD8: "➢", 0xE0: "→", 0xDF: "←", 0xE1: "↑", 0xE2: "↓", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑"},
    **{0x52: "☑", 0xA3: "☐"},
}
"""What the usual pictures of the fonts Wingdings and Wingdings 2 are in Unicode, by their code."""

_SYMBOL = {0xB7: "•", 0xB0: "°", 0xB1: "±", 0xB4: "×", 0xA3: "≤", 0xB3: "≥", 0xB9: "≠", 0xD7: "·"}  # the font Symbol


@dataclass(slots=True)
class Runs:
    """Reads paragraphs. `hidden` are the character styles whose text is not shown.

    `notes` collects the notes that the paragraphs refer to, as pairs of kind (`footnote`, `endnote`) and id.
    """

    hidden: Collection[str] = ()
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def text(self, paragraph: Element) -> str:
        """Insertions are in; deletions, hidden text, field codes, comments and text boxes are out."""
        fields: list[bool] = []  # for each open field, whether its result has begun
        return "".join(self._pieces(paragraph, fields)).replace("\xad", "")

    def _pieces(self, element: Element, fields: list[bool]) -> Iterator[str]:
        for node in element:
            tag = node.tag
            if tag == f"{W}fldChar":
                yield from _field(node, fields)
            elif tag in _UNSEEN or not all(fields):
                if tag == f"{W}r":  # the end of a field code may stand in it
                    yield from self._pieces_of_code(node, fields)
            elif (text := _shown(node)) is not None:
                yield text
            elif tag in {f"{W}footnoteReference", f"{W}endnoteReference"}:
                self.notes.append((tag.removeprefix(W).removesuffix("Reference"), node.get(f"{W}id", "")))
            elif not self._is_hidden(node):
                yield from self._pieces(node, fields)

    def _pieces_of_code(self, run: Element, fields: list[bool]) -> Iterator[str]:
        for node in run:
            if node.tag == f"{W}fldChar":
                yield from _field(node, fields)
            elif all(fields) and (text := _shown(node)) is not None:
                yield text

    def _is_hidden(self, node: Element) -> bool:
        if node.tag == f"{W}r":
            return is_on(node, "rPr/vanish") or value(node, "rPr/rStyle") in self.hidden
        return node.tag == f"{W}sdt" and child(node, "sdtPr/showingPlcHdr") is not None


def _shown(node: Element) -> str | None:
    """The text of an element that is text; None for one that may hold some."""
    tag = node.tag
    if tag in {f"{W}t", f"{MATH}t"}:
        return node.text or ""
    if tag in {f"{W}tab", f"{W}ptab"}:
        return " "
    if tag in _BREAKS:
        return "\n"
    if tag == f"{W}noBreakHyphen":
        return "-"
    return _symbol(node) if tag == f"{W}sym" else None


def _symbol(node: Element) -> str:
    """A character of a symbol font; nothing for one that has no equal in Unicode."""
    try:
        code = int(node.get(f"{W}char", ""), 16)
    except ValueError:
        return ""
    font = node.get(f"{W}font", "").lower()
    if 0xF000 <= code <= 0xF0FF or "wingdings" in font:
        return (_WINGDINGS if "wingdings" in font else _SYMBOL).get(code & 0xFF, "")
    return chr(code) if 0x20 <= code < 0xD800 else ""


def _field(node: Element, fields: list[bool]) -> Iterator[str]:
    """A mark of a field: its beginning, where its result begins, its end. Boxes to tick and lists to choose from have
    no result, only a state."""
    kind = node.get(f"{W}fldCharType")
    if kind == "begin":
        if all(fields):
            yield _state(child(node, "ffData"))
        fields.append(False)
    elif kind == "separate" and fields:
        fields[-1] = True
    elif kind == "end" and fields:
        fields.pop()


def _state(data: Element | None) -> str:
    box, choice = child(data, "checkBox"), child(data, "ddList")
    if box is not None:
        return "☒" if is_on(box, "checked" if child(box, "checked") is not None else "default") else "☐"
    if choice is not None:
        entries = choice.findall(f"{W}listEntry")
        at = number(value(choice, "result") or value(choice, "default"))
        return entries[at].get(f"{W}val", "") if at < len(entries) else ""
    return ""


def with_boxes(element: Element, text_of: Callable[[Element], str]) -> Iterator[str]:
    """The text of a paragraph, then those of the boxes that hang on it."""
    yield text_of(element)
    for box in text_boxes(element):
        for paragraph in box.iter(f"{W}p"):
            yield text_of(paragraph)
