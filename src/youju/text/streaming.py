"""Sentences of a text that is still arriving.

A unit is handed out as soon as nothing that may follow can change it: mostly one character after its full stop, since
a closing quote or a marker may still belong to it. The text is taken character by character, so the units depend on
the text alone, never on how it was split into chunks (`pause` excepted, which is told that nothing comes for a while).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from youju.text.folding import is_cjk
from youju.text.sentences import SentenceKind, split_sentences

MAX_UNIT = 4000
"""Characters after which prose without an end is handed out as it is."""

_ENOUGH = 24
"""Characters after a boundary that decide every case of the splitter."""
_LINE = 60
"""Characters of a line that tell what kind of line it is, if it has not ended before."""
_QUOTED = 600
_LONG = 400
"""Characters from which an undecided unit is looked at only now and then: the time stays linear."""
_BREAKS = "。！？｡!?.…\n"
_STRONG = "。！？｡…"
_CLOSERS = "”’」』）)】》\"'*_"
_MAY_BELONG = frozenset("[【［\\(（¹²³⁰⁴⁵⁶⁷⁸⁹.。！？!?…~" + _CLOSERS)
_FENCE = re.compile(r"[ \t>]{0,6}(`{3,}|~{3,})")
_MAYBE_FENCE = re.compile(r"[ \t>]{0,6}(?:`{0,2}|~{0,2})$")
_TABLE = re.compile(r"[ \t]{0,3}\|")
_MARKERS = re.compile(r"(?:\s*\[\d{1,4}\])+$")
_MARKER = re.compile(r"\[\d{1,4}\]")
_WORD = re.compile(r"[A-Za-z]+[^A-Za-z]")
_PAIRS = {"“": "”", "「": "」", "『": "』", "（": "）", "(": ")", "【": "】", "《": "》"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, heading, item, row or block of code. `lead` is the white space before it."""

    lead: str
    text: str
    kind: SentenceKind


Unit = tuple[Piece, ...]
"""What is judged and shown at once: one piece, or all rows of a table."""


class SentenceStream:
    """Cuts an arriving text into units. The leads and texts of all units join to the text, but for its last blanks."""

    def __init__(self) -> None:
        self._pending = ""
        self._inside: SentenceKind | None = None  # the kind of the line that the pending text goes on with
        self._mode: SentenceKind | None = None  # what the pending lines are, once known
        self._fence = ""
        self._breaks = 0  # characters since the last one that may end a unit
        self._next = 0  # length of the pending text at which it is looked at again

    def feed(self, chunk: str) -> list[Unit]:
        """Take a chunk; return the units that are complete."""
        units: list[Unit] = []
        for char in chunk:
            self._pending += char
            self._breaks = 0 if char in _BREAKS else self._breaks + 1
            while unit := self._complete(char):
                units.append(unit)
        return units

    def pause(self) -> list[Unit]:
        """Nothing comes for a while: what is a whole sentence with its marker need not wait for the next word."""
        text = self._pending.strip()
        whole = self._mode == "sentence" and text[-1:] in _STRONG and _MARKER.search(text) and not _unclosed(text)
        return self.finish() if whole else []

    def finish(self) -> list[Unit]:
        """The rest: the text is at its end."""
        units: list[Unit] = []
        if self._mode in ("code", "table_row"):
            units = [self._take(len(self._pending), self._mode)] if self._pending.strip() else []
        while self._pending.strip():
            start, end, kind = self._first()
            units.append((self._piece(start, end, kind),))
        self._pending = ""
        return units

    def _complete(self, char: str) -> Unit | None:
        """The first unit of the pending text, if the last character made it certain."""
        if self._mode is None:
            self._mode = self._mode_of_line()
        if self._mode == "code":
            closed = char == "\n" and self._closes_fence()
            return self._take(len(self._pending), "code") if closed else None
        if self._mode == "table_row":
            end = self._end_of_table()
            return self._take(end, "table_row") if end else None
        length = len(self._pending)
        if self._mode is None or length < self._next or (self._breaks > _LINE and length < MAX_UNIT):
            return None
        unit = self._sentence()
        self._next = length + length // 16 if unit is None and length > _LONG else 0
        return unit

    def _mode_of_line(self) -> SentenceKind | None:
        text = self._pending.lstrip("\n")
        if self._inside is not None:
            return "sentence"
        if fence := _FENCE.match(text):
            self._fence = fence[1]
            return "code"
        if not text.strip() or _MAYBE_FENCE.match(text):
            return None
        return "table_row" if _TABLE.match(text) else "sentence"

    def _closes_fence(self) -> bool:
        lines = self._pending.lstrip("\n")[:-1].split("\n")
        last = lines[-1].strip(" \t>")
        return len(lines) > 1 and last.startswith(self._fence) and not last.strip(self._fence[0])

    def _end_of_table(self) -> int:
        """Where the table ends, once a line has begun that is no row; else 0."""
        body = self._pending.rstrip(" \t")
        line = body.rfind("\n", 0, len(body) - 1) + 1 if body.endswith("\n") else body.rfind("\n") + 1
        last = body[line:]
        begun = last.strip("\n") or (last == "\n" and line)
        return line if begun and line and not _TABLE.match(last) else 0

    def _sentence(self) -> Unit | None:
        start, end, kind = self._first()
        if end - start > MAX_UNIT or self._certain(start, end, kind):
            return (self._piece(start, end, kind),)
        return None

    def _first(self) -> tuple[int, int, SentenceKind]:
        """The first unit of the pending text as the splitter sees it now."""
        guard = "，" if self._inside else ""  # keeps what goes on in a line from looking like the begin of one
        first = split_sentences(guard + self._pending.lstrip() if guard else self._pending)[0]
        shift = len(self._pending) - len(self._pending.lstrip()) - 1 if guard else 0
        return max(first.start + shift, shift + len(guard)), first.end + shift, self._inside or first.kind

    def _certain(self, start: int, end: int, kind: SentenceKind) -> bool:
        """Whether nothing that may follow changes the unit `[start, end)`."""
        text, rest = self._pending[start:end], self._pending[end:]
        body = rest.lstrip()
        settled = len(body) >= _ENOUGH or "\n" in body
        open_quote = _unclosed(text) and len(self._pending) - start < _QUOTED
        if not body or open_quote or (body[0] in _MAY_BELONG and not settled):
            return False
        blank_line = "\n\n" in rest[: len(rest) - len(body)].replace(" ", "")
        last = _MARKERS.sub("", text).rstrip(_CLOSERS)[-1:]
        if kind == "heading" or blank_line or last in tuple(_STRONG):
            return True
        if last in tuple(".!?"):
            return settled or is_cjk(body[0]) or _WORD.match(body) is not None
        return "\n" in body or len(body) >= _LINE

    def _piece(self, start: int, end: int, kind: SentenceKind) -> Piece:
        piece = Piece(self._pending[:start], self._pending[start:end], kind)
        rest = self._pending[end:]
        goes_on = "\n" not in rest[: len(rest) - len(rest.lstrip())]
        self._inside = ("list_item" if kind == "list_item" else "sentence") if goes_on else None
        self._pending = rest
        self._mode = "sentence" if goes_on else None
        self._breaks = 0
        return piece

    def _take(self, end: int, kind: SentenceKind) -> Unit:
        """A whole table or block of code, up to `end`."""
        text, self._pending = self._pending[:end], self._pending[end:]
        self._mode = self._inside = None
        self._breaks = 0
        body = text.rstrip()
        lead = body[: len(body) - len(body.lstrip("\n"))]
        body = body[len(lead) :]
        self._pending = text[len(lead) + len(body) :] + self._pending
        if kind == "code":
            return (Piece(lead, body, kind),)
        rows = body.split("\n")
        return tuple(Piece("\n" if place else lead, row.strip(), kind) for place, row in enumerate(rows))


def _unclosed(text: str) -> bool:
    if text.count('"') % 2:
        return True
    return any(text.count(opening) > text.count(closing) for opening, closing in _PAIRS.items())
