"""What has to be searched: a question of several parts is several searches."""

from __future__ import annotations

import re

MAX_PARTS = 5
"""Parts that are searched apart; a longer list of questions is searched as a whole as well."""
_SHORTEST = 4

_CUT = re.compile(
    r"(?<=[？?；;])|\n+|[，,。]?\s*(?:另外|此外|还有就是|还有|其次|第[一二三四五]是?|最后)[，,、：:]\s*"
    r"|[，,。]\s*(?:还有|另外|此外|以及|同时)(?=\S)"
    r"|\s(?:\d{1,2}[.、．)）]|[（(]\d{1,2}[)）])\s*|(?:^|(?<=[。？?；;，,\s]))[①-⑨]"
    r"|,?\s+(?:and also|also,|and(?= (?:what|how|who|when|where|which|can|may|must|do|does|is|are)\b))\s*",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[？?吗呢]|什么|怎么|怎样|如何|多少|多久|多长|多大|几|哪|谁|是否|能否|可否|能不能|可不可以|要不要|有没有|为何|为什么|何时"
    r"|\b(?:what|how|who|when|where|which|why|can|may|must|do|does|is|are|should)\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:那|那么|它|他们?|她们?|这|该|其|上述|前者|后者)|(?:it|they|that|this|those|these)\b", re.IGNORECASE
)
_EDGES = " \t\r\n\u3000，,。；;：:、"


def sub_questions(question: str) -> tuple[str, ...]:
    """The parts of a question, each to be searched for itself; the question alone if it has one part.

    A part that leans on the one before it (那它多少钱？) is searched together with that. What asks nothing (the story
    before the question) stays with the question that follows it.
    """
    parts: list[str] = []
    story = ""
    for piece in _CUT.split(question):
        words = piece.strip(_EDGES)
        if not words:
            continue
        if not _ASKS.search(words) or len(words) < _SHORTEST:
            story = f"{story}，{words}" if story else words
            continue
        whole = f"{story}，{words}" if story else words
        story = ""
        leans = parts and _LEANS.match(words)
        parts.append(f"{parts[-1]} {whole}" if leans else whole)
    if story and parts:
        parts[-1] = f"{parts[-1]}，{story}"
    return tuple(parts[:MAX_PARTS]) if len(parts) > 1 else (question,)
