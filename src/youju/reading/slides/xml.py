"""Small helpers over PresentationML and DrawingML (ECMA-376 part 1, chapters 19–21)."""

from __future__ import annotations

from collections.abc import Iterator

from youju.reading.ooxml import Element, local

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"


def children(element: Element | None) -> Iterator[Element]:
    """The children, of each alternative content the first way that holds anything."""
    for node in () if element is None else element:
        if node.tag == _ALTERNATIVES:
            way = next((way for way in node if len(way)), None)
            yield from children(way)
        else:
            yield node


def first(element: Element | None, path: str) -> Element | None:
    """The first element at a path of names without namespaces, such as `spPr/xfrm/off`."""
    for name in path.split("/"):
        element = next((node for node in children(element) if local(node) == name), None)
    return element


def whole(element: Element | None, name: str, otherwise: int = 0) -> int:
    """A whole number of an attribute."""
    text = "" if element is None else element.get(name, "")
    try:
        return int(text) if len(text) < 19 else otherwise
    except ValueError:
        return otherwise


def line_text(paragraph: Element) -> str:
    """The text of a paragraph (`a:p`); numbers of slides are left out."""
    return "".join(_pieces(paragraph)).replace("\v", "\n")


def _pieces(element: Element) -> Iterator[str]:
    for node in children(element):
        name = local(node)
        if name == "br":
            yield "\n"
        elif name == "t":
            yield node.text or ""
        elif name == "tab":
            yield " "
        elif name not in {"pPr", "endParaRPr", "rPr"} and not (name == "fld" and node.get("type") == "slidenum"):
            yield from _pieces(node)
