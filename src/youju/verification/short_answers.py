"""A bare yes or no is a claim: it says what was asked, with that polarity.

是的。 to “访客必须登记吗？” is read as 访客必须登记, 不可以。 to “费用可以报销吗？” as 费用不得报销, and judged so.
To a question that is not answered by yes or no it says nothing that could be checked, and stays without ground.
"""

from __future__ import annotations

import re

from youju.text.language import language_of
from youju.text.overlap import content_units, coverage
from youju.verification.operators import operators_in

COVERED = 0.6
"""Share of the question's content from which what follows the yes or no answers the question by itself."""
SUBJECT = 5
"""Words of an English question that its subject may have."""

_YES = (
    "是的?|对的?|对|没错|正确|可以的?|能够?的?|行|需要的?|必须的?|应当|应该|要的?|会的?|有的?|允许|"
    "(?:yes|yeah|correct|right|sure|of course|certainly)(?:[,，]? (?:you|they|he|she|it|we|there) "
    "(?:may|can|must|should|do|does|are|is|will|have to|has to|need to))?"
)
_NO = (
    "不是的?|不对|否|不可以的?|不可|不行|不能的?|不得|不需要的?|不用|不必|无需|不会的?|没有|不允许|不应当|不应该|不要|禁止|"
    "no(?:[,，]? (?:you|they|he|she|it|we|there) (?:may|can|must|should|do|does|are|is|will|need)(?: ?not|n?['’]t)"
    "(?: have to| need to)?)?"
)
_ANSWER = re.compile(
    rf"\s*(?:(?P<yes>(?:{_YES})(?:[，,]\s*(?:{_YES}))*)|(?P<no>(?:{_NO})(?:[，,]\s*(?:{_NO}))*))"
    r"(?=\s*[，,。.！!；;]|\s*$)[，,。.！!；;\s]*",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"什么|多少|几|哪|怎么|怎样|如何|为何|为什么|谁|何时|多久|多长|多大|还是|\b(?:who|what|when|where|why|how|which|whose)\b|\bor\b",
    re.IGNORECASE,
)
_MODAL = "可以|可|能够?|要|需要|有|是|会|应该?|该|行|用"
_EITHER = re.compile(rf"({_MODAL})(?:不|没)({_MODAL})|是否|能否|可否")
_POLITE = re.compile(
    r"^(?:请问|您好|你好|那么?|那|我想(?:问|知道)(?:一下)?|想问(?:一下)?)[，,：:]?|(?:吗|么|呢|吧|嘛)?[？?。\s]*$"
)
_DENIED = (
    (re.compile("可以|能够|能(?![力源])|允许|准许|可(?=[\u4e00-\u9fff])"), "不得"),
    (re.compile("需要|必须|应当|应该|须|需"), "无需"),
    (re.compile("会"), "不会"),
    (re.compile("有"), "没有"),
    (re.compile("是"), "不是"),
)
_AUXILIARY = re.compile(
    r"^(?:so |and |then )?(may|can|could|must|should|shall|will|do|does|is|are|have|has) (.+)$", re.IGNORECASE
)
_NEGATIVE = frozenset(("not", "forbid", "may_not", "advise_not", "exempt", "not_always"))


def readings(sentence: str, question: str) -> tuple[str, ...]:
    """What the sentence states, in the ways that it may be put: the sentence itself, unless it is or begins with a
    bare yes or no. The sentence is proved if one of them is."""
    match = _ANSWER.match(sentence)
    if match is None:
        return (sentence,)
    yes, rest = match["yes"] is not None, sentence[match.end() :].strip()
    if rest and _answers(rest, yes, question):
        return (rest,)
    stated = _statements(question, yes)
    return tuple(f"{one}，{rest}" if rest else one for one in stated) or (sentence,)


def _answers(rest: str, yes: bool, question: str) -> bool:
    """Whether the words behind a yes or no say the same as it, of what was asked."""
    denies = bool(operators_in(rest) & _NEGATIVE)
    return denies is not yes and coverage(content_units(question), content_units(rest)) >= COVERED


def _statements(question: str, yes: bool) -> tuple[str, ...]:
    asked = re.split(r"(?<=[。！!])\s*", question.strip())[-1]
    if not asked or _OPEN.search(asked):
        return ()
    return _chinese(asked, yes) if language_of(asked) == "zh" else _english(asked, yes)


def _chinese(asked: str, yes: bool) -> tuple[str, ...]:
    polar = re.search(r"[吗么][？?]?\s*$", asked) or _EITHER.search(asked)
    if not polar:
        return ()
    plain = _POLITE.sub("", _EITHER.sub(lambda m: m[2] or {"能": "能", "可": "可以"}.get(m[0][0], ""), asked)).strip()
    plain = re.sub("(?<![需主重])要(?=[\u4e00-\u9fff])(?![求点])", "需要", plain)
    if yes:
        return (plain,)
    for pattern, word in _DENIED:
        found = pattern.search(plain)
        if found:  # “不可以报销吗？不可以。” may mean either
            negated = plain[: found.start()].endswith(("不", "没", "无", "未"))
            return () if negated else (plain[: found.start()] + word + plain[found.end() :],)
    return ()


def _english(asked: str, yes: bool) -> tuple[str, ...]:
    match = _AUXILIARY.match(asked.strip(" ?？"))
    if match is None or operators_in(asked) & _NEGATIVE:
        return ()
    auxiliary, words = match[1].lower(), match[2].split()
    if yes:
        return (" ".join(words),) if auxiliary in ("do", "does") else _placed(words, auxiliary)
    denied = {"may": ("may not", "cannot"), "can": ("cannot", "may not")}.get(auxiliary, (f"{auxiliary} not",))
    return tuple(one for word in denied for one in _placed(words, word))


def _placed(words: list[str], auxiliary: str) -> tuple[str, ...]:
    return tuple(" ".join((*words[:k], auxiliary, *words[k:])) for k in range(1, min(SUBJECT, len(words) - 1) + 1))
