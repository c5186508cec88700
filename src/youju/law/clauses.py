"""The inside of an article (立法法第六十五条): 款 are its paragraphs, 项 its items （一）（二）, 目 the points 1. 2. or
（1）（2） of an item."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise

from youju.law.numerals import number

Span = tuple[int, int]

_HANZI = "[〇零一二两三四五六七八九十百]{1,5}"
_ITEM = re.compile(rf"[（(]\s*({_HANZI})\s*[）)]")
_DIGITS = "[0-9０-９]{1,3}"
_SUBITEM = re.compile(rf"(?:[（(]\s*({_DIGITS})\s*[）)]|({_DIGITS})\s*(?:[.．](?!\d)|、)|([①-⑳]))")
_TABLE_ROW = re.compile(r"[^|]*\s\|\s")
_QUOTATION = re.compile(r"“[^“”]*”")
_ENDS = "。；！？…”’」』）》.;!?)"
_NEW = ("前款", "前两款", "前三款", "前项", "本条", "第一款", "第二款")
_INLINE = re.compile(rf"(?<=[：:；;。])\s*(?=[（(]\s*{_HANZI}\s*[）)])")


@dataclass(frozen=True, slots=True)
class Item:
    """A 项: `[start, end)` in the article's text with all that belongs to it, and the span of each 目 by its number."""

    start: int
    end: int
    subitems: dict[int, Span] = field(default_factory=dict[int, Span])

    @property
    def span(self) -> Span:
        """Where it stands in the article's text."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Clause:
    """A 款: `[start, end)` in the article's text, with each 项 by its number. `lead` is the span of what stands before
    the first 项 (有下列情形之一的：), the whole 款 where it has none."""

    start: int
    end: int
    items: dict[int, Item]
    lead: Span

    @property
    def span(self) -> Span:
        """Where it stands in the article's text."""
        return self.start, self.end


def item_depth(line: str) -> int:
    """0 for a line that is a 款 of its own, 1 for one that begins a 项, 2 for one that begins a 目."""
    if _item_number(line) is not None:
        return 1
    return 2 if _SUBITEM.match(line) else 0


def clauses(article: str) -> list[Clause]:
    """The 款 of an article in order. An item belongs to the 款 that it stands in, a 目 to the 项 before it.

    Quoted text, rows of a table and what goes on with an unfinished sentence belong to the 款, 项 or 目 that they stand
    in and are none themselves. Where a 款 counts in 1. 2. without any （一）, these are its 项.
    """
    quoted = [match.span() for match in _QUOTATION.finditer(article)]
    found: list[_Open] = []
    before = ""
    for match in re.finditer(r"[^\n]+", article):
        line = match.group().strip()
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        if not line:
            continue
        inside = _within(quoted, start) or _TABLE_ROW.match(line) is not None
        if found and (inside or _continues(before, line)):
            found[-1].extend(start + len(line))
        elif not (found and found[-1].take(line, start)):
            found.append(_Open(start, start + len(line)))
            found[-1].take_inline(line)
        before = line
    return [one.closed() for one in found]


def span(article: str, paragraph: int | None, item: int | None = None, subitem: int | None = None) -> Span | None:
    """Where a 款, 项 or 目 stands in the article's text: the innermost that is asked for, all of the article for none.

    Without a 款 the first one that has such an item counts. None where `missing` has something to say.
    """
    if missing(article, paragraph, item, subitem):
        return None
    found = clauses(article)
    if paragraph is None and item is None:
        return 0, len(article)
    within = found if paragraph is None else found[paragraph - 1 : paragraph]
    if item is None:
        return within[0].span
    items = [clause.items[item] for clause in within if item in clause.items]
    if subitem is None:
        return items[0].span
    return next(one.subitems[subitem] for one in items if subitem in one.subitems)


def missing(article: str, paragraph: int | None, item: int | None, subitem: int | None = None) -> str | None:
    """Why an article has no such 款, 项 or 目, in words for a person; None where it has."""
    found = clauses(article)
    if paragraph is not None and not 1 <= paragraph <= len(found):
        return f"该条共{len(found)}款"
    within = found if paragraph is None else found[paragraph - 1 : paragraph]
    if item is None:
        return None if subitem is None else "没有写明是第几项"
    items = [clause.items[item] for clause in within if item in clause.items]
    if not items:
        most = max((number for clause in within for number in clause.items), default=0)
        where = "该条" if paragraph is None else "该款"
        return f"{where}共{most}项" if most else f"{where}没有分项"
    if subitem is None or any(subitem in one.subitems for one in items):
        return None
    most = max((number for one in items for number in one.subitems), default=0)
    return f"该项共{most}目" if most else "该项没有分目"


class _Open:
    """A 款 that still grows."""

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self._lead_end = end
        self._items: dict[int, list[int]] = {}
        self._subitems: dict[int, dict[int, Span]] = {}
        self._digits = False
        self._last: tuple[int, int | None] | None = None

    def take(self, line: str, start: int) -> bool:
        """Take a line as a 项 or 目 of this 款; False where it is none."""
        end = start + len(line)
        value, subvalue = _item_number(line), _subitem_number(line)
        if value is not None:
            self._item(value, start, end)
        elif subvalue is None:
            return False
        elif self._last is None or self._digits:
            self._digits = True
            self._item(subvalue, start, end)
        else:
            self._subitem(self._last[0], subvalue, start, end)
        return True

    def take_inline(self, line: str) -> None:
        """The 项 of a 款 that is written on one line: …：（一）甲；（二）乙。"""
        places = [match.end() for match in _INLINE.finditer(line)]
        if not places or line[: places[0]].rstrip()[-1:] not in "：:":
            return
        counted: list[int] = []
        for place in places:
            if _item_number(line[place:]) == len(counted) + 1:
                counted.append(place)
        if len(counted) < 2:
            return
        for value, (place, after) in enumerate(pairwise([*counted, len(line)]), start=1):
            self._items[value] = [self.start + place, self.start + len(line[:after].rstrip())]
        self._lead_end = self.start + len(line[: counted[0]].rstrip())
        self._last = len(counted), None

    def extend(self, end: int) -> None:
        """The last 目, 项 or the 款 itself goes on to `end`."""
        self.end = end
        if self._last is None:
            self._lead_end = end
            return
        item, subitem = self._last
        self._items[item][1] = end
        if subitem is not None:
            self._subitems[item][subitem] = (self._subitems[item][subitem][0], end)

    def closed(self) -> Clause:
        """As a value."""
        items = {value: Item(start, end, self._subitems.get(value, {})) for value, (start, end) in self._items.items()}
        return Clause(self.start, self.end, items, (self.start, self._lead_end))

    def _item(self, value: int, start: int, end: int) -> None:
        if value in self._items:
            self.extend(end)
            return
        self.end = end
        self._items[value] = [start, end]
        self._last = value, None

    def _subitem(self, item: int, value: int, start: int, end: int) -> None:
        subitems = self._subitems.setdefault(item, {})
        if value not in subitems:
            subitems[value] = (start, end)
            self._last = item, value
        self.extend(end)


def _item_number(line: str) -> int | None:
    match = _ITEM.match(line)
    return number(match[1]) if match else None


def _subitem_number(line: str) -> int | None:
    match = _SUBITEM.match(line)
    if match is None:
        return None
    circled = match[3]
    return ord(circled) - ord("①") + 1 if circled else number(match[1] or match[2])


def _within(spans: list[Span], place: int) -> bool:
    at = bisect_left(spans, (place,)) - 1
    return at >= 0 and spans[at][0] < place < spans[at][1]


def _continues(before: str, line: str) -> bool:
    """Whether a line goes on with the line `before`: a sentence that is not over, or what a colon leads to (a
    quotation, a formula, names without numbers). A new 项 or 目 never does, nor what speaks of 前款."""
    if before[-1] in _ENDS or _TABLE_ROW.match(before):
        return False
    return item_depth(line) == 0 and not line.startswith(_NEW)
