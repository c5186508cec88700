"""Words that decide what a clause allows, denies, and which way it points; and what is left of a text without them."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from youju.text.folding import fold
from youju.text.overlap import content_units

_MODALITIES: dict[str, str] = {
    "none": (
        "不得不(?![足满少])|不得?(?:超过|低于|高于|少于|多于|大于|小于|早于|晚于|迟于|超出)|能力|可能|功能|职能|才能|"
        "许可(?!以)|认可(?!以)|应急|应用|适应|相应|对应|供应|响应|须知|必需品|不可抗力"
    ),
    "exempt": (
        "无[需须]|毋[需须]|不[需须](?!要求)|不必|不用|可以不|可不|免于|免予|need not|not required|does not have to|"
        "do not have to|exempt"
    ),
    "forbid": (
        "不得|禁止|严禁|不可以?|不能|不准|不许|不允许|不应当?|不予|无权|"
        "must not|may not|shall not|cannot|can not|should not|prohibited|forbidden|"
        r"not (?:be )?(?:allowed|permitted)|no \w+ (?:may|shall)"
    ),
    "oblige": (
        "应当|应该|必须|需要|有义务|应(?![当该])|须|"
        r"\b(?:must|shall|should|required to|is required|are required|has to|have to)\b"
    ),
    "permit": r"可以|有权|允许|准许|可(?=[^以能])|能够|\b(?:may|can|allowed|permitted|entitled)\b",
}
_DIRECTIONS: dict[str, str] = {
    "at_most": (
        "不得?(?:超过|多于|高于|大于|超出|晚于|迟于)|[至最][多高长大晚]|以下|以内|之内|no (?:more|later) than|at most"
    ),
    "at_least": "不得?(?:少于|低于|小于|短于|早于)|[至最][少低短小早]|以上|no (?:less|fewer|earlier) than|at least",
    "more": "超过|超出|高于|多于|大于|逾|晚于|以外|之外|more than|above|exceed",
    "less": "低于|少于|小于|不足|不满|未满|早于|less than|fewer than|below",
    "before": r"之前|以前|(?<=[日月年满束成])前|\bbefore\b|\bprior to\b",
    "after": r"之后|以后|(?<=[日月年满束成])后|\bafter\b|\bfollowing\b",
    "up": r"增加|提高|上升|上调|增长|延长|\b(?:increas|rais|extend)\w*",
    "down": r"减少|降低|下降|下调|缩短|\b(?:decreas|reduc|lower|shorten)\w*",
    "in": "收入|收取|转入|调入",
    "out": "支出|支付|转出|调出",
    "first": "甲方|出租人|买受人|买方|原告|上级",
    "second": "乙方|承租人|出卖人|卖方|被告|下级",
}


def _pattern(classes: dict[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{name}>{words})" for name, words in classes.items()), re.IGNORECASE)


_MODALITY = _pattern(_MODALITIES)
_DIRECTION = _pattern(_DIRECTIONS)
_NEGATOR = re.compile(r"[不未无非没]|否(?!则)|\b(?:not|never|no|without|nor)\b|n't\b", re.IGNORECASE)


@lru_cache(maxsize=8192)
def directions(text: str) -> Counter[str]:
    """How often the text points each way."""
    return Counter(match.lastgroup or "" for match in _DIRECTION.finditer(fold(text).text))


@lru_cache(maxsize=8192)
def matter(text: str) -> frozenset[str]:
    """What the text is about, whatever it allows or denies of it and whichever way it points."""
    return content_units(_NEGATOR.sub(" ", _DIRECTION.sub(" ", _MODALITY.sub(" ", text))))
