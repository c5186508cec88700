"""What stands on a slide, in the order in which a person reads it: columns and rows as the gaps between them tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from youju.reading.ooxml import Element, local
from youju.reading.slides.xml import children, first, whole

_TITLES = {"title", "ctrTitle"}
_AROUND = {"dt", "ftr", "sldNum", "hdr"}


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle in the units of the slide (EMU)."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape with its frame on the slide; None where nothing tells it. `placeholder` is the type of its placeholder
    (`title`, `body`, …), empty for other shapes, and `number` the placeholder's."""

    element: Element
    frame: Frame | None
    placeholder: str = ""
    number: str = ""

    @property
    def is_title(self) -> bool:
        """Whether it holds the slide's title."""
        return self.placeholder in _TITLES


Inherited = Callable[[Element], Frame | None]
"""The frame that a placeholder has from its layout."""


def shapes_of(tree: Element | None, inherited: Inherited) -> list[Shape]:
    """All shapes with content in reading order, titles first; dates, footers and slide numbers are left out."""
    shapes = [shape for shape in _walk(tree, inherited, lambda frame: frame) if shape.placeholder not in _AROUND]
    titles = [shape for shape in shapes if shape.is_title]
    placed = [shape for shape in shapes if not shape.is_title and shape.frame]
    loose = [shape for shape in shapes if not shape.is_title and not shape.frame]
    return [*titles, *_ordered(placed), *loose]


def placeholder_of(element: Element) -> tuple[str, str] | None:
    """Type and number of a shape's placeholder."""
    properties = next((node for node in children(element) if local(node) in {"nvSpPr", "nvGraphicFramePr"}), None)
    found = first(properties, "nvPr/ph")
    return None if found is None else (found.get("type", "obj"), found.get("idx", "0"))


def frame_of(element: Element) -> Frame | None:
    """The frame that a shape states itself."""
    return _stated(first(element, "spPr/xfrm") if local(element) != "graphicFrame" else first(element, "xfrm"))


def _stated(transform: Element | None) -> Frame | None:
    offset, extent = first(transform, "off"), first(transform, "ext")
    if offset is None or extent is None:
        return None
    return Frame(whole(offset, "x"), whole(offset, "y"), max(0, whole(extent, "cx")), max(0, whole(extent, "cy")))


def _walk(tree: Element | None, inherited: Inherited, place: Callable[[Frame], Frame]) -> Iterator[Shape]:
    for node in children(tree):
        name = local(node)
        if name == "grpSp":
            yield from _walk(node, inherited, _inside(node, place))
        elif name in {"sp", "graphicFrame"}:
            kind, number = placeholder_of(node) or ("", "")
            own = frame_of(node)
            frame = place(own) if own else inherited(node) if kind else None
            yield Shape(node, frame, kind, number)


def _inside(group: Element, place: Callable[[Frame], Frame]) -> Callable[[Frame], Frame]:
    """How the frames of a group's members lie on the slide."""
    transform = first(group, "grpSpPr/xfrm")
    outer, offset, extent = _stated(transform), first(transform, "chOff"), first(transform, "chExt")
    if outer is None or offset is None or extent is None:
        return place
    across = outer.width / max(1, whole(extent, "cx"))
    down = outer.height / max(1, whole(extent, "cy"))

    def moved(frame: Frame) -> Frame:
        left = outer.left + (frame.left - whole(offset, "x")) * across
        top = outer.top + (frame.top - whole(offset, "y")) * down
        return place(Frame(left, top, frame.width * across, frame.height * down))

    return moved


def _ordered(shapes: Sequence[Shape]) -> list[Shape]:
    """Cut along the widest gap, upright or level, as long as there is one; what overlaps goes from the top down."""
    if len(shapes) < 2:
        return list(shapes)
    across = _cut(shapes, lambda frame: (frame.left, frame.left + frame.width))
    down = _cut(shapes, lambda frame: (frame.top, frame.top + frame.height))
    best = max((across, down), key=lambda each: each[0])
    if best[0] < 0 or not best[2]:
        return sorted(shapes, key=lambda shape: (shape.frame.top, shape.frame.left) if shape.frame else (0, 0))
    return [*_ordered(best[1]), *_ordered(best[2])]


def _cut(
    shapes: Sequence[Shape], extent: Callable[[Frame], tuple[float, float]]
) -> tuple[float, list[Shape], list[Shape]]:
    """The widest gap in one direction, and the shapes before and after it; -1 if there is none."""
    ordered = sorted(shapes, key=lambda shape: extent(shape.frame) if shape.frame else (0, 0))
    reach = float("-inf")
    best, at = -1.0, 0
    for number, (one, other) in enumerate(pairwise(ordered), start=1):
        reach = max(reach, extent(one.frame)[1] if one.frame else 0)
        gap = (extent(other.frame)[0] if other.frame else 0) - reach
        if gap > best:
            best, at = gap, number
    return best, ordered[:at], ordered[at:]
