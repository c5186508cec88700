"""Words before a statement that state nothing: where it comes from, and that an answer follows.

根据公司规定, 资料显示, 《手册》写道, 具体而言; according to the handbook, in short. Only words that name no one and no
other document count; what a title names is for the checks of names and references.
"""

from __future__ import annotations

import re
from functools import lru_cache

from youju.text.sentences import split_clauses

_SOURCE = (
    "本|该|此|我们?|公司|单位|法律|法规|有关|相关|上述|以上|前述|现行|内部|的|所引|所给|所附|提供|您|检索到|制度|手册|办法|政策|资料|文件|文档|"
    "材料|条款|条文|法条|内容|要求|规定|页面|原文|知识库|来源|参考"
)
_SAYS = "规定|写道|写明|载明|记载|指出|显示|表明|说明|明确|提到|要求|可知|可见|如下"
_PARTS = r"(?:第[〇零一二三四五六七八九十百千\d]{1,8}[条款项](?:之[一二三四五六七八九十])?)"
_TITLE = rf"《(?:[^《》]|《[^《》]*》){{1,80}}》{_PARTS}*"
_ARTICLE = rf"{_PARTS}+"
_ZH = (
    rf"(?:根据|按照|依据|依照|按|在)?(?:(?:{_SOURCE})+|{_TITLE}|{_ARTICLE})+(?:中|里)?(?:的?(?:{_SAYS}))*"
    "|具体而言|具体来说|具体如下|简而言之|简单来说|简单地说|总的来说|总体而言|换言之|换句话说|也就是说|即|综上(?:所述)?|总之|因此|所以|"
    "答|回答|结论|说明|注意|请注意|需要注意的是|需要说明的是|您好|你好|另外|此外|同时|其中|首先|其次|最后|第[一二三四五六](?:点|步)?|"
    "(?:关于|针对|对于|就|回答)您?的?(?:这个|上述)?(?:问题|提问|咨询)"
)
_NOUN = (
    "(?:handbook|manual|policy|policies|documents?|rules?|page|section|guide|guidance|sources?|passages?|text|"
    "materials?)"
)
_NAMED = r"(?: [“\"][^“”\"]{1,80}[”\"])?"
_EN = (
    "(?:according to|based on|under|per|as (?:stated|described|noted|explained) in) (?:the|our|this|these|your)"
    rf"(?: (?:company|above|following|provided|employee|staff))? {_NOUN}(?: (?:provided|above|cited))?{_NAMED}"
    rf"|(?:the|our|this) {_NOUN}{_NAMED} (?:says|states|notes|reads|explains|provides)(?: that)?"
    "|in short|in summary|to summari[sz]e|in brief|in other words|that is|specifically|to answer your question"
    "|regarding your question|(?:please |kindly )?note(?: that)?|answer|also|in addition|therefore|so|first|second"
    "|finally"
)
_LEAD_IN = re.compile(f"(?:{_ZH}|{_EN})", re.IGNORECASE)
_FIRST = re.compile(rf"[*_]*(?:{_LEAD_IN.pattern})[*_]*\s*[，,：:]\s*", re.IGNORECASE)
_LIST_MARK = re.compile(
    r"[\s>#*]*(?:[-*+•·]\s+|\d{1,3}[.)、．](?!\d)\s*|[（(](?:\d{1,3}|[一二三四五六七八九十]{1,3}|[a-z])[)）]\s*|[①-⑳]\s*)?"
)
_COUNTED = re.compile(r"[*_]*(?:第|其)[一二三四五六七八九十][*_]*\s*[，,、：:]\s*")
_EDGES = " \t\r\n\u3000*_“”"


def is_lead_in(clause: str) -> bool:
    """Whether the words only lead into a statement."""
    return _LEAD_IN.fullmatch(clause.strip(_EDGES)) is not None


def without_mark(text: str) -> str:
    """The text without its list mark: `1. `, `（二）`, `- `, 第一，."""
    return _COUNTED.sub("", _LIST_MARK.sub("", text, count=1), count=1)


@lru_cache(maxsize=512)
def stated(claim: str) -> str:
    """The claim without its list mark and without the clauses before it, and within it, that only lead in."""
    mark = _LIST_MARK.match(claim)
    place = mark.end() if mark else 0
    while first := _FIRST.match(claim, place):
        place = first.end()
    pieces: list[str] = []
    for span in split_clauses(claim):
        if span.end > place and is_lead_in(claim[max(span.start, place) : span.end]):
            pieces.append(claim[place : span.start])
            place = min(len(claim), span.end + 1)
    return "".join([*pieces, claim[place:]]).strip()
