"""The grammar of citation markers: the one place that prompts, parser, tests and documentation share.

A model is asked for `[1]`, several as `[1][2]`. Other dialects that models write are taken and mapped to the same
(`DIALECTS`). What only looks like a marker stays to the letter (`NOT_MARKERS`): the grammar asks for whole numbers of
at most three digits from 1, and for a place where a citation can stand. Code is found by a Markdown parser and never
touched. A marker whose number was not offered is dropped from the text and listed; it is never split or repaired by
guess.

The result depends on the text alone, never on how it was split into chunks, and takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from youju.citations.code_spans import CodeFilter
from youju.text.folding import is_cjk

INSTRUCTION = "[1]"
SEVERAL = "[1][2]"
"""What a prompt asks for: one source, and several."""

DIALECTS: tuple[tuple[str, str], ...] = (
    ("[1]", "[1]"),
    ("[1][2]", "[1][2]"),
    ("[1] [2]", "[1] [2]"),
    ("[1,2]", "[1][2]"),
    ("[1, 2]", "[1][2]"),
    ("[1，2]", "[1][2]"),
    ("[1、2]", "[1][2]"),
    ("[1;2]", "[1][2]"),
    ("[1；2]", "[1][2]"),
    ("[1-3]", "[1][2][3]"),
    ("[1–3]", "[1][2][3]"),
    ("[1—3]", "[1][2][3]"),
    ("[1~3]", "[1][2][3]"),
    ("[1,2-3]", "[1][2][3]"),
    ("[ 1 ]", "[1]"),
    ("[１]", "[1]"),
    ("[[1]]", "[1]"),
    ("[[1,2]]", "[1][2]"),
    ("[[1]](https://example.com/a)", "[1]"),
    ("【1】", "[1]"),
    ("【1，2】", "[1][2]"),
    ("【1】【2】", "[1][2]"),
    ("［１］", "[1]"),
    ("[^1]", "[1]"),
    ("[^1^]", "[1]"),
    ("[ID:1]", "[1]"),
    ("[ID: 1]", "[1]"),
    ("[ID:1, ID:2]", "[1][2]"),
    ("[来源1]", "[1]"),
    ("[来源：1]", "[1]"),
    ("[资料1、资料2]", "[1][2]"),
    ("[citation:1]", "[1]"),
    ("[Source 1]", "[1]"),
    ("【来源1】", "[1]"),
    ("【1†source】", "[1]"),
    ("【1†L3-L5】", "[1]"),
    ("[1](https://example.com/a?b=1)", "[1]"),
    ("[1](#source-1)", "[1]"),
    ("[1]()", "[1]"),
    ("\\[1\\]", "[1]"),
    ("¹", "[1]"),
    ("[1][1]", "[1]"),
)
"""Written by a model after a sentence, when 1, 2 and 3 were offered → what it becomes."""

NOT_MARKERS: tuple[str, ...] = (
    "[2023]京01民终5号",
    "〔2023〕12号",
    "dp[i][0]",
    "dp[1][i]",
    "f[x][1]",
    "x[1] = y[2]",
    "my_list[1]",
    "取值区间[0,1]",
    "取值范围为[1,3]",
    "t∈[1,2]",
    "[0.5,1]",
    "[-1]",
    "[1 2]",
    "[12:30]",
    "[2024]",
    "[见附件1](https://example.com/1)",
    "[1.2节](#a)",
    "[a [1] b](https://example.com)",
    "[ ] 待办",
    "[x] 已办",
    "【注意】",
    "【第1条】",
    "[注1]",
    "100m²",
    "10²",
    "x²+y³",
    "`array[1]`",
    "``a[1] ` b[2]``",
    "```\narray[1]\n```",
    "~~~\narray[1]\n~~~",
    "    array[1]",
    "(1)",
    "（1）",
    "1.",
    "[1",
    "1]",
    "[]",
    "[,]",
    "[一]",
    "[ID:]",
    "[ID: a b]",
    "[来源：员工手册]",
)
"""Texts that stay to the letter when 1, 2 and 3 were offered."""

MAX_RANGE = 50
MAX_LIST = 4000
MAX_TARGET = 500
MAX_LINK_TEXT = 300
_CONTEXT = 40
_BLANKS = 8

_DIGIT = "[0-9０-９]"
_LABELS = "ID|来源|资料|文档|引用|出处|source|citation|cite|ref|document|doc"
_LABEL = f"(?i:{_LABELS})"
_LABEL_CHARS = "".join(sorted(set((_LABELS + _LABELS.upper() + _LABELS.lower()).replace("|", ""))))
_LONGEST_LABEL = 9
_INNER = rf"(?:{_LABEL}|{_DIGIT}|[ \t\u3000\u00a0,，、;；:：#^\-–—~～])"
_BODY = re.compile(rf"{_INNER}{{0,{MAX_LIST}}}")
_SEPARATOR = re.compile(r"[,，、;；]")
_ITEM = re.compile(rf"\^?(?:{_LABEL}\s*[:：#]?\s*)?({_DIGIT}+)(?:\s*[-–—~～]\s*({_DIGIT}+))?\^?")
_OPEN = re.compile(r"\[|\\(?:\[|$)|【|［|[⁰¹²³⁴-⁹]")
_BRACKET = re.compile(r"[\[\]\n]")
_MADE_UP = re.compile(rf"{_LABEL}[ \t]*[:：#][ \t]*[A-Za-z0-9_-]{{1,64}}")
_DAGGER = re.compile(r"†[^】\n]{0,200}")
_TARGET = re.compile(rf"\((?:(?=[^()\s]*[./#])[^()\s]{{1,{MAX_TARGET}}}(?:\s\"[^\"\n]{{0,200}}\")?)?\)")
_TARGET_ARRIVING = re.compile(rf"\([^()\s]{{0,{MAX_TARGET}}}(?:\s(?:\"[^\"\n]{{0,200}}\"?)?)?")
_DEFINITION = re.compile(r":\s?(?:https?:|<|/|#|mailto:)")
_SUPERSCRIPT_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPTS = str.maketrans(_SUPERSCRIPT_DIGITS, "0123456789")
_WORD = re.compile(r"[A-Za-z]{4,}\Z")
_IDENTIFIER = re.compile(r"(?<![A-Za-z]['’])_*[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?\Z")
_SUBSCRIPT = re.compile(rf"\[(?!{_LABEL}\d)[A-Za-z_]\w{{0,20}}(?:[+*-]\w{{1,9}})?\]")
_OPERATOR = re.compile(r"\s?[=+*]|\.[a-z_]")
_SET_BEFORE = re.compile(r"(?:[∈=]|区间|范围|取值|interval|range)[为是在\s]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Marker:
    """A canonical marker at `[start, end)` of the clean text, with the numbers it cites."""

    start: int
    end: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """`text` with canonical markers only; `invalid` are the markers, as written, that cite what was not offered."""

    text: str
    markers: tuple[Marker, ...]
    invalid: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every number cited, in order of first appearance."""
        return tuple(dict.fromkeys(number for marker in self.markers for number in marker.numbers))

    def without_markers(self) -> str:
        """The text without its markers and the blanks before them."""
        pieces: list[str] = []
        place = 0
        for marker in self.markers:
            pieces.append(self.text[place : marker.start].rstrip(" "))
            place = marker.end
        return "".join([*pieces, self.text[place:]])


def parse(text: str, offered: Container[int]) -> Parsed:
    """Find the markers of a whole text. `offered` holds the numbers that may be cited."""
    stream = MarkerStream(offered)
    clean = stream.feed(text) + stream.finish()
    return Parsed(clean, tuple(stream.markers), tuple(stream.invalid))


def canonical(numbers: Sequence[int]) -> str:
    """The numbers as markers: `[1][2]`."""
    return "".join(f"[{number}]" for number in numbers)


def escape_source(text: str) -> str:
    """Source text in which nothing can be taken for a marker of ours: its own [3] becomes 〔3〕, which a reader sees as
    a bracket, `fold` compares as one, and the grammar does not know. What is no marker (`dp[i][0]`) stays."""
    return _SourceStream().escape(text)


_CUT_OFF = re.compile(rf"[ \t]*\\?(?:\[\[?|【|［){_INNER}{{0,40}}\\?\Z")


def without_cut_marker(text: str) -> str:
    """The end of a model's text without a marker that was begun there and never ended."""
    return _CUT_OFF.sub("", text)


class MarkerStream:
    """Cleans text that arrives in chunks. `markers` and `invalid` grow as `parse` would give them."""

    def __init__(self, offered: Container[int]) -> None:
        self.markers: list[Marker] = []
        self.invalid: list[str] = []
        self._offered = offered
        self._code = CodeFilter()
        self._pending = ""
        self._before = "\n"  # the last characters of the input that were dealt with
        self._length = 0  # of the output so far
        self._beside: set[int] = set()  # numbers cited by the markers directly before
        self._indexed = False  # an index such as the [i] of dp[i][0] stands directly before

    def feed(self, chunk: str) -> str:
        """Take a chunk; return the clean text that is decided."""
        return "".join(self._take(piece, code) for piece, code in self._code.feed(chunk))

    def finish(self) -> str:
        """Return the rest. The stream is then at its end."""
        rest = "".join(self._take(piece, code) for piece, code in self._code.finish())
        return rest + self._scan(final=True)

    def _take(self, piece: str, code: bool) -> str:
        if code:
            return self._scan(final=True) + self._plain(piece)
        self._pending += piece
        return self._scan(final=False)

    def _scan(self, *, final: bool) -> str:
        text, place = self._pending, 0
        out: list[str] = []
        while place < len(text):
            found = _OPEN.search(text, place)
            opening = found.start() if found else len(text)
            start = opening if final and not found else _blanks_before(text, place, opening)
            out.append(self._plain(text[place:start]))
            place = start
            if not found:
                break
            before = self._context((self._before + text[place:opening])[-_CONTEXT:])
            read = _Spot(text, opening, before, self._indexed and start == opening, final).read()
            if read is None:
                break
            if read.numbers is None:
                out.append(self._plain(text[place : read.end], indexed=read.indexed))
            else:
                out.append(self._mark(text, place, opening, read.end, read.numbers))
            place = read.end
        self._pending = text[place:]
        return "".join(out)

    def _context(self, before: str) -> str:
        return before

    def _plain(self, text: str, *, indexed: bool = False) -> str:
        if text:
            self._before = (self._before + text)[-_CONTEXT:]
            self._length += len(text)
            self._indexed = indexed
            if text.strip():
                self._beside.clear()
        return text

    def _mark(self, text: str, place: int, opening: int, end: int, numbers: tuple[int, ...]) -> str:
        """The marker as it is shown: canonical, once beside itself, or gone."""
        if not numbers or any(number not in self._offered for number in numbers):
            self.invalid.append(text[opening:end])
        cited = tuple(n for n in dict.fromkeys(numbers) if n in self._offered and n not in self._beside)
        blanks = text[place:opening]
        following = text[end : end + 1]
        if not cited and (is_cjk(following) or not following.isalnum()):
            blanks = ""
        shown = canonical(cited)
        start = self._length + len(blanks)
        if cited:
            self.markers.append(Marker(start, start + len(shown), cited))
        self._before = (self._before + text[place:end])[-_CONTEXT:]
        self._length = start + len(shown)
        self._indexed = False
        self._beside.update(cited)
        return blanks + shown


def with_markers(text: str, place: int, numbers: Sequence[int]) -> str:
    """The text with markers of these numbers at `place`, behind a blank where they would be read as an index: after
    `dp[i][0]`."""
    glued = text[:place] + canonical(numbers)
    blank = "" if set(numbers) <= set(parse(glued, frozenset(numbers)).numbers) else " "
    return f"{text[:place]}{blank}{canonical(numbers)}{text[place:]}"


_ESCAPED = str.maketrans("[]［］【】", "〔〕〔〕〔〕")


class _SourceStream(MarkerStream):
    """Reads text of a document by the same grammar and escapes what it takes for a marker.

    A model may put any piece of a document anywhere, so neither code nor the begin of a line (which makes `[1]: …` a
    definition) saves a number here.
    """

    def __init__(self) -> None:
        super().__init__(frozenset())

    def escape(self, text: str) -> str:
        """The whole text."""
        self._pending = text
        return self._scan(final=True)

    def _context(self, before: str) -> str:
        return "。" + before.replace("\n", "。")

    def _mark(self, text: str, place: int, opening: int, end: int, numbers: tuple[int, ...]) -> str:
        written = text[opening:end]
        if written[0] in _SUPERSCRIPT_DIGITS:
            written = f"[{written.translate(_SUPERSCRIPTS)}]"
        return self._plain(text[place:opening] + written.translate(_ESCAPED))


# ── one bracket ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Read:
    """What stands at an opening bracket, up to `end`: a marker with its numbers (none if they make no sense), or, with
    `numbers` None, plain text."""

    end: int
    numbers: tuple[int, ...] | None = None
    indexed: bool = False


def _blanks_before(text: str, place: int, end: int) -> int:
    """Where the blanks before `end` begin, at most a few: they go with a marker that is dropped."""
    start = max(place, end - _BLANKS)
    return start + len(text[start:end].rstrip(" \t\u3000"))


def _brackets(text: str, opening: int) -> tuple[str, str]:
    if text.startswith("[[", opening):
        return "[[", "]]"
    return {"[": ("[", "]"), "【": ("【", "】"), "［": ("［", "］"), "\\": ("\\[", "\\]")}[text[opening]]


def _numbers(inner: str) -> tuple[int, ...] | None:
    """The numbers of a marker's inside; None if it is no list of numbers; empty for a range that makes no sense."""
    numbers: list[int] = []
    for part in _SEPARATOR.split(inner):
        item = _ITEM.fullmatch(part.strip())
        if item is None or len(item[1]) > 3 or len(item[2] or "") > 3:
            return None
        first, last = int(item[1]), int(item[2] or item[1])
        if not first <= last <= first + MAX_RANGE:
            return ()
        numbers.extend(range(first, last + 1))
    return None if 0 in numbers and len(numbers) > 1 else tuple(numbers)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A bracket or superscript at `opening`; `before` is what stands before it. Every reading returns None when only
    more text can tell, which is never so if `final`."""

    text: str
    opening: int
    before: str
    indexed: bool
    final: bool

    def read(self) -> _Read | None:
        """Read what stands here."""
        text, opening = self.text, self.opening
        if text[opening] in _SUPERSCRIPT_DIGITS:
            return self._superscript()
        if text[opening:] == "\\":
            return _Read(opening + 1) if self.final else None
        open_, close = _brackets(text, opening)
        start = opening + len(open_)
        body = _BODY.match(text, start)
        end = body.end() if body else start
        if end - start >= MAX_LIST:
            return _Read(opening + 1)
        dagger = _DAGGER.match(text, end) if open_ == "【" else None
        made_up = _MADE_UP.match(text, start)  # [ID:a7f3]: meant as a marker, and no number
        beyond = max(end, made_up.end() if made_up else 0)
        after = dagger.end() if dagger else beyond
        if not self.final and self._inside_arrives(after, close):
            return None
        closed = text.startswith(close, after)
        numbers = (() if beyond > end else _numbers(text[start:end])) if closed else None
        if numbers is not None:
            return self._after(after + len(close), numbers)
        return self._without_numbers() if text[opening] == "[" else _Read(opening + 1)

    def _inside_arrives(self, place: int, close: str) -> bool:
        """Whether the text ends where the inside of a marker could still go on."""
        rest = self.text[place : place + _LONGEST_LABEL]
        if place + len(rest) < len(self.text) or rest.startswith(close):
            return False
        return not rest.strip(_LABEL_CHARS) or close.startswith(rest) or rest == "["

    def _superscript(self) -> _Read | None:
        text, end = self.text, self.opening
        while end < len(text) and text[end] in _SUPERSCRIPT_DIGITS and end - self.opening < 4:
            end += 1
        if end == len(text) and not self.final:
            return None
        last = self.before[-1:]
        cites = is_cjk(last) or last in "。，；：”』」！？、）.,;" or _WORD.search(self.before) is not None
        number = int(text[self.opening : end].translate(_SUPERSCRIPTS))
        return _Read(end, (number,) if cites and number and end - self.opening < 4 else None)

    def _without_numbers(self) -> _Read | None:
        """A link goes whole, an index is remembered, of anything else only the bracket itself is read."""
        text, opening = self.text, self.opening
        depth, place = 0, opening
        while found := _BRACKET.search(text, place, opening + MAX_LINK_TEXT):
            place = found.end()
            depth += {"[": 1, "]": -1}.get(found[0], -9)
            if depth <= 0 or depth > 3:
                break
        if depth < 0 or depth > 3:
            return _Read(opening + 1)
        if depth > 0 or place == len(text):
            return None if not self.final and len(text) - opening < MAX_LINK_TEXT else _Read(opening + 1)
        if text[place] == "(":
            return self._link(place)
        index = _SUBSCRIPT.fullmatch(text, opening, place)
        return _Read(place, indexed=True) if index else _Read(opening + 1)

    def _link(self, place: int) -> _Read | None:
        target = self.text[place : place + MAX_TARGET].partition("\n")
        end = target[0].find(")")
        if end < 0 and not target[1] and len(target[0]) < MAX_TARGET and not self.final:
            return None
        return _Read(place + end + 1 if end >= 0 else self.opening + 1)

    def _after(self, end: int, numbers: tuple[int, ...]) -> _Read | None:
        """A bracket with numbers: what stands around it tells a marker from a definition, an index, a set."""
        following = self.text[end : end + _CONTEXT]
        whole = self.final or len(following) == _CONTEXT or "\n" in following
        if following.startswith("(") and self.text[self.opening] == "[":
            if target := _TARGET.match(self.text, end):
                return _Read(target.end(), numbers)
            if not self.final and _TARGET_ARRIVING.fullmatch(self.text, end):
                return None
        if not whole and self._needs_more(following):
            return None
        if self._is_text(end, following, numbers):
            return _Read(end, indexed=self.indexed or _IDENTIFIER.search(self.before) is not None)
        return _Read(end, numbers)

    def _needs_more(self, following: str) -> bool:
        if following[:1] == "[":
            return "]" not in following
        if following[:1] == ":":
            return not self.before.rpartition("\n")[2].strip()
        return not following or (len(following) < 3 and _IDENTIFIER.search(self.before) is not None)

    def _is_text(self, end: int, following: str, numbers: tuple[int, ...]) -> bool:
        if len(numbers) > 1 and _SET_BEFORE.search(self.before):
            return True
        if self.text[self.opening] != "[":
            return False
        if self.indexed or _SUBSCRIPT.match(following):
            return True
        if following[:1] == ":" and not self.before.rpartition("\n")[2].strip():
            return "^" in self.text[self.opening : end] or _DEFINITION.match(following) is not None
        name = _IDENTIFIER.search(self.before)
        if name is None:
            return False
        variable = len(name[0]) == 1 and name[0].islower() and name[0] != "a" and not is_cjk(self.before[-2:-1])
        return variable or "_" in name[0] or numbers == (0,) or _OPERATOR.match(following) is not None
