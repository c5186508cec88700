"""The modality and the negation of the clause that a claim rests on must not be reversed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from youju.caller import Caller
from youju.text.folding import fold
from youju.text.overlap import content_units, coverage
from youju.verification.clauses import Clause, compare, likeness
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

SAME_MATTER = 0.5
"""Coverage from which two clauses speak of the same matter, so that their polarity can be compared."""
VERBATIM = 0.7
"""Likeness from which every negation and modality must agree."""

_MODALITIES: tuple[tuple[str, str], ...] = (
    (
        "",
        "不得不|不得?(?:超过|低于|高于|少于|多于|大于|小于|早于|晚于|迟于|超出)|能力|可能|功能|职能|才能|许可(?!以)|认可(?!以)|应急|"
        "应用|适应|相应|对应|供应|响应|须知|必需品|不可抗力",
    ),
    (
        "exempt",
        "无[需须]|毋[需须]|不[需须](?!要求)|不必|不用|可以不|可不|免于|免予|need not|not required|does not have to|"
        "do not have to|exempt",
    ),
    (
        "forbid",
        "不得|禁止|严禁|不可以?|不能|不准|不许|不允许|不应当?|不予|无权|"
        "must not|may not|shall not|cannot|can not|should not|prohibited|forbidden|"
        r"not (?:be )?(?:allowed|permitted)|no \w+ (?:may|shall)",
    ),
    (
        "oblige",
        "应当|应该|必须|需要|有义务|应(?![当该])|须|"
        r"\b(?:must|shall|should|required to|is required|are required|has to|have to)\b",
    ),
    ("permit", r"可以|有权|允许|准许|可(?=[^以能])|能够|\b(?:may|can|allowed|permitted|entitled)\b"),
)
_MODALITY = re.compile("|".join(f"(?P<m{i}>{words})" for i, (_, words) in enumerate(_MODALITIES)), re.IGNORECASE)
_AGAINST = {
    "forbid": {"permit", "oblige", "exempt"},
    "permit": {"forbid", "oblige"},
    "oblige": {"forbid", "permit", "exempt"},
    "exempt": {"oblige", "forbid"},
}
_NOT_NEGATION = re.compile(
    "不(?:同|少于?|仅|但|论|管|断|足|满|久|过|动产|锈|良|超过|低于|高于|得|可|能|应|予|准|许|需|须|必|用|允)|"
    "无(?:论|偿|线|人机|形|条件)|未(?:来|成年|满|遂|经)|非(?:常|法|全日制|营利|公有)|没收|是否|能否|可否|与否|不特定"
)
_NEGATED = re.compile(
    r"(?:不|未|无|没有|没|并非|非)([\u4e00-\u9fff]{2})"
    r"|\b(?:not|never|no|without)\s+(?:be\s+)?([a-z]{3,})|\b\w+n't\s+([a-z]{3,})"
)
_PAIRS = """有效/无效 合法/违法 合法/非法 同意/拒绝 免费/收费 有偿/无偿 带薪/无薪 带薪/停薪 成立/撤销 批准/驳回
    公开/保密 明示/默示 生效/失效 valid/invalid paid/unpaid"""
_OPPOSITES = tuple(tuple(pair.split("/")) for pair in _PAIRS.split())
_NEGATORS = re.compile(r"[不未无非没]|否(?!则)|\b(?:not|never|no|without|nor)\b|n't\b", re.IGNORECASE)
_EXCEPTION = re.compile(r"除外|除非|\b(?:unless|except)\b", re.IGNORECASE)


class PolarityCheck:
    """不得 / 可以 / 应当 / 无需, 未 / 已, 除外; must, may, not, unless."""

    name = "polarity"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first clause that the clause it rests on contradicts."""
        for clause, source in compare(claim.text, evidence.cited).rests_on:
            if source and _contradicts(clause, source, claim.text):
                return objection(
                    self.name,
                    claim,
                    f"“{clause.text.strip()}”与所引资料相反，资料为“{source.text.strip()}”。",
                    f"“{clause.text.strip()}” says the opposite of the cited text: “{source.text.strip()}”.",
                )
        return None


def _contradicts(clause: Clause, source: Clause, claim: str) -> bool:
    alike = likeness(clause.text, source.text)
    if alike.share >= VERBATIM and _reworded(fold(clause.text).text, alike.window):
        return True
    if coverage(_matter(clause.text), _matter(source.text) | source.context) < SAME_MATTER:
        return False
    if _EXCEPTION.search(source.text) and not _EXCEPTION.search(claim):
        return True
    if _EXCEPTION.search(clause.text) and not _EXCEPTION.search(f"{source.inherited} {source.text}"):
        return True
    return _modality_reversed(clause, source) or _negation_reversed(clause.text, source.text)


@lru_cache(maxsize=4096)
def _matter(text: str) -> frozenset[str]:
    """What the text is about, whatever it says of it: its content without modality and negation."""
    return content_units(_NEGATORS.sub(" ", _MODALITY.sub(" ", text)))


def _reworded(mine: str, theirs: str) -> bool:
    """Whether two nearly equal texts differ in what they allow or deny."""
    here, there = _signature(mine), _signature(theirs)
    if here["negation"] != there["negation"]:
        return True
    more = {name for name in _AGAINST if here[name] > there[name]}
    less = {name for name in _AGAINST if there[name] > here[name]}
    return any(_AGAINST[name] & less for name in more) or bool((more ^ less) & {"forbid", "exempt"})


@lru_cache(maxsize=4096)
def _signature(text: str) -> Counter[str]:
    counts = Counter(name for name in map(_class_of, _MODALITY.finditer(text)) if name)
    counts["negation"] = len(_NEGATORS.findall(_MODALITY.sub(" ", text)))
    return counts


def _modality_reversed(clause: Clause, source: Clause) -> bool:
    mine = modalities(clause.text)
    theirs = modalities(source.text)
    if mine:
        theirs = theirs or modalities(source.inherited)
        return any(
            not theirs & {one} and (_AGAINST[one] & theirs or (not theirs and one in ("forbid", "exempt")))
            for one in mine
        )
    same = coverage(_matter(source.text), _matter(clause.text) | clause.context) >= SAME_MATTER
    return same and bool(theirs & {"forbid", "exempt"}) and not modalities(clause.inherited) & theirs


@lru_cache(maxsize=4096)
def modalities(text: str) -> frozenset[str]:
    """Which of forbid, permit, oblige, exempt the text expresses."""
    return frozenset(name for name in map(_class_of, _MODALITY.finditer(text)) if name)


def _class_of(match: re.Match[str]) -> str:
    return _MODALITIES[int((match.lastgroup or "m0")[1:])][0]


def _negation_reversed(mine: str, theirs: str) -> bool:
    here, there = _plain(mine), _plain(theirs)
    negated_here, negated_there = _negated(here), _negated(there)
    return (
        any(stem in there and stem not in negated_there for stem in negated_here)
        or any(stem in here and stem not in negated_here for stem in negated_there)
        or any(_opposed(here, there, pair) or _opposed(there, here, pair) for pair in _OPPOSITES)
    )


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """The text folded, without words that only look like a negation."""
    return _NOT_NEGATION.sub("□", fold(text).text)


@lru_cache(maxsize=4096)
def _negated(text: str) -> frozenset[str]:
    return frozenset(next(part for part in match.groups() if part) for match in _NEGATED.finditer(text))


def _opposed(here: str, there: str, pair: Sequence[str]) -> bool:
    one, other = pair
    mine, theirs = one in here.replace(other, ""), other in there
    return mine and theirs and other not in here and one not in there.replace(other, "")
