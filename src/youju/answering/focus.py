"""What a question is after: its content terms, and the kind of thing that would answer it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from youju.text.numbers import QuantityKind, find_quantities
from youju.text.tokens import bigrams

Wanted = Literal["duration", "money", "share", "count", "date", "who", "yes_no", "list", "open"]

_KINDS: dict[Wanted, frozenset[QuantityKind]] = {
    "duration": frozenset({"duration"}),
    "money": frozenset({"money", "percentage", "multiple"}),
    "share": frozenset({"percentage", "multiple"}),
    "count": frozenset({"count", "number", "duration", "money", "percentage", "multiple", "frequency"}),
    "date": frozenset({"date", "time", "duration"}),
}

_ASKS: tuple[tuple[Wanted, re.Pattern[str]], ...] = tuple(
    (wanted, re.compile(pattern, re.IGNORECASE))
    for wanted, pattern in (
        ("duration", r"多少(个)?(工作)?[天日年月周]|多久|多长时间|多长|几(个)?(工作)?[天日年月周]|几(个)?(小时|分钟)|多少(个)?(小时|分钟)|how long|how many (working |calendar )?(days|months|weeks|years|hours|minutes)"),
        ("share", r"百分之几|比例|占.*多少|几成|几倍|how many percent|what percentage|what share"),
        ("money", r"多少钱|多少元|几块|多少费用|金额|限额|额度|标准是多少|工资|补贴.*多少|津贴|补偿|how much|what .*(limit|rate|amount|cost|price|allowance)"),
        ("date", r"什么时候|何时|几点|哪天|哪一天|截止|几月|日期|when|what time|deadline|by what date"),
        ("who", r"谁|哪个部门|什么部门|哪些人|由谁|找谁|联系人|who|which (department|team|person)"),
        ("count", r"多少|几(次|个|人|份|台|张|倍)|how many|how often"),
        ("list", r"哪些|什么材料|什么条件|什么情况|流程|步骤|怎么(办|申请|走|做)|如何|what (documents|steps|conditions)|which"),
        ("yes_no", r"(可以|能|能否|能不能|可不可以|是否|会不会|要不要|需不需要|允许).*(吗|？|\?|$)|吗[？?]?$|^(can|may|is|are|do|does|must|should|will)\b"),
    )
)  # fmt: skip

_EMPTY = re.compile(
    r"请问|你好|您好|我想(知道|问一下|问)|帮我(查一下|查)?|麻烦|一下|多少|多久|多长时间|多长|几[个点次天]?|什么(时候|情况|样的)?|怎么(样|办)?|如何|哪些|哪个|哪里|哪天"
    r"|是否|能否|能不能|可不可以|可以|能够|应该|需要|要求|谁|吗|呢|吧|啊|的话|有没有|是不是|如果|是|的|了|在|和|与|或|要|能|有|会|我们|我|你|公司里|规定(是)?"
    r"|(?i:\b(what|which|who|when|where|how|why|many|much|long|often|is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would"
    r"|the|a|an|of|to|in|on|at|for|by|with|from|i|we|you|my|our|your|it|there|be|have|has|get|please|and|or|if|per|any)\b)"
)


@dataclass(frozen=True, slots=True)
class Focus:
    """`terms` are the bigrams and words that carry content; `wanted` the kind of answer."""

    terms: frozenset[str]
    wanted: Wanted

    def answers_in_kind(self, text: str) -> bool:
        """Whether the text holds a quantity of the kind that is asked for. Open questions are never answered in kind."""
        kinds = _KINDS.get(self.wanted)
        return bool(kinds) and any(found.kind in kinds for found in find_quantities(text))

    @property
    def wants_quantity(self) -> bool:
        """Whether only a quantity can answer."""
        return self.wanted in _KINDS


def focus_of(question: str) -> Focus:
    """Analyse a question. Never empty of terms: a question of question words alone keeps them."""
    wanted = next((kind for kind, pattern in _ASKS if pattern.search(question)), "open")
    terms = frozenset(bigrams(_EMPTY.sub(" ", question))) or frozenset(bigrams(question))
    return Focus(terms, wanted)
