"""Which sentences of an answer state something that needs ground."""

from __future__ import annotations

import re

from youju.text.language import REFUSAL
from youju.text.numbers import find_quantities
from youju.text.sentences import SentenceKind, split_clauses
from youju.verification.operators import operators_in

_EDGES = ' \t\r\n\u3000。．.！!？?；;，,：:、*_#>-—…~～|"“”（）()'

_GREETINGS = """
您好|你好|尊敬的用户|亲爱的用户|亲|早上好|下午好|晚上好
hello|hi|hey|dear (?:user|colleague)|good (?:morning|afternoon|evening)
(?:非常)?感谢(?:您|你)?的?(?:提问|咨询|理解|耐心|支持)?|谢谢(?:您|你)?(?:的提问)?
thanks?(?: you)?(?: for (?:asking|your question))?
不客气|好的|当然|当然可以|没问题|明白了|收到|you are welcome|sure|of course|certainly|okay|ok|great question
很高兴(?:为您|为你)?(?:服务|解答|回答)?|欢迎(?:随时)?(?:提问|咨询)
我?希望(?:以上|这些|上述)?(?:信息|内容|回答|解答)?能?(?:对您|对你)?(?:有所|有)?帮助|(?:i )?hope this helps
(?:如果|如|若)?(?:您|你)?还?有(?:其他|任何|更多)?的?(?:问题|疑问|需要)[，,]?(?:请|欢迎)?(?:您|你)?随时?(?:联系|告诉|提问|咨询|问)?(?:我|我们)?
(?:please )?(?:feel free to ask|let me know)(?: if you have)?(?: any)?(?: other| more| further)?(?: questions?)?
"""
_GREETING = re.compile("|".join(_GREETINGS.strip().splitlines()), re.IGNORECASE)
_LEAD_INS = """
(?:根据|依据|按照|基于|综合|结合)(?:以上|上述|所给|您?提供的?|检索到的?|现有|相关|有关|公司)*(?:资料|文档|材料|内容|信息|规定|文件|条款|制度|知识库)(?:可知|显示|的规定)?
(?:具体|详细|主要|相关|有关|总结|综上|综上所述|因此|所以|总之|总的来说|(?:以下|下面)[是为](?:要点|答案|结论|说明|内容|步骤|详情)?|结论|要点|答案|回答|解答|注意|提示|备注|补充说明|来源|参考资料|依据|法律依据)
(?:具体|详细|主要|相关|有关)?(?:内容|规定|要求|情况|流程|步骤|标准|信息|答案|总结|要点|解答|回答|说明|资料)?(?:如下|包括以下几点|有以下几点|是)?
(?:according to|based on) the (?:documents?|sources?|above|information|context|materials?)(?: provided| above)?
(?:in summary|in short|to summari[sz]e|here is|here are|the answer is)(?: the (?:answer|details|steps|rules?))?
(?:as follows|sources?|references?|note|answer)
"""
_LEAD_IN = re.compile("|".join(_LEAD_INS.strip().splitlines()), re.IGNORECASE)
_TOPIC_LEAD = re.compile(
    r"[^，,；;。.!！?？]{0,24}(?:如下|以下几点|以下情形|以下内容|以下步骤|as follows|the following)", re.IGNORECASE
)
_NOTHING_FOUND = re.compile(
    r"(?:抱歉|对不起|很遗憾)?[，,]?在?(?:现有|提供的|所给)?资料中?(?:未|没有)(?:找到|提及|查到)(?:相关|有关)?的?(?:内容|信息|规定)?"
)
_NOT_FOUND = re.compile(
    r"(?:抱歉|很遗憾|但是?|不过)?[，,]?(?:(?:关于|对于|至于|针对)[^，,；;。]{1,30}?[，,]?)?在?(?:现有|提供的|所给|检索到的|上述|这些)?资料[中里]?(?:也|均|都|并)?"
    r"(?:未|没有?)(?:能)?(?:找到|提及|提到|查到|检索到|涉及|写明|说明)(?:[^，,；;。]{0,30}?(?:内容|信息|规定|说明|标准|依据|答案|办法|流程|要求|情况))?"
    r"|the (?:documents|passages|sources) do not (?:say|state|mention|tell|specify)(?: anything about)? (?!that)[^,;.]{1,60}"
    r"|(?:nothing|no information|no rule) (?:was found )?(?:about|on) [^,;.]{1,60}?(?: was found)?(?: in the documents)?",
    re.IGNORECASE,
)
"""What a model is asked to write of a part of the question that has no ground: a statement about the search."""
_STATES = re.compile(
    r"不得|不能|不可|不予|不应|不准|不许|禁止|应当|应该|必须|可以|有权|允许|无需|不必|需要|须|免|未|没有|无权|都|均|一律|"
    r"\b(?:must|may|shall|should|can|cannot|not|never|no|only|all|is|are)\b",
    re.IGNORECASE,
)  # fmt: skip
_SAYING = frozenset(("forbid", "exempt", "oblige", "permit", "advise", "only_then"))
_RHETORICAL = re.compile(
    r"难道|岂|莫非|谁说|怎么(?:会|可能|能)|不就是|(?:isn|aren|don|doesn|didn)['’]t\b|did you know", re.IGNORECASE
)
_IF = re.compile(r"如果|如|若|假如|要是|当|\b(?:if|when)\b", re.IGNORECASE)
_WORD = re.compile(r"\w")
_LINK = re.compile(r"\[\d{1,3}\]")


def is_claim(sentence: str, kind: SentenceKind = "sentence") -> bool:
    """Whether the sentence (with or without markers) must be proved. Not so: greetings, thanks, headings and lead-ins
    that state nothing, questions back, the fixed notices, and what has no words. Anything with a number is a claim."""
    text = _LINK.sub("", sentence).strip()
    core = text.strip(_EDGES)
    if not _WORD.search(core) or _is_notice(core):
        return False
    if any(quantity.kind != "frequency" and not quantity.indefinite for quantity in find_quantities(core)):
        return True
    if _GREETING.fullmatch(core) or _LEAD_IN.fullmatch(core):
        return False
    if _NOT_FOUND.fullmatch(core) and not operators_in(core) & _SAYING:
        return False
    if text.endswith(("？", "?")):
        before = [core[clause.start : clause.end] for clause in split_clauses(core)[:-1]]
        return bool(_RHETORICAL.match(core)) or any(_states(clause) and not _IF.match(clause) for clause in before)
    if kind == "heading" or text.startswith("#") or _TOPIC_LEAD.fullmatch(core):
        return _states(core)
    return True


def _states(words: str) -> bool:
    return bool(_STATES.search(words)) or bool(operators_in(words) & _SAYING)


def _is_notice(core: str) -> bool:
    return any(core == fixed.strip(_EDGES) for fixed in REFUSAL.values()) or bool(_NOTHING_FOUND.fullmatch(core))
