"""A reference to a law or section must exist, be in force, and be cited."""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.caller import Caller
from youju.knowledge.values import Locator, Passage
from youju.verification.protocol import (
    Claim,
    Evidence,
    FailedCheck,
    Reference,
    ReferenceResolver,
    Resolution,
)
from youju.verification.wording import objection

_SAYS_SO = re.compile(
    r"废止|失效|已被?(?:修改|修订|取代|替代)|尚未(?:施行|生效)|将于|自.{4,14}起施行|"
    r"repealed|superseded|not yet in force",
    re.IGNORECASE,
)
_NOT_IN_FORCE = {"repealed": ("已废止", "had been repealed"), "not_yet": ("尚未施行", "was not yet in force")}


class ReferenceCheck:
    """Asks each resolver for the references in a claim. Unknown, repealed, not yet in force, not retrieved and not
    cited are different findings. Without a resolver there are no references to check."""

    name = "reference"

    def __init__(self, resolvers: Sequence[ReferenceResolver] = ()) -> None:
        self._resolvers = tuple(resolvers)

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first reference that does not stand."""
        for resolver in self._resolvers:
            for reference in resolver.find(claim.text, before=claim.before):
                resolution = await resolver.resolve(reference, caller, claim.at)
                failed = self._judge(claim, evidence, reference, resolution)
                if failed:
                    return failed
        return None

    def _judge(
        self, claim: Claim, evidence: Evidence, reference: Reference, resolution: Resolution
    ) -> FailedCheck | None:
        said = reference.text
        if resolution.existence == "unknown":
            return self._fails(claim, resolution, f"“{said}”不存在。", f"“{said}” does not exist.")
        if resolution.existence != "found" and not _SAYS_SO.search(claim.text):
            zh, en = _NOT_IN_FORCE[resolution.existence]
            return self._fails(
                claim, resolution, f"“{said}”在所问日期{zh}。", f"“{said}” {en} at the date asked about."
            )
        if _among(reference, resolution, evidence.cited):
            return None
        if _among(reference, resolution, evidence.registered):
            return self._fails(
                claim, None, f"“{said}”不是这句话所引的内容。", f"“{said}” is not what this sentence cites."
            )
        return self._fails(
            claim,
            None,
            f"“{said}”存在，但本次没有检索到。",
            f"“{said}” exists but was not retrieved for this question.",
        )

    def _fails(self, claim: Claim, resolution: Resolution | None, zh: str, en: str) -> FailedCheck:
        if resolution is not None and resolution.message:
            return FailedCheck(self.name, resolution.message)
        return objection(self.name, claim, zh, en)


def _among(reference: Reference, resolution: Resolution, passages: Sequence[Passage]) -> bool:
    """Whether one of the passages is what the reference points at, by key, or by address where it has one."""
    keys = {passage.key for passage in resolution.passages}
    names = {reference.locator.law, *(p.locator.law for p in resolution.passages if p.locator)}
    return any(
        passage.key in keys or (passage.locator is not None and _fits(reference.locator, passage.locator, names))
        for passage in passages
    )


def _fits(wanted: Locator, held: Locator, names: set[str]) -> bool:
    """Whether a passage at `held` contains the address `wanted`; a part that the passage does not name is inside it."""
    return (
        held.law in names
        and (wanted.article is None or (wanted.article, wanted.suffix) == (held.article, held.suffix))
        and (wanted.paragraph is None or held.paragraph in (None, wanted.paragraph))
        and (wanted.item is None or held.item in (None, wanted.item))
    )
