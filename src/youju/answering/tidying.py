"""What a model writes around its answer and no reader wants: tags of its own machinery, and a list of references.

The cards are the list of references. A model's own one says the same once more or, worse, something else: its `[2]` is
not always ours.
"""

from __future__ import annotations

import re
from dataclasses import replace

from youju.citations.cards import display_name
from youju.citations.code_spans import find_code
from youju.citations.markers import parse
from youju.citations.registry import Registry
from youju.text.folding import fold
from youju.text.streaming import Piece, Unit

_TAG = re.compile(
    r"</?(?:answer|response|output|final|result|source|cite|citation|ref|sup|sub|think|tool_call|tool_response|s)"
    r"(?:\s[^<>\n]{0,80})?/?>|<\|[^<>|\n]{1,40}\|>",
    re.IGNORECASE,
)
_LIST = r"(?:参考|引用|资料)(?:资料|文献|来源|出处)(?:列表|清单)?|references?|sources?|citations?|bibliography"
_HEAD = re.compile(rf"(?:{_LIST}|来源|出处|文献)", re.IGNORECASE)
_IN_ONE_LINE = re.compile(rf"[*_]*(?:{_LIST})[*_]*\s?[：:]", re.IGNORECASE)
_ENTRY = re.compile(r"\s*(?:[-*•>]\s+|\d{1,3}[.、)]\s*)?\[\d+\]")
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,3}[.、)])\s")
_EDGES = ' \t\n#*_>-•·：:。.《》"“”'


class Tidy:
    """Takes the units of one answer in their order. `registry`: a line that only names one of its documents is an entry
    of a list of references also without a heading, unless it is what the answer says (涉及两个文件：…)."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._listing = False
        self._naming = True  # the answer may begin with a name, and a name may follow a lead-in
        self._lead = ""  # of what was left out since the last piece

    def take(self, unit: Unit) -> Unit:
        """The unit as it is to be judged; empty if nothing is left of it."""
        kept = tuple(piece for piece in map(_untagged, unit) if piece.text)
        if len(kept) == 1 and kept[0].kind != "code" and self._is_reference(kept[0].text):
            kept = ()
        if not kept:
            self._lead = max(self._lead, unit[0].lead, key=len)
            return ()
        lead, self._lead = max(self._lead, kept[0].lead, key=len), ""
        return (replace(kept[0], lead=lead), *kept[1:])

    def _is_reference(self, text: str) -> bool:
        words = parse(text, self._registry.numbers()).without_markers().strip(_EDGES)
        if _HEAD.fullmatch(words) or _IN_ONE_LINE.match(text):
            self._listing = True
            return True
        self._listing = self._listing and bool(_ENTRY.match(text) or _ITEM.match(text))
        if self._listing:
            return True
        if fold(_ITEM.sub("", words)).text in self._names():
            return not self._naming
        self._naming = text.endswith(("：", ":"))
        return False

    def _names(self) -> set[str]:
        passages = [entry.passage for entry in self._registry]
        return {fold(display_name(name)).text for one in passages for name in (one.title, one.source) if name}


def _untagged(piece: Piece) -> Piece:
    """The piece without tags that no document of ours holds, code excepted."""
    if piece.kind == "code" or not _TAG.search(piece.text):
        return piece
    code = find_code(piece.text)
    keep = [match for match in _TAG.finditer(piece.text) if any(start <= match.start() < end for start, end in code)]
    spared = {match.start() for match in keep}
    text = _TAG.sub(lambda match: match[0] if match.start() in spared else "", piece.text)
    return replace(piece, text=text.strip())
