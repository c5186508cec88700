"""Which rows and columns of a table a text names.

A name counts where it stands whole and nothing beside it makes another name of it: 总监 is not named by 副总监, by
总监以下 or by 除总监外, and 员工 is not where 高级员工 stands. A part of a name counts if it tells the name from all
others beside it: 一线 for 一线城市. Of names that overlap the longest is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from youju.citations.grids import Grid
from youju.text.folding import fold, is_cjk
from youju.text.names import CHANGING, ENGLISH_CHANGING

_BRACKETS = re.compile(r"\(([^()]*)\)")
_LISTED = re.compile(r"[,/、;]|(?<=[^\x00-\x7f])[和及与或](?=[^\x00-\x7f])")
_REACH = re.compile(r"(?:及|或|含)?(?:以上|以下|以内|以外|之外)(?:职级|级别|人员|员工)?$|(?:级别?|职级|人员)$")
_ONWARD = re.compile(r"(?:及|或|含)?(?:以[上下外内]|之外)")
_MODIFIES = re.compile(r"(?:[高中初特正副]级|资深|普通|首席|助理|见习|实习|试用期?|临时|退休|外籍|兼职|名誉)$")
_FOLLOWS = re.compile(
    r"助理|秘书|家属|候选|[〇零一二三四五六七八九十百\d](?!\d{3}年|[个名位人天日月年晚次线类级档等期号])"
)
_EXCEPT = re.compile(r"(?:除了?|除去|不含|不包括|非|except(?: for)?|other than|not)\s*$")
_BUT = re.compile(r"\s*(?:除外|以外|之外|外(?![地部籍事出勤国]))")
_NUMERAL = re.compile(r"(?:\d+|[〇零一二三四五六七八九十百千]+)")
_DIGITS = "〇零一二三四五六七八九十百千"


@dataclass(frozen=True, slots=True)
class Mention:
    """One of the names of an axis, said at `[start, end)` of a folded text; `places` are the rows or columns that bear
    it."""

    places: frozenset[int]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Named:
    """The rows and the columns of a grid that a text names; none where it names none. `strange`: it names something of
    the kind of the grid's rows or columns that is not there (三线城市), or leaves one of them out (除一线城市外).
    `row_order` and `column_order` are the same, as they are said."""

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()
    strange: bool = False
    row_order: tuple[int, ...] = ()
    column_order: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    """Where it says them, in the folded text."""


@lru_cache(maxsize=4096)
def named_in(text: str, grid: Grid) -> Named:
    """What a text names of a grid."""
    folded = fold(text).text
    axes = [*_row_axes(grid), *_column_axes(grid)]
    said = [(axis, mention) for axis in axes for mention in _said(_forms(axis), folded)]
    said += [
        (axis, mention)
        for axis in axes
        if not any(other is axis for other, _ in said)
        for mention in _said(_short_forms(axis), folded)
    ]
    whole = [(axis, one) for axis, one in said if not any(_covers(other, one) for _, other in said)]
    sound = [(axis, one) for axis, one in whole if _is_sound(folded, one)]
    strange = len(sound) < len(whole) or any(_is_strange(axis, folded, [one for _, one in sound]) for axis in axes)
    rows = [one for axis, one in sound if axis.of_rows]
    columns = [one for axis, one in sound if not axis.of_rows]
    both = {(one.start, one.end) for one in rows} & {(one.start, one.end) for one in columns}
    if both:  # 主管 is a row and a column: it names the row, unless something else does
        own = [one for one in rows if (one.start, one.end) not in both]
        strange = strange or len(both) > 1
        rows, columns = own or rows, columns if own else [one for one in columns if (one.start, one.end) not in both]
    spans = tuple(sorted({(one.start, one.end) for _, one in sound}))
    return Named(_met(rows), _met(columns), strange, _order(rows), _order(columns), spans)


def has_another(text: str, name: str) -> bool:
    """Whether a text gives the name with other numerals: 差旅办法2023版 where it is 差旅办法2024版."""
    axis = _axis([(0, name)], of_rows=True)
    folded = fold(text).text
    return _is_strange(axis, folded, list(_said(((fold(name).text.strip(), frozenset()),), folded)))


@dataclass(frozen=True, slots=True)
class _Axis:
    """One column of names, or one line of the header: each name with the rows or columns that bear it."""

    names: tuple[tuple[str, frozenset[int]], ...]
    of_rows: bool


def _axis(cells: Iterable[tuple[int, str]], *, of_rows: bool) -> _Axis:
    names: dict[str, set[int]] = {}
    for place, cell in cells:
        if cell.strip():
            names.setdefault(fold(cell).text.strip(), set()).add(place)
    return _Axis(tuple((name, frozenset(places)) for name, places in names.items()), of_rows)


def _row_axes(grid: Grid) -> Iterator[_Axis]:
    if any(grid.above):
        yield _axis(enumerate(grid.above), of_rows=True)
    for column in grid.names:
        yield _axis(((number, row.cells[column]) for number, row in enumerate(grid.rows)), of_rows=True)


def _column_axes(grid: Grid) -> Iterator[_Axis]:
    for level in range(max((len(grid.column(column)) for column in grid.values), default=0)):
        yield _axis(
            ((column, grid.column(column)[level]) for column in grid.values if level < len(grid.column(column))),
            of_rows=False,
        )


def _met(mentions: Sequence[Mention]) -> frozenset[int]:
    """The places that all mentions agree on, as far as they do; those of names side by side (一线和二线) together."""
    met: frozenset[int] = frozenset()
    for one in sorted(mentions, key=lambda mention: (mention.start - mention.end, mention.start)):
        met = (met & one.places) or (met | one.places)
    return met


def _order(mentions: Sequence[Mention]) -> tuple[int, ...]:
    met = _met(mentions)
    said = sorted(mentions, key=lambda mention: mention.start)
    return tuple(dict.fromkeys(place for one in said for place in sorted(one.places & met)))


def _covers(other: Mention, one: Mention) -> bool:
    return other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start


# ── names and what may stand for them ─────────────────────────────────────────────────────────────────────────────────


Forms = tuple[tuple[str, frozenset[int]], ...]


def _said(forms: Forms, text: str) -> Iterator[Mention]:
    for form, places in forms:
        place = text.find(form)
        while place >= 0:
            yield Mention(places, place, place + len(form))
            place = text.find(form, place + 1)


@lru_cache(maxsize=1024)
def _forms(axis: _Axis) -> Forms:
    """Every form of every name. A form that all rows or columns bear names none of them, unless there is but one."""
    found: dict[str, set[int]] = {}
    for name, places in axis.names:
        for form in dict.fromkeys((name, *_parts(name))):
            if len(form) > 1:
                found.setdefault(form, set()).update(places)
    every = frozenset(place for _, places in axis.names for place in places)
    return tuple((form, frozenset(of)) for form, of in found.items() if len(of) < len(every) or len(every) == 1)


@lru_cache(maxsize=1024)
def _short_forms(axis: _Axis) -> Forms:
    """What is left of a name without the beginning or the ending that it shares with another, where that is no name
    itself and no word that stands with anything."""
    plain = {name: _BRACKETS.sub("", name).strip() for name, _ in axis.names}
    whole = {form for form, _ in _forms(axis)}
    found: dict[str, set[int]] = {}
    for name, places in axis.names:
        words = plain[name]
        for other in plain.values():
            for left in (words[: len(words) - _common(words[::-1], other[::-1])], words[_common(words, other) :]):
                if 2 <= len(left) < len(words) and any(map(is_cjk, left)) and left not in whole | _PLAIN:
                    found.setdefault(left, set()).update(places)
    return tuple((form, frozenset(of)) for form, of in found.items())


_PLAIN = frozenset(
    [
        "标准",
        "普通",
        "高级",
        "其他",
        "其它",
        "一般",
        "特殊",
        "费用",
        "补贴",
        "金额",
        "部门",
        "人员",
        "城市",
        "地区",
        "员工",
        "国家",
        "级别",
        "一次",
        "全部",
        "所有",
        "上述",
        "相关",
    ]
)


def _parts(name: str) -> Iterator[str]:
    """The name without what stands in brackets, that, and the members of a list; each without its reach (及以上)."""
    plain = _BRACKETS.sub("", name).strip()
    inside = [part for found in _BRACKETS.findall(name) for part in _LISTED.split(found)]
    for part in (plain, *_LISTED.split(plain), *inside):
        words = part.strip()
        yield words
        yield _REACH.sub("", words)


def _common(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


# ── what stands beside a name ─────────────────────────────────────────────────────────────────────────────────────────


def _is_sound(text: str, one: Mention) -> bool:
    """Whether the name stands there as it is: not inside a longer word or number, nor with words that change it, nor
    left out."""
    before, after, form = text[: one.start], text[one.end :], text[one.start : one.end]
    if _EXCEPT.search(before[-12:]) or _BUT.match(after):
        return False
    if _inside(before[-1:], form[0]) or _inside(form[-1], after[:1]):
        return False
    if is_cjk(form[0]) and (
        before[-1:] in CHANGING - {"原", "前", "共", "分", "反", "次", "未"} or _MODIFIES.search(before[-6:])
    ):
        return False
    last = before.split()[-1:] if before[-1:] == " " else []
    if last and last[0] in ENGLISH_CHANGING:
        return False
    return not (is_cjk(form[-1]) and not _ONWARD.search(form) and (_ONWARD.match(after) or _FOLLOWS.match(after)))


def _inside(left: str, right: str) -> bool:
    """Whether two neighbours are of one word or number."""
    if not left or not right:
        return False
    both = left + right
    if both.isascii():
        return both.isalnum() or (left in ".-/" and right.isalnum()) or (left.isalnum() and right in "/-")
    return left in _DIGITS and right in _DIGITS


def _is_strange(axis: _Axis, text: str, said: Sequence[Mention]) -> bool:
    """Whether the text has a word made like the names of the axis that is none of them."""
    for pattern in _patterns(axis):
        for found in pattern.finditer(text):
            if not any(one.start < found.end() and found.start() < one.end for one in said):
                return True
    return False


@lru_cache(maxsize=1024)
def _patterns(axis: _Axis) -> tuple[re.Pattern[str], ...]:
    """How names of the axis are made: 一线城市 and 二线城市 as numeral + 线城市, P5 and P6 as P + digits."""
    plain = [_BRACKETS.sub("", name).strip() for name, _ in axis.names]
    shapes = dict.fromkeys(_NUMERAL.sub("\0", name) for name in plain)
    return tuple(
        re.compile(_NUMERAL.pattern.join(map(re.escape, shape.split("\0"))))
        for shape in shapes
        if "\0" in shape and any(char.isalpha() for char in shape)
    )
