"""Bounds and directions as in the source: 超过 is not 不超过, 之前 not 之后, 增加 not 减少."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from youju.caller import Caller
from youju.text.numbers import Bound, Quantity
from youju.text.overlap import coverage
from youju.verification.clauses import TIE, Clause, aligned, clauses_of, clauses_of_passage, match, rarity_of
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

SAME_MATTER = 0.5

_FITS: dict[Bound, tuple[Bound, ...]] = {
    "": ("", "at_most", "at_least", "more", "less"),
    "at_most": ("at_most", ""),
    "at_least": ("at_least", ""),
    "more": ("more",),
    "less": ("less",),
}
"""Which bounds of the source a bound of the claim may stand for: a claim may say less, never the other way round."""

_OPPOSED: tuple[tuple[str, str], ...] = (
    (r"之前|以前|(?<=[日月年])前|\bbefore\b|\bprior to\b", r"之后|以后|(?<=[日月年])[后起]|\bafter\b|\bfollowing\b"),
    (
        r"增加|提高|上升|上调|增长|延长|\b(?:increas|rais|extend)\w*",
        r"减少|降低|下降|下调|缩短|\b(?:decreas|reduc|lower|shorten)\w*",
    ),
    (r"高于|多于|大于|\bmore than\b|\babove\b", r"低于|少于|小于|\bless than\b|\bbelow\b"),
    (r"最高|最多|最长|至多", r"最低|最少|最短|至少"),
    (r"以内|之内", r"以外|之外"),
    (r"收入|收取", r"支出|支付"),
    (r"甲方", r"乙方"),
    (r"出租人", r"承租人"),
    (r"买受人|买方", r"出卖人|卖方"),
    (r"转入|调入", r"转出|调出"),
    (r"上级", r"下级"),
    (r"原告", r"被告"),
)
_PAIRS = tuple((re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE)) for one, other in _OPPOSED)
_CHANGE = re.compile(r"[由从].{1,40}(?:至|到|为|成)|\bfrom\b.{1,60}\bto\b", re.IGNORECASE)


class DirectionCheck:
    """Bounds of quantities, opposed words, and the order of a change from one value to another."""

    name = "direction"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first clause whose direction no best matching clause of the cited text shares."""
        sources = [clause for passage in evidence.cited for clause in clauses_of_passage(passage)]
        rarity = rarity_of(sources)
        for clause in clauses_of(claim.text):
            words = self._bound(clause, sources, rarity) or self._opposed(clause, sources, rarity)
            if words:
                return objection(
                    self.name,
                    claim,
                    f"“{clause.text.strip()}”的方向与所引资料不符，资料为“{words.strip()}”。",
                    f"“{clause.text.strip()}” turns round what the cited text says: “{words.strip()}”.",
                )
        return None

    def _bound(self, clause: Clause, sources: Sequence[Clause], rarity: Mapping[str, float]) -> str:
        """The words of the source against the bound of a quantity; empty if there are none."""
        for quantity in clause.quantities:
            if not quantity.bound:
                continue
            proving = [
                (match(clause, source, rarity, but=quantity), source, other)
                for source in sources
                for other in source.quantities
                if quantity.proved_by(other)
            ]
            best = max((score for score, _, _ in proving), default=0.0)
            close = [(source, other) for score, source, other in proving if score >= best - TIE]
            if close and not any(_fits(quantity, other) for _, other in close):
                return close[0][0].text
        return ""

    def _opposed(self, clause: Clause, sources: Sequence[Clause], rarity: Mapping[str, float]) -> str:
        found = [
            source
            for source in aligned(clause, sources, rarity)
            if coverage(clause.units, source.units | source.context) >= SAME_MATTER
        ]
        if found and all(_turned(clause, source) for source in found):
            return found[0].text
        return ""


def _fits(quantity: Quantity, other: Quantity) -> bool:
    return other.bound in _FITS[quantity.bound]


def _turned(clause: Clause, source: Clause) -> bool:
    for one, other in _PAIRS:
        here = bool(one.search(clause.text)), bool(other.search(clause.text))
        there = bool(one.search(source.text)), bool(other.search(source.text))
        if (here, there) in (((True, False), (False, True)), ((False, True), (True, False))):
            return True
    return _order_turned(clause, source)


def _order_turned(clause: Clause, source: Clause) -> bool:
    """Whether a change from one value to another runs the other way in the source."""
    if not (_CHANGE.search(clause.text) and _CHANGE.search(source.text)):
        return False
    mine = [quantity.value for quantity in clause.quantities]
    theirs = [quantity.value for quantity in source.quantities if quantity.value in mine]
    return len(mine) > 1 and sorted(mine) == sorted(theirs) and mine != theirs
