"""Sentences and clauses of Chinese and English text, by offset.

A unit is what is shown or withheld as one: a sentence, a heading, a list item's sentence, a table row, a block of
fenced code. Semicolons and commas never end a unit (a statute's “…的，…；…的，…” is one sentence); `split_clauses`
cuts there, for aligning a claim with the part of a sentence that proves it.

Quotation marks and brackets that close within `MAX_QUOTED` characters are not cut inside. A line break ends a unit
where the author meant it: at a blank line, before and after headings, items and rows, after closing punctuation, and
after a line too short to have been wrapped. Everything is linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from youju.text.folding import is_cjk

SentenceKind = Literal["sentence", "heading", "list_item", "table_row", "code"]

MAX_QUOTED = 600
WRAPPED_COLUMNS = 30


@dataclass(frozen=True, slots=True)
class SentenceSpan:
    """A unit at `[start, end)`, without surrounding white space."""

    start: int
    end: int
    kind: SentenceKind


@dataclass(frozen=True, slots=True)
class ClauseSpan:
    """A clause at `[start, end)`, without surrounding white space and without the punctuation that ends it."""

    start: int
    end: int


@lru_cache(maxsize=1024)
def split_sentences(text: str) -> tuple[SentenceSpan, ...]:
    """All units in order, never overlapping, covering everything but white space."""
    units: list[SentenceSpan] = []
    for start, end, kind in _blocks(text):
        cuts = _cut(text, start, end) if kind in ("sentence", "list_item") else ((start, end),)
        for low, high in cuts:
            alone = units and units[-1].kind not in ("heading", "code") and _MARKERS_ALONE.fullmatch(text, low, high)
            if units and alone:
                units[-1] = SentenceSpan(units[-1].start, high, units[-1].kind)
            else:
                units.append(SentenceSpan(low, high, kind))
    return tuple(units)


@lru_cache(maxsize=4096)
def split_clauses(text: str) -> tuple[ClauseSpan, ...]:
    """All clauses in order: units cut at commas, semicolons and colons. Rows and code stay whole; 1,200 and 9:30 do
    not break; an enumeration comma (、) does not cut."""
    clauses: list[ClauseSpan] = []
    for unit in split_sentences(text):
        start = unit.start
        marks = _CLAUSE_END.finditer(text, start, unit.end) if unit.kind in ("sentence", "list_item", "heading") else ()
        for end in [*(mark.start() for mark in marks), unit.end]:
            low, high = start, end
            while low < high and (text[low] in _CLAUSE_EDGE or text[low].isspace()):
                low += 1
            while low < high and (text[high - 1] in _CLAUSE_EDGE or text[high - 1].isspace()):
                high -= 1
            if low < high:
                clauses.append(ClauseSpan(low, high))
            start = end
    return tuple(clauses)


_MARKERS_ALONE = re.compile(r"(?:\s*\[\d{1,4}\])+[\s。.]*")
_CLAUSE_END = re.compile(r"[，；：;。！？!?]|,(?!\d{3})|:(?![/\d])|\.(?=\s)|——")
_CLAUSE_EDGE = "，,；;：:。！？!?.—"


# ── blocks: what the lines say ────────────────────────────────────────────────────────────────────────────────────────

_FENCE = re.compile(r"[ \t>]{0,6}(`{3,}(?![^\n]*`)|~{3,})")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S|[ \t]{0,3}(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$")
_CHAPTER = re.compile(r"[\s#*]*第[〇零一二三四五六七八九十百0-9]{1,6}[编章节篇](?:[\s*：:].{0,40})?$")
_ROW = re.compile(r"[ \t]*\||.*\S[ \t]*(?:\t| \| )[ \t]*\S")
_ITEM = re.compile(
    r"""[ \t\u3000]*(?:
        [-*+][ \t]+(?=\S) | [•·●○◦▪■□◆‣⁃–—][ \t\u3000]*(?=\S)
      | \d{1,3}[.．)）、](?!\d)[ \t]* | [(（](?:\d{1,3}|[一二三四五六七八九十百]{1,4}|[a-zA-Z]|[ivx]{1,4})[)）]
      | [一二三四五六七八九十]{1,3}[、.．] | [①-⑳⑴-⒇] | [a-zA-Z][.)][ \t]+(?=\S) )""",
    re.VERBOSE,
)
_ARTICLE = re.compile(r"[\s*#]*第[〇零一二三四五六七八九十百千0-9]{1,8}条")
_QUOTED = re.compile(r"[ \t]{0,3}>")
_LINE_END = "。！？!?…；;：:|"
_CLOSERS = "”’」』）)】》\"'"


def _blocks(text: str) -> Iterator[tuple[int, int, SentenceKind]]:
    """Spans of the text that share a kind: a heading, a row, a whole fence, a paragraph or an item with its lines."""
    start = end = -1
    kind: SentenceKind = "sentence"
    fence = ""
    for low, high in _lines(text):
        line = text[low:high]
        mark = _FENCE.match(line)
        if fence:
            end = high
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip("`~ \t"):
                fence = ""
                yield start, end, "code"
                start = -1
            continue
        first = low + len(line) - len(line.lstrip())
        last = low + len(line.rstrip())
        found = _kind_of_line(line)
        joins = first < last and start >= 0 and found == "sentence" and _wraps(text, start, end, first, last)
        if first >= last or mark or not joins:
            if start >= 0:
                yield start, end, kind
            start = -1
        if first >= last:
            continue
        if start < 0:
            start, kind = first, found
        end = last
        if mark:
            fence = mark[1]
        elif kind in ("heading", "table_row"):
            yield start, end, kind
            start = -1
    if start >= 0:
        yield start, len(text.rstrip()) if fence else end, "code" if fence else kind


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield start, end
        start = end + 1


def _kind_of_line(line: str) -> SentenceKind:
    if _HEADING.match(line) or (len(line) < 60 and _CHAPTER.match(line)):
        return "heading"
    if _ITEM.match(line):
        return "list_item"
    if _ROW.match(line):
        return "table_row"
    return "sentence"


def _wraps(text: str, start: int, end: int, first: int, last: int) -> bool:
    """Whether the line `[first, last)` goes on with the block `[start, end)` above it."""
    if _ARTICLE.match(text, first, last) or bool(_QUOTED.match(text, first, last)) != bool(_QUOTED.match(text, start)):
        return False
    before, after = text[end - 1], text[first]
    if text[max(start, end - 4) : end].rstrip(_CLOSERS)[-1:] in _LINE_END:
        return False
    if before in "，、,（(“「" or after.islower():
        return True
    return _columns(text[max(start, text.rfind("\n", start, end) + 1) : end]) >= WRAPPED_COLUMNS


def _columns(line: str) -> int:
    return sum(
        2 if is_cjk(char) or unicodedata.east_asian_width(char) in "WF" else 1 for char in line[:WRAPPED_COLUMNS]
    )


# ── sentences: what the punctuation says ──────────────────────────────────────────────────────────────────────────────

_OPENING = {"“": "”", "「": "」", "『": "』", "‘": "’", "（": "）", "(": ")", "【": "】", "《": "》", '"': '"'}
_CLOSING = {close: opening for opening, close in _OPENING.items()}
_QUOTES = '“「『‘"'
_MARK = re.compile(r"[“「『‘（(【《\"]|[。！？｡!?.．…]+")
_PAIR = re.compile(r"[“「『‘（(【《\"”」』’）)】》]")
_TAIL = re.compile(r"(?:\s*(?:\[\^?\d{1,4}\]|[¹²³⁰⁴-⁹]+))*")
_GOES_ON = "，,、；;：:的地得等之"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER_LAST = _words(
    "e.g eg i.e ie cf vs viz approx mr mrs ms dr prof messrs st gen rep sen gov hon rev capt col lt sgt"
)
_BEFORE_NUMBER = _words("no nos fig figs art arts sec secs para paras p pp vol vols ch chap cl eq app reg s ss")
_SELDOM_LAST = _words("inc ltd co corp llc plc bros jr sr etc al ph.d jan feb mar apr jun jul aug sep sept oct nov dec")
_STARTERS = _words(
    """the this these those that it its he she they we you i in on at for if when after before however but and a an all
    any no each there please such our your their his her as by to what who how why where"""
)
_DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
_WORD_BEFORE = re.compile(r"[\w.&'’-]{1,30}$")
_WORD_AFTER = re.compile(r"[A-Za-z]+")


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of one paragraph or item `[start, end)`."""
    pairs = _pairs(text, start, end)
    place = start
    while mark := _MARK.search(text, place, end):
        opening = mark.start()
        place = mark.end()
        if opening in pairs:
            place = pairs[opening] + 1
            ends = _ends_with_pair(text, start, opening, place, end)
        else:
            ends = text[opening] not in _OPENING and _ends(text, start, opening, place, end)
        if not ends:
            continue
        while place < end and text[place] in _CLOSERS and place not in pairs:
            place += 1
        if text.startswith(("**", "__"), place) and text.count(text[place : place + 2], start, place) % 2:
            place += 2  # what is printed bold ends with its mark
        tail = _TAIL.match(text, place, end)
        place = tail.end() if tail else place
        yield start, place
        while place < end and text[place].isspace():
            place += 1
        start = place
    if start < end:
        yield start, end


def _pairs(text: str, start: int, end: int) -> dict[int, int]:
    """Opening → closing index of the quotation marks and brackets that close near enough."""
    pairs: dict[int, int] = {}
    stack: list[tuple[str, int]] = []
    waiting = dict.fromkeys(_OPENING, 0)
    for found in _PAIR.finditer(text, start, end):
        char, index = found[0], found.start()
        opening = _CLOSING.get(char, "")
        if opening and waiting[opening]:
            while True:
                top, opened = stack.pop()
                waiting[top] -= 1
                if top == opening:
                    break
            if index - opened <= MAX_QUOTED:
                pairs[opened] = index
        elif char in _OPENING and not (char == '"' and index > start and text[index - 1].isdigit()):
            stack.append((char, index))
            waiting[char] += 1
    return pairs


def _ends_with_pair(text: str, start: int, opening: int, after: int, end: int) -> bool:
    """Whether the sentence ends where a quotation or bracket closes (at `after - 1`)."""
    if text[after - 2] not in "。！？!?.…":
        return False
    if text[opening] not in _QUOTES:
        return opening == start and text[opening] != "《"
    tail = _TAIL.match(text, after, end)
    place = tail.end() if tail else after
    if place >= end or text[place] in _GOES_ON or text[place] in "。！？":
        return place >= end
    following = text[place:end][:20].lstrip()[:1]
    return not following.islower() and (text[place].isspace() or is_cjk(text[place]) or text[place] in _OPENING)


def _ends(text: str, start: int, first: int, after: int, end: int) -> bool:
    """Whether the run of closing punctuation `[first, after)` ends the sentence that began at `start`."""
    run = text[first:after]
    if after >= end or any(char in "。！？｡" for char in run):
        return True
    following = text[after : min(end, after + 20)]
    spaced = following[0].isspace()
    word = following.lstrip()[:1]
    if "!" in run or "?" in run:
        return spaced or is_cjk(word) or following[0] in _CLOSERS + "[“「"
    if len(run) > 1 or run == "…":
        return spaced and word.isupper() and not is_cjk(word)
    return _full_stop(text, start, first, following)


def _full_stop(text: str, start: int, dot: int, following: str) -> bool:
    before = text[dot - 1] if dot > start else ""
    stripped = following.lstrip('”’")]）').lstrip()
    closed = following[0] in '”’")]）[' or following[0].isspace()
    if is_cjk(before):
        return (closed or is_cjk(following[0])) and not _ITEM.match(text, start, dot + 1)
    found = _WORD_BEFORE.search(text[max(start, dot - 30) : dot])
    word = found[0] if found else ""
    if not closed or not stripped:
        return not stripped
    if word.isdigit():
        left = text[max(start, dot - len(word) - 20) : dot - len(word)].rstrip()
        return (
            bool(left)
            and (left[-1] in "$€£¥" or (left[-1].isascii() and left[-1].isalnum()))
            and not is_cjk(stripped[0])
        )
    return _word_may_end(word.lower(), stripped)


def _word_may_end(word: str, following: str) -> bool:
    """Whether a full stop after this word, before this text, ends a sentence rather than an abbreviation."""
    if word in _NEVER_LAST or (word in _BEFORE_NUMBER and (following[0].isdigit() or following[0] == "§")):
        return False
    if (len(word) == 1 and word.isalpha()) or word in _SELDOM_LAST or _DOTTED.fullmatch(word):
        after = _WORD_AFTER.match(following)
        return is_cjk(following[0]) or (after is not None and after[0][0].isupper() and after[0].lower() in _STARTERS)
    return not following[0].islower()
