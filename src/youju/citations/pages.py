"""Which pages a span stands on, and how they are named to a person."""

from __future__ import annotations

from collections.abc import Sequence

from youju.knowledge.values import PageSpan


def pages_of(pages: Sequence[PageSpan], start: int, end: int) -> tuple[PageSpan, ...]:
    """The pages that hold a part of `[start, end)` of the canonical text; where the span falls between two pages,
    the one before it."""
    held = tuple(page for page in pages if page.start < end and start < page.end)
    if held or not pages:
        return held
    before = [page for page in pages if page.start <= start]
    return (before[-1] if before else pages[0],)


def page_label(pages: Sequence[PageSpan]) -> str:
    """`3、5–6`, in printed labels where the file has them; `约第 3 页` where a page is a guess; empty for none."""
    named = {page.number: page for page in sorted(pages, key=lambda page: page.number)}
    runs: list[list[PageSpan]] = []
    for number, page in named.items():
        if runs and runs[-1][-1].number == number - 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    label = "、".join(_name(run[0]) if len(run) == 1 else f"{_name(run[0])}–{_name(run[-1])}" for run in runs)
    return f"约第 {label} 页" if any(page.estimated for page in named.values()) else label


def _name(page: PageSpan) -> str:
    return page.label or str(page.number)
