"""The kind of thing that would answer a question: a duration, an amount, a date, …"""

from __future__ import annotations

import re
from typing import Literal

from youju.text.numbers import QuantityKind, find_quantities

Wanted = Literal["duration", "share", "money", "date", "count", "yes_no", "open"]

_KINDS: dict[Wanted, frozenset[QuantityKind]] = {
    "duration": frozenset({"duration"}),
    "share": frozenset({"percentage", "multiple"}),
    "money": frozenset({"money", "percentage", "multiple"}),
    "date": frozenset({"date", "time", "duration"}),
    "count": frozenset({"count", "number", "duration", "money", "percentage", "multiple", "frequency"}),
}

_Asks = tuple[tuple[Wanted, tuple[str, ...]], ...]
_TIME = r"(?:工作日|[天日年月周]|小时|分钟)"
_PATTERNS: _Asks = (
    (
        "duration",
        (
            rf"(?:多少|几)个?{_TIME}",
            "多久|多长时间|多长|期限|有效期",
            r"how long|how many (?:working |calendar )?(?:days|weeks|months|years|hours|minutes)",
        ),
    ),
    ("share", ("百分之几|比例|占.*多少|几成|几倍|幅度", "percentage|what share|how many percent")),
    (
        "money",
        (
            "多少钱|多少元|几块|多少费用|金额|限额|额度|上限|下限|标准|工资|补贴|津贴|补偿|经费|价格|收费",
            r"how much|\b(?:limit|rate|amount|cost|price|fee|allowance)\b",
        ),
    ),
    (
        "date",
        (
            "什么时候|何时|几点|哪天|哪一天|截止|几月|日期",
            r"\bwhen\b|what time|deadline|by what date|how soon",
        ),
    ),
    ("count", ("多少|几[次个人份台张倍名]", "how many|how often")),
    ("yes_no", (r"吗[？?]?\s*$|能否|能不能|可不可以|是否", r"^\s*(?:can|may|is|are|do|does|must|should|will)\b")),
)
_ASKS: tuple[tuple[Wanted, re.Pattern[str]], ...] = tuple(
    (wanted, re.compile("|".join(patterns), re.IGNORECASE)) for wanted, patterns in _PATTERNS
)


def wanted_by(question: str) -> Wanted:
    """What the question asks for; `open` where no kind of quantity can be told."""
    found: list[Wanted] = [kind for kind, pattern in _ASKS if pattern.search(question)]
    return found[0] if found else "open"


_PERMISSION = re.compile(
    r"可以|不得|不能|不予|允许|禁止|无需|不需要|\b(?:may|cannot|must|allowed|not)\b", re.IGNORECASE
)


def answers_in_kind(wanted: Wanted, text: str) -> bool:
    """Whether the text holds the kind of thing that is asked for; False for an open question."""
    if wanted == "yes_no":
        return bool(_PERMISSION.search(text))
    kinds = _KINDS.get(wanted)
    return kinds is not None and any(found.kind in kinds and not found.indefinite for found in find_quantities(text))
