"""Passages, registries and a judge for the tests of the gate."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from youju.caller import OWNER
from youju.citations.registry import Registry
from youju.knowledge.values import Locator, Passage
from youju.retrieval.values import Scored
from youju.verification.gate import CheckedSentence, Gate, standard_checks
from youju.verification.protocol import Claim, Reference, ReferenceResolver, Resolution


def passage(text: str, name: str = "p1", title: str = "员工手册", locator: Locator | None = None) -> Passage:
    return Passage(
        id=name,
        document_id=f"doc-{name}",
        version_id="v1",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
        source=f"{title}.pdf",
        title=title,
        locator=locator,
    )


def registry_of(*sources: str | Passage) -> Registry:
    registry = Registry()
    for number, source in enumerate(sources, 1):
        made = passage(source, f"p{number}") if isinstance(source, str) else source
        registry.register(Scored(made, 1.0 / number, "fusion"))
    return registry


def judge(
    sentence: str,
    *sources: str | Passage,
    question: str = "",
    before: str = "",
    resolvers: Sequence[ReferenceResolver] = (),
) -> CheckedSentence:
    gate = Gate(standard_checks(resolvers))
    claim = Claim("", question, before)
    return asyncio.run(gate.judge(sentence, registry_of(*sources), claim, OWNER))


def failed(checked: CheckedSentence) -> set[str]:
    return {one.check for one in checked.failed_checks}


class Resolver:
    """A resolver that knows the references it is given: text → what it resolves to."""

    def __init__(self, known: dict[str, tuple[Locator, Resolution]]) -> None:
        self._known = known

    def find(self, text: str, *, before: str = "") -> Sequence[Reference]:
        found = []
        for words, (locator, _) in self._known.items():
            start = text.find(words)
            if start >= 0:
                found.append(Reference(start, start + len(words), words, locator))
        return found

    def aliases(self, title: str) -> Sequence[str]:
        return ()

    async def resolve(self, reference: Reference, caller: object, at: object = None) -> Resolution:
        return replace(self._known[reference.text][1])
