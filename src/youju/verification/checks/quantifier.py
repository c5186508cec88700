"""How much of what a sentence speaks of must stay: 全部 is not 部分, 仅 cannot go, “and” is not “or”."""

from __future__ import annotations

from youju.caller import Caller
from youju.text.overlap import coverage
from youju.verification.clauses import Clause, compare
from youju.verification.differences import difference_of, repeats
from youju.verification.operators import operators_in
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.senses import matter
from youju.verification.wording import objection

SAME_MATTER = 0.5
"""Coverage from which two clauses speak of the same matter, so that their quantifiers can be compared."""

_NARROWING = frozenset(("only", "some", "most", "few", "sometimes", "possible", "one_of"))
"""What may neither be added nor left out, however the clause is worded."""


class QuantifierCheck:
    """全部, 部分, 均, 仅, 一般, 或者; all, some, only, usually, or."""

    name = "quantifier"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first word of amount or choice that the source has otherwise."""
        if not repeats(claim.text, tuple(passage.text for passage in evidence.cited)):
            said = operators_in(claim.text)
            for clause, source in compare(claim.text, evidence.cited).rests_on:
                if source and _differs(clause, source, said):
                    return objection(
                        self.name,
                        claim,
                        f"“{clause.text.strip()}”所说的范围与所引资料不同，资料为“{source.text.strip()}”。",
                        f"“{clause.text.strip()}” says more or less than the source: “{source.text.strip()}”.",
                    )
        return difference_of(self.name, "quantifier", claim, evidence)


def _differs(clause: Clause, source: Clause, said: frozenset[str]) -> bool:
    about = matter(source.text)
    if coverage(matter(clause.text), about | source.context) < SAME_MATTER:
        return False
    added = operators_in(clause.text) & _NARROWING
    if added - operators_in(f"{source.inherited}, {source.text}"):
        return True
    dropped = operators_in(source.text) & _NARROWING - said
    return bool(dropped) and coverage(about, matter(clause.text) | clause.context) >= SAME_MATTER
