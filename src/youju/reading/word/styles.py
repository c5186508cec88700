"""What a paragraph's style says: heading level, title, entry of a table of contents, list."""

from __future__ import annotations

import re
from dataclasses import dataclass

from youju.reading.ooxml import Element
from youju.reading.word.xml import W, child, is_on, value

_HEADING = re.compile(r"(?:heading|标题)\s*([1-9])$", re.IGNORECASE)
_TITLE = re.compile(r"(?:title|标题)$", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|目录)\s*[1-9]$", re.IGNORECASE)
_BODY_LEVEL = 9
_Number = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph style with what it inherits. `level` is 1–9 for headings, 0 for the title, None for text. `number` is
    the list (numId) and its level, as text; the level is None where the list itself says which one is that of the style
    `name` (its id)."""

    level: int | None = None
    contents: bool = False
    number: tuple[str, str | None] | None = None
    name: str = ""


class Styles:
    """The styles of one document."""

    def __init__(self, root: Element | None) -> None:
        found = [] if root is None else root.findall(f"{W}style")
        self._elements: dict[str, Element] = {style.get(f"{W}styleId", ""): style for style in found}
        self._default = next((style.get(f"{W}styleId") for style in found if _is_default(style)), None)
        self._known: dict[str | None, Style] = {}
        self.hidden = {name for name, style in self._elements.items() if is_on(style, "rPr/vanish")}
        """Styles whose text is not shown."""

    def of(self, paragraph: Element) -> Style:
        """The style of a paragraph; what it says of itself comes before its style."""
        properties = child(paragraph, "pPr")
        style = self._style(value(properties, "pStyle") or self._default)
        outline = _outline(properties)
        level = style.level if outline is None else outline if outline <= _BODY_LEVEL else None
        return Style(level, style.contents, _over(_number(properties), style.number), style.name)

    def _style(self, style_id: str | None) -> Style:
        if style_id not in self._known:
            self._known[style_id] = self._resolve(style_id)
        return self._known[style_id]

    def _resolve(self, style_id: str | None) -> Style:
        """Walk up the chain of base styles; the nearest answer to each question counts."""
        level: int | None = None
        contents = False
        number: _Number | None = None
        asked = style_id or ""
        seen: set[str] = set()
        while style_id in self._elements and style_id not in seen:
            seen.add(style_id)
            element = self._elements[style_id]
            name = value(element, "name") or ""
            contents = contents or _CONTENTS.match(name) is not None
            level = _level(name, child(element, "pPr")) if level is None else level
            number = _over(number, _number(child(element, "pPr")))
            style_id = value(element, "basedOn") or ""
        known = (number[0], number[1]) if number and number[0] else None
        return Style(level if level is None or level <= _BODY_LEVEL else None, contents, known, asked)


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


def _number(properties: Element | None) -> _Number | None:
    numbers = child(properties, "numPr")
    return None if numbers is None else (value(numbers, "numId"), value(numbers, "ilvl"))


def _over(own: _Number | None, inherited: _Number | None) -> tuple[str, str | None] | None:
    """The list and level of a paragraph: what it does not say itself comes from its style."""
    number, level = own or (None, None)
    if number is None and inherited is not None:
        number, level = inherited[0], level or inherited[1]
    return None if number is None else (number, level)
