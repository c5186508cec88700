"""Bullets and numbers of paragraphs: said by the paragraph, its shape, the layout, the master, in this order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from youju.reading.ooxml import Element, local
from youju.reading.slides.xml import children, first, whole
from youju.reading.word.numbers import written

_KINDS = {"buNone", "buChar", "buAutoNum", "buBlip"}
_FORMS = {
    "arabic": "decimal",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
    "ea1Chs": "chineseCounting",
    "ea1Cht": "chineseCounting",
    "ea1JpnChs": "chineseCounting",
    "circleNum": "decimalEnclosedCircle",
}


@dataclass(slots=True)
class Bullets:
    """The bullets of one shape, asked for paragraph by paragraph. `styles` are the list styles that count for it, the
    nearest first."""

    styles: Sequence[Element]
    counts: dict[int, int] = field(default_factory=dict[int, int])

    def of(self, paragraph: Element) -> str | None:
        """What stands in front of the next paragraph: a number, an empty string for a bullet, None for no list."""
        level = level_of(paragraph)
        found = self._bullet(paragraph, level)
        for deeper in [each for each in self.counts if each > level]:
            del self.counts[deeper]
        if found is None or local(found) == "buNone":
            self.counts.pop(level, None)
            return None
        if local(found) != "buAutoNum":
            return ""
        self.counts[level] = self.counts.get(level, whole(found, "startAt", 1) - 1) + 1
        return _numbered(found.get("type", ""), self.counts[level])

    def _bullet(self, paragraph: Element, level: int) -> Element | None:
        places = [first(paragraph, "pPr"), *(first(style, f"lvl{level + 1}pPr") for style in self.styles)]
        for place in places:
            for node in children(place):
                if local(node) in _KINDS:
                    return node
        return None


def level_of(paragraph: Element) -> int:
    """The level of a paragraph, from 0 to 8."""
    return min(max(whole(first(paragraph, "pPr"), "lvl"), 0), 8)


def _numbered(kind: str, number: int) -> str:
    form = next((form for start, form in _FORMS.items() if kind.startswith(start)), "decimal")
    text = written(form, number)
    if kind.endswith("ParenBoth"):
        return f"({text}) "
    if kind.endswith("ParenR"):
        return f"{text}) "
    return f"{text}. " if kind.endswith("Period") else f"{text} "
