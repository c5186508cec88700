"""The kind of thing that would answer a question: a duration, an amount, a date, …"""

from __future__ import annotations

import re
from typing import Literal

from youju.text.numbers import Quantity, QuantityKind, find_quantities

Wanted = Literal[
    "duration", "share", "money", "date", "count", "yes_no", "why", "where", "who", "definition", "list", "open"
]

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
    (
        "count",
        (
            "多少|几[次个人份台张倍名]|多[高大重远宽厚深快]|面积|人数|长度|高度",
            "how many|how often|how (?:tall|big|far|large|high|heavy|old)",
        ),
    ),
    ("why", ("为什么|为何|为啥|原因|怎么会", r"\bwhy\b|what reason")),
    ("where", ("哪里|哪儿|什么地方|何处|哪个(?:国家|城市|地区|省|市)|位于", r"\bwhere\b")),
    ("who", ("谁|哪位|什么人|哪个(?:部门|公司|单位|人)|什么部门", r"\bwho\b|which (?:department|team|person)")),
    (
        "definition",
        ("什么是|是什么[？?]?$|指什么|什么意思|何谓|定义", r"^what (?:is|are) (?:an? |the )?\w+\??$|what does .* mean"),
    ),
    (
        "list",
        (
            "哪些|哪几|什么(?:材料|条件|情形|情况|手续|规定|特点)|流程|步骤|怎么(?:办|申请|走|做)|如何",
            r"which|what (?:documents|steps)",
        ),
    ),
    ("yes_no", (r"吗[？?]?\s*$|能否|能不能|可不可以|是否", r"^\s*(?:can|may|is|are|do|does|must|should|will)\b")),
)
_ASKS: tuple[tuple[Wanted, re.Pattern[str]], ...] = tuple(
    (wanted, re.compile("|".join(patterns), re.IGNORECASE)) for wanted, patterns in _PATTERNS
)


def wanted_by(question: str) -> Wanted:
    """What the question asks for; `open` where no kind of quantity can be told."""
    found: list[Wanted] = [kind for kind, pattern in _ASKS if pattern.search(question)]
    return found[0] if found else "open"


Bound = Literal["at_most", "at_least", ""]
_NOT = "(?:不得?|不应|不能)"
_ASKS_BOUND: dict[Bound, re.Pattern[str]] = {
    "at_most": re.compile(
        r"最[长多高大晚迟久]|至多|上限|限额|不超过|\b(?:maximum|at most|latest|limit|up to)\b", re.IGNORECASE
    ),
    "at_least": re.compile(r"最[短少低小早]|至少|起码|下限|\b(?:minimum|at least|earliest)\b", re.IGNORECASE),
}
_SETS_BOUND: dict[Bound, re.Pattern[str]] = {
    "at_most": re.compile(
        rf"{_NOT}(?:超过|高于|多于|晚于|大于)|最[长多高大晚迟]|至多|上限|以内|以下"
        r"|\b(?:at most|up to|within|maximum|not exceed)",
        re.IGNORECASE,
    ),
    "at_least": re.compile(
        rf"{_NOT}(?:少于|低于|早于|小于|短于)|最[短少低小早]|至少|下限|以上|\b(?:at least|minimum|not less)",
        re.IGNORECASE,
    ),
}


def bound_wanted(question: str) -> Bound:
    """Whether the question is after an upper or a lower bound."""
    found: list[Bound] = [bound for bound, asks in _ASKS_BOUND.items() if asks.search(question)]
    return found[0] if found else ""


def bounds(bound: Bound, text: str) -> bool:
    """Whether the text sets such a bound; False where none is wanted."""
    return bound in _SETS_BOUND and bool(_SETS_BOUND[bound].search(text))


_CUE_PATTERNS: dict[Wanted, str] = {
    "yes_no": r"可以|不得|不能|不予|允许|禁止|无需|不需要|\b(?:may|cannot|must|allowed|not)\b",
    "why": r"因为|由于|因此|所以|原因|为了|以便|导致|使得|\b(?:because|due to|since|so that|therefore)\b",
    "where": r"位于|地处|地点|地址|坐落|在.{1,12}[省市县区镇村路街楼室层国州]|\b(?:located|at|in) ",
    "who": r"由|负责|部门|经理|主管|[人者家长员部处局]\b|\bby\b|manager|department",
    "definition": r"是指|是[一由在]|指的是|系指|称为|叫做|俗称|\bmeans\b|\bis an?\b|refers to",
}
_CUES: dict[Wanted, re.Pattern[str]] = {
    wanted: re.compile(pattern, re.IGNORECASE) for wanted, pattern in _CUE_PATTERNS.items()
}
"""Words that such an answer usually has. A cue raises a sentence; it never rules one out."""


def is_in_kind(wanted: Wanted, text: str) -> bool:
    """Whether the text holds the kind of thing that is asked for; False for an open question."""
    if wanted in _CUES:
        return bool(_CUES[wanted].search(text))
    return bool(quantities_in_kind(wanted, text))


def quantities_in_kind(wanted: Wanted, text: str) -> list[Quantity]:
    """The quantities that could be what is asked for; empty where no quantity is."""
    kinds = _KINDS.get(wanted)
    if kinds is None:
        return []
    return [found for found in find_quantities(text) if found.kind in kinds and not found.indefinite]
