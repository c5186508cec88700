"""The modality and the negation of the clause that a claim rests on must not be reversed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from youju.caller import Caller
from youju.text.folding import fold
from youju.text.overlap import coverage
from youju.verification.clauses import Clause, compare
from youju.verification.differences import difference_of, repeats
from youju.verification.operators import operators_in
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.senses import matter
from youju.verification.verbatim import denied_by_lead
from youju.verification.wording import objection

SAME_MATTER = 0.5
"""Coverage from which two clauses speak of the same matter, so that their polarity can be compared."""

_NEGATIVE = frozenset(("not", "forbid", "may_not", "advise_not", "exempt", "not_always", "few"))
_AGAINST = {
    "forbid": {"permit", "oblige", "exempt"},
    "permit": {"forbid", "oblige", "advise"},
    "oblige": {"forbid", "permit", "exempt", "advise"},
    "exempt": {"oblige", "forbid"},
    "advise": {"oblige", "forbid"},
}
_EXCEPTIONS = frozenset(("unless", "except"))
_NOT_NEGATION = re.compile(
    "不(?:同|少于?|仅|但|论|管|断|足|满|久|过|动产|锈|良|超过|低于|高于|得|可|能|应|予|准|许|需|须|必|用|允)|"
    "无(?:论|偿|线|人机|形|条件)|未(?:来|成年|满|遂|经)|非(?:常|法|全日制|营利|公有)|没收|是否|能否|可否|与否|不特定"
)
_NEGATED = re.compile(
    r"(?:不|未|无|没有|没|并非|非)([\u4e00-\u9fff]{2})"
    r"|\b(?:not|never|no|without)\s+(?:be\s+)?([a-z]{3,})|\b\w+n't\s+([a-z]{3,})"
)
_DONE = re.compile(r"已经?([\u4e00-\u9fff])")
_UNDONE = re.compile(r"未曾?([\u4e00-\u9fff])")
_PAIRS = """有效/无效 合法/违法 合法/非法 同意/拒绝 免费/收费 有偿/无偿 带薪/无薪 带薪/停薪 成立/撤销 批准/驳回
    公开/保密 明示/默示 生效/失效 valid/invalid paid/unpaid"""
_OPPOSITES = tuple(tuple(pair.split("/")) for pair in _PAIRS.split())


class PolarityCheck:
    """不得 / 可以 / 应当 / 无需, 未 / 已, 除外; must, may, not, unless."""

    name = "polarity"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first clause that the clause it rests on contradicts."""
        if lead := denied_by_lead(claim.text, claim.before, evidence.cited):
            return objection(
                self.name,
                claim,
                f"资料中这一项的前提是“{lead.strip()}”，不能略去。",
                f"In the cited passage this item stands below “{lead.strip()}”, which cannot be left out.",
            )
        looser = not repeats(claim.text, tuple(passage.text for passage in evidence.cited))
        for clause, source in compare(claim.text, evidence.cited).rests_on:
            if looser and source and (_contradicts(clause, source, claim.text) or _exempts(clause, evidence)):
                return objection(
                    self.name,
                    claim,
                    f"“{clause.text.strip()}”与所引资料相反，资料为“{source.text.strip()}”。",
                    f"“{clause.text.strip()}” says the opposite of the cited text: “{source.text.strip()}”.",
                )
        return difference_of(self.name, "polarity", claim, evidence)


def _exempts(clause: Clause, evidence: Evidence) -> bool:
    """Whether the clause frees somebody of something, and no cited passage frees anybody of anything."""
    return "exempt" in operators_in(clause.text) and not any(
        "exempt" in operators_in(passage.text) for passage in evidence.cited
    )


def _forbids_alone(clause: Clause, source: Clause) -> bool:
    """Whether the clause forbids something and the clause that it rests on denies nothing, whatever that is about."""
    around = operators_in(f"{source.inherited}, {source.text}")
    return "forbid" in operators_in(clause.text) and not around & (_NEGATIVE | _EXCEPTIONS)


def _contradicts(clause: Clause, source: Clause, claim: str) -> bool:
    if any(fold(source.text).text == f"{negator}{fold(clause.text).text}" for negator in "不未无非没"):
        return True
    if _forbids_alone(clause, source):
        return True
    if coverage(matter(clause.text), matter(source.text) | source.context) < SAME_MATTER:
        return False
    mine, theirs = operators_in(clause.text), operators_in(source.text)
    around = theirs | operators_in(source.inherited)
    if (theirs & _EXCEPTIONS and not operators_in(claim) & _EXCEPTIONS) or (
        mine & _EXCEPTIONS and not around & _EXCEPTIONS
    ):
        return True
    return (
        _modality_reversed(mine, theirs or around)
        or _negative_alone(clause, source, operators_in(claim))
        or _negation_reversed(clause.text, source.text)
    )


def _modality_reversed(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return any(one in mine and one not in theirs and others & theirs for one, others in _AGAINST.items())


def _negative_alone(clause: Clause, source: Clause, claim: frozenset[str]) -> bool:
    """Whether only one of claim and source denies or forbids."""
    if operators_in(clause.text) & _NEGATIVE:
        return not operators_in(f"{source.inherited}, {source.text}") & _NEGATIVE
    same = coverage(matter(source.text), matter(clause.text) | clause.context) >= SAME_MATTER
    return same and bool(operators_in(source.text) & _NEGATIVE) and not claim & _NEGATIVE


def _negation_reversed(mine: str, theirs: str) -> bool:
    here, there = _plain(mine), _plain(theirs)
    negated_here, negated_there = _negated(here), _negated(there)
    return (
        any(stem in there and stem not in negated_there for stem in negated_here)
        or any(stem in here and stem not in negated_here for stem in negated_there)
        or bool(_done(here) & _undone(there) or _undone(here) & _done(there))
        or any(_opposed(here, there, pair) or _opposed(there, here, pair) for pair in _OPPOSITES)
    )


def _done(text: str) -> set[str]:
    return set(_DONE.findall(text))


def _undone(text: str) -> set[str]:
    return set(_UNDONE.findall(text))


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
