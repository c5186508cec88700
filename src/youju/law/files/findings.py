"""What is odd in the count of a law's articles: gaps, numbers that occur again or out of place, a beginning that is
missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from youju.law.files.days import written
from youju.law.files.facts import Finding, LawPart
from youju.law.files.marks import Mark, follows
from youju.law.files.sequence import Marked
from youju.law.numerals import article_label

_MOST_PLACES = 40


def findings_of(marked: Marked, *, whole: bool) -> tuple[Finding, ...]:
    """Everything odd, in words. Not `whole`: it may begin with any number, as a part of a law and an amendment do."""
    misplaced = {mark.start for mark in marked.misplaced}
    own = [
        mark
        for mark in marked.marks
        if mark.kind == "article" and mark.article is not None and mark.start not in misplaced
    ]
    present = {mark.order for mark in marked.misplaced}
    return (
        *_start(own, whole=whole),
        *_gaps(own, present),
        *(_again(mark) for mark in marked.again),
        *(_misplaced(mark, own) for mark in marked.misplaced),
    )


def other_day(in_name: date, made: date) -> Finding:
    """The file's name holds an earlier day than the text."""
    return Finding(
        "file_name_date",
        (),
        f"文件名中的日期是{written(in_name)}，正文题注中是{written(made)}，以正文为准。",
        f"The file name says {in_name.isoformat()}, the text {made.isoformat()}: the text counts.",
    )


def between_parts(before: LawPart, after: LawPart) -> Finding:
    """Articles between two parts of a law that neither file holds."""
    return _gap(
        article_label(before.last), article_label(after.first), _between((before.last, 0), (after.first, 0), set())
    )


def _start(own: Sequence[Mark], *, whole: bool) -> Iterator[Finding]:
    if own and whole and own[0].order > (1, 0):
        first = own[0].text
        yield Finding(
            "starts_late",
            (first,),
            f"正文从{first}开始，前面的条文不在这份文件里。",
            f"The text begins with {first}; the articles before it are not in this file.",
        )


def _gaps(own: Sequence[Mark], present: set[tuple[int, int]]) -> Iterator[Finding]:
    for before, after in pairwise(own):
        if follows(before.order, after.order):
            continue
        missing = _between(before.order, after.order, present)
        if not missing:
            continue
        yield _gap(before.text, after.text, missing)


def _gap(before: str, after: str, missing: tuple[str, ...]) -> Finding:
    named = _named(missing)
    return Finding(
        "gap",
        missing[:_MOST_PLACES],
        f"缺少{named}：{before}之后是{after}。",
        f"{named} missing: {before} is followed by {after}.",
    )


def _between(before: tuple[int, int], after: tuple[int, int], present: set[tuple[int, int]]) -> tuple[str, ...]:
    """The labels that would stand between two articles, without those that stand elsewhere."""
    if before[0] == after[0]:
        orders = [(before[0], suffix) for suffix in range(before[1] + 1, after[1])]
    else:
        orders = [(article, 0) for article in range(before[0] + 1, after[0])]
        orders += [(after[0], suffix) for suffix in range(after[1])]
    return tuple(
        article_label(article, suffix or None) for article, suffix in orders if (article, suffix) not in present
    )


def _named(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{labels[0]}至{labels[-1]}" if len(labels) > 2 else "、".join(labels)


def _again(mark: Mark) -> Finding:
    return Finding(
        "duplicate",
        (mark.text,),
        f"{mark.text}出现了不止一次；后面的一处保留原文，但不能按条号找到。",
        f"{mark.text} occurs more than once; the later text is kept, but cannot be looked up by its number.",
    )


def _misplaced(mark: Mark, own: Sequence[Mark]) -> Finding:
    before = max((one for one in own if one.start < mark.start), key=lambda one: one.start, default=None)
    behind = f"，排在{before.text}之后" if before else ""
    after = f" It stands behind {before.text}." if before else ""
    return Finding(
        "out_of_order", (mark.text,), f"{mark.text}次序不对{behind}。", f"{mark.text} is out of order.{after}"
    )
