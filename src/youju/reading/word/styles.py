"""What a paragraph's style says: heading level, title, entry of a table of contents, list."""

from __future__ import annotations

import re
from dataclasses import dataclass

from youju.reading.word.xml import Element, W, child, value

_HEADING = re.compile(r"(?:heading|标题)\s*([1-9])$", re.IGNORECASE)
_TITLE = re.compile(r"(?:title|标题)$", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|目录)\s*[1-9]$", re.IGNORECASE)
_BODY_LEVEL = 9


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph style with what it inherits. `level` is 1–9 for headings, 0 for the title, None for text. `number` is
    the list (numId) and its level, as text."""

    level: int | None = None
    contents: bool = False
    number: tuple[str, str] | None = None


class Styles:
    """The styles of one document."""

    def __init__(self, root: Element | None) -> None:
        found = [] if root is None else root.findall(f"{W}style")
        self._elements: dict[str, Element] = {style.get(f"{W}styleId", ""): style for style in found}
        self._default = next((style.get(f"{W}styleId") for style in found if _is_default(style)), None)
        self._known: dict[str | None, Style] = {}

    def of(self, paragraph: Element) -> Style:
        """The style of a paragraph; what it says of itself comes before its style."""
        properties = child(paragraph, "pPr")
        style = self._style(value(properties, "pStyle") or self._default)
        outline = _outline(properties)
        number = _number(properties) or style.number
        level = style.level if outline is None else outline if outline <= _BODY_LEVEL else None
        return Style(level, style.contents, number)

    def _style(self, style_id: str | None) -> Style:
        if style_id not in self._known:
            self._known[style_id] = self._resolve(style_id)
        return self._known[style_id]

    def _resolve(self, style_id: str | None) -> Style:
        """Walk up the chain of base styles; the nearest answer to each question counts."""
        level: int | None = None
        contents = False
        number: tuple[str, str] | None = None
        seen: set[str] = set()
        while style_id in self._elements and style_id not in seen:
            seen.add(style_id)
            element = self._elements[style_id]
            name = value(element, "name") or ""
            contents = contents or _CONTENTS.match(name) is not None
            level = _level(name, child(element, "pPr")) if level is None else level
            number = number or _number(child(element, "pPr"))
            style_id = value(element, "basedOn") or ""
        return Style(level if level is None or level <= _BODY_LEVEL else None, contents, number)


def _is_default(style: Element) -> bool:
    return style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in {"1", "true"}


def _level(name: str, properties: Element | None) -> int | None:
    if match := _HEADING.match(name):
        return int(match.group(1))
    return 0 if _TITLE.match(name) else _outline(properties)


def _outline(properties: Element | None) -> int | None:
    """Outline level 1–9; 10 is body text, which takes a heading's rank away."""
    level = value(properties, "outlineLvl")
    return int(level) + 1 if level and level.isdigit() else None


def _number(properties: Element | None) -> tuple[str, str] | None:
    number = value(properties, "numPr/numId")
    return (number, value(properties, "numPr/ilvl") or "0") if number else None
