"""Where a Markdown text holds code, found by a Markdown parser while the text is still arriving.

The text is taken in segments that a parser may read alone: a new one begins at an unindented line after a blank line,
outside a fence (or after `MAX_SEGMENT` characters). A segment without a backtick, a tilde fence or a deep indent holds
no code and passes at once; from the first such sign on it is held until it ends. So the pieces that come out depend on
the text only, never on how it was split, and each segment is parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick

MAX_SEGMENT = 8000
"""Characters that are held back at most, twice over, while a segment is undecided."""

_STEP = 2000
_FENCE = re.compile(r" {0,3}(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)$")
_SIGN = re.compile(r"[ \t>*+.)\d-]{0,200}?(?:~~~| {4}|\t)|[^\n`]*`")
_PREFIX = re.compile(r"[ \t>*+.)\d~-]{0,200}$")


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").disable(["html_block", "reference"])
    parser.core.ruler.enableOnly(["normalize", "block"])
    parser.inline.ruler.enableOnly(["escape", "backticks"])
    parser.inline.ruler.at("backticks", _recorded)
    return parser


def _recorded(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if any(token.type == "code_inline" for token in state.tokens[before:]):
        state.env.setdefault("spans", []).append((start, state.pos))
    return True


_MARKDOWN = _parser()


def find_code(text: str) -> list[tuple[int, int]]:
    """The spans of all code in a whole Markdown text, in order: fences and indented blocks by lines, inline code with
    its backticks."""
    text = text.replace("\r", " ").replace("\0", " ")
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    lines = text.split("\n")
    spans: list[tuple[int, int]] = []
    for token in _MARKDOWN.parse(text):
        if token.map is None:
            continue
        first, last = token.map
        if token.type in ("fence", "code_block"):
            spans.append((starts[first], starts[last] if last < len(starts) else len(text)))
        elif token.type == "inline" and "`" in token.content:
            spans.extend(_inline_code(token.content, first, lines, starts))
    return sorted(spans)


def _inline_code(content: str, first: int, lines: list[str], starts: list[int]) -> Iterator[tuple[int, int]]:
    """Spans of inline code of one block; each line of its content is the end of a source line."""
    env: dict[str, list[tuple[int, int]]] = {}
    _MARKDOWN.inline.parse(content, _MARKDOWN, env, [])
    places: list[int] = []
    for number, line in enumerate(content.split("\n"), first):
        offset = max(0, lines[number].rfind(line))
        places.extend(starts[number] + offset + index for index in range(len(line) + 1))
    for start, end in env.get("spans", ()):
        yield places[start], places[end - 1] + 1


class CodeFilter:
    """Turns chunks of Markdown into pieces `(text, is_code)` whose texts join to the input."""

    def __init__(self) -> None:
        self._segment = ""
        self._released = 0  # characters of the segment that have gone out
        self._line = 0  # where the line begins that is not yet judged
        self._held_from: int | None = None
        self._blank = False
        self._fence = ""
        self._carried = ""  # the fence that an overlong segment left open

    def feed(self, chunk: str) -> list[tuple[str, bool]]:
        """Take a chunk; return what is decided."""
        pieces: list[tuple[str, bool]] = []
        for start in range(0, len(chunk), _STEP):
            self._segment += chunk[start : start + _STEP]
            while self._advance(pieces):
                pass
        safe = self._held_from if self._held_from is not None else self._safe_end()
        if safe > self._released:
            pieces.append((self._segment[self._released : safe], False))
            self._released = safe
        return pieces

    def finish(self) -> list[tuple[str, bool]]:
        """The rest."""
        pieces: list[tuple[str, bool]] = []
        self._judge(len(self._segment))
        self._cut(len(self._segment), pieces)
        return pieces

    def _advance(self, pieces: list[tuple[str, bool]]) -> bool:
        """Judge one more line, or cut the segment before it. False when the text at hand gives no more."""
        segment, line = self._segment, self._line
        if line >= len(segment):
            return False
        fresh = self._blank and not segment[line].isspace() and not self._fence
        if line and (fresh or line > MAX_SEGMENT):
            self._cut(line, pieces)
            return True
        end = segment.find("\n", line)
        if end < 0:
            if len(segment) < 2 * MAX_SEGMENT:
                return False
            self._judge(2 * MAX_SEGMENT)
            self._cut(2 * MAX_SEGMENT, pieces)
            return True
        self._judge(end)
        self._blank = not segment[line:end].strip()
        self._line = end + 1
        return True

    def _judge(self, end: int) -> None:
        """Take the line up to `end` into account: a sign of code, a fence that opens or closes."""
        line = self._segment[self._line : end].rstrip("\r")
        sign = _SIGN.match(line)
        if sign and self._held_from is None:
            at_tick = sign[0].endswith("`") and not _PREFIX.match(line[: sign.end() - 1])
            self._held_from = self._line + (sign.end() - 1 if at_tick else 0)
        fence = _FENCE.match(line)
        mark = (fence[1] or fence[2]) if fence else ""
        if not self._fence:
            self._fence = mark
        elif mark.startswith(self._fence) and not line.strip().strip(self._fence[0]):
            self._fence = ""

    def _safe_end(self) -> int:
        """How far the line that is still arriving can be let go."""
        if self._released > self._line:
            tick = self._segment.find("`", self._released)
            return tick if tick >= 0 else len(self._segment)
        line = self._segment[self._line :]
        if _PREFIX.match(line):
            return self._line
        sign = _SIGN.match(line)
        if not sign:
            return len(self._segment)
        return self._line + (0 if _PREFIX.match(line[: sign.end() - 1]) else sign.end() - 1)

    def _cut(self, end: int, pieces: list[tuple[str, bool]]) -> None:
        """End the segment at `end` and let it out."""
        text, place = self._segment[:end], self._released
        if self._held_from is not None or self._carried:
            shift = len(self._carried)
            for start, stop in find_code(self._carried + text):
                low, high = max(start - shift, place), stop - shift
                if high > place:
                    pieces += [(text[place:low], False)] * (low > place) + [(text[low:high], True)]
                    place = high
        if place < end:
            pieces.append((text[place:], False))
        self._carried = f"{self._fence}\n" if self._fence else ""
        self._segment = self._segment[end:]
        self._released = self._line = 0
        self._held_from = 0 if self._carried else None
        self._blank = False
