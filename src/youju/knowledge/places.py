"""How the place of a quote is told to a person where pages alone do not tell it: rows of a sheet, an anchor, a part of
a book; and how far its words were recognised in a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from youju.knowledge.values import PageSpan
from youju.reading.document import Place

Span = tuple[int, int]


def place_label(places: Sequence[Place], spans: Iterable[Span]) -> str:
    """Where these spans of the canonical text stand: `工作表‘住宿标准’第 3–5 行`, `第二章 #fees`; empty for none."""
    wanted = list(spans)
    ordered = sorted(set(places), key=lambda place: (place.start, place.end))
    labels: list[str] = []
    for kind in ("part", "sheet", "anchor"):
        touched = [place for place in ordered if place.kind == kind and any(_meet(place, span) for span in wanted)]
        named = groupby(touched, key=lambda place: place.name)
        label = "、".join(dict.fromkeys(_label(kind, name, list(of_name)) for name, of_name in named))
        labels += [label] if label else []
    return " ".join(labels)


def _meet(place: Place | PageSpan, span: Span) -> int:
    """How many characters the two share."""
    return max(0, min(place.end, span[1]) - max(place.start, span[0]))


def _label(kind: str, name: str, places: Sequence[Place]) -> str:
    if kind == "anchor":
        return f"#{name}"
    rows = _runs(
        {row for place in places if place.first for row in range(place.first, (place.last or place.first) + 1)}
    )
    if kind == "part":
        return name
    return f"工作表‘{name}’" + (f"第 {rows} 行" if rows else "")


def _runs(numbers: Iterable[int]) -> str:
    """`3、5–6`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "、".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def recognition(quotes: Iterable[tuple[Sequence[PageSpan], Sequence[Span]]]) -> tuple[tuple[int, ...], float] | None:
    """Of quotes, each the pages of its passage and its spans: the pages that were recognised in a picture, and how sure
    that was (0–1, the mean over the quoted characters there); None if all of it is text of the file itself."""
    lengths: dict[PageSpan, int] = {}
    for pages, spans in quotes:
        for page in pages:
            length = sum(_meet(page, span) for span in spans)
            if length and page.confidence is not None:
                lengths[page] = lengths.get(page, 0) + length
    total = sum(lengths.values())
    if not total:
        return None
    sure = sum(length * (page.confidence or 0.0) for page, length in lengths.items()) / total
    return tuple(sorted({page.number for page in lengths})), round(sure, 4)
