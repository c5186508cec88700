"""Which of the lines that begin like articles are the law's own: those that count on best.

Among all rising sequences the one with most articles wins, where a step without a gap counts twice. What is left over
is a number that occurs again, one out of its place, or a reference to another law.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from youju.law.files.contents import contents_of
from youju.law.files.marks import Candidate, Mark, annexes, body, candidates, follows, lines

Order = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Marked:
    """Marks in the order of the text, and the articles among them that do not count on: `again` repeat a number and
    have no address, `misplaced` stand behind an article with a higher one."""

    marks: tuple[Mark, ...]
    again: tuple[Mark, ...] = ()
    misplaced: tuple[Mark, ...] = ()


def own_articles(found: Sequence[Candidate]) -> list[Mark]:
    """The articles among the candidates that make the law's own sequence, in O(n log n)."""
    articles = [one for one in found if one.mark.kind == "article"]
    best = _Best(sorted({one.mark.order for one in articles}))
    scores: list[int] = []
    before: list[int | None] = []
    for at, one in enumerate(articles):
        order = one.mark.order
        score, previous = best.right_before(order)
        score += 2 if previous is not None else 1
        if not one.weak and (far := best.below(order))[0] + 1 > score:
            score, previous = far[0] + 1, far[1]
        scores.append(score)
        before.append(previous)
        best.put(order, score, at)
    at = scores.index(max(scores)) if scores else None
    chain: list[Mark] = []
    while at is not None:
        chain.append(articles[at].mark)
        at = before[at]
    return chain[::-1]


def marks_of(text: str) -> Marked:
    """Parts and articles of the body and the annexes behind it; a table of contents in front is left out."""
    low, high = contents_of(list(lines(text)), len(text))
    found = body([one for one in candidates(text) if not low <= one.mark.start < high])
    annexed = annexes(text)
    own = _before_annexes(own_articles(found), annexed)
    if not own:
        return Marked(())
    behind = [mark for mark in annexed if mark.start > own[-1].start]
    limit = behind[0].start if behind else len(text)
    found = [one for one in found if one.mark.start < limit]
    again, misplaced = left_over(found, own)
    parts = [one.mark for one in found if one.mark.kind == "part"]
    marks = sorted([*parts, *own, *again, *misplaced, *behind], key=lambda mark: mark.start)
    return Marked(tuple(marks), tuple(again), tuple(misplaced))


def contiguous(marked: Marked) -> Marked:
    """Up to the first gap in the numbers: in an amendment, what follows there are the articles that it quotes."""
    own = [mark for mark in marked.marks if mark.kind == "article" and mark.article is not None]
    for before, after in pairwise(own):
        if not follows(before.order, after.order):
            return Marked(tuple(mark for mark in marked.marks if mark.start <= before.start or mark.kind == "annex"))
    return marked


def _before_annexes(own: list[Mark], annexed: Sequence[Mark]) -> list[Mark]:
    """Where a gap in the numbers has the head of an annex in it, what follows are articles of what is annexed."""
    for at, (before, after) in enumerate(pairwise(own), start=1):
        if not follows(before.order, after.order) and any(before.start < one.start < after.start for one in annexed):
            return own[:at]
    return own


def left_over(found: Sequence[Candidate], own: Sequence[Mark]) -> tuple[list[Mark], list[Mark]]:
    """Articles outside the sequence `own`: numbers that occur again, without their address, and those out of place."""
    taken = {mark.order for mark in own}
    starts = {mark.start for mark in own}
    again: list[Mark] = []
    misplaced: list[Mark] = []
    for one in found:
        mark = one.mark
        if mark.kind != "article" or one.weak or mark.start in starts:
            continue
        if mark.order in taken:
            again.append(replace(mark, article=None, suffix=None))
        elif mark.order < own[-1].order:
            misplaced.append(mark)
            taken.add(mark.order)
    return again, misplaced


class _Best:
    """The best score of a sequence that ends with a given order, and of those that end below it (a Fenwick tree of
    maxima). The first of equal ones stays."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self._orders = orders
        self._tree: list[tuple[int, int | None]] = [(0, None)] * (len(orders) + 1)
        self._by_order: dict[Order, tuple[int, int]] = {}
        self._by_article: dict[int, tuple[int, int]] = {}

    def put(self, order: Order, score: int, at: int) -> None:
        """A sequence of this score ends with candidate number `at`."""
        if score > self._by_order.get(order, (0, 0))[0]:
            self._by_order[order] = (score, at)
        if score > self._by_article.get(order[0], (0, 0))[0]:
            self._by_article[order[0]] = (score, at)
        place = bisect_left(self._orders, order) + 1
        while place < len(self._tree):
            if score > self._tree[place][0]:
                self._tree[place] = (score, at)
            place += place & -place

    def right_before(self, order: Order) -> tuple[int, int | None]:
        """The best that `order` follows without a gap."""
        if order[1]:
            return self._by_order.get((order[0], order[1] - 1), (0, None))
        return self._by_article.get(order[0] - 1, (0, None))

    def below(self, order: Order) -> tuple[int, int | None]:
        """The best of all lower orders."""
        best: tuple[int, int | None] = (0, None)
        place = bisect_left(self._orders, order)
        while place:
            best = max(best, self._tree[place], key=lambda one: one[0])
            place -= place & -place
        return best
