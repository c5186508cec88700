"""The one way an answer is made: a question goes in, typed events come out.

search (forced) → registry → the writer's sentences → the gate → shown or withheld → the whole answer → ledger
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Literal

from youju.answering.composition import Composition
from youju.answering.events import AnswerEvent, DoneEvent, StageEvent
from youju.answering.extractive import Quote, compose
from youju.answering.question import Question
from youju.caller import Caller
from youju.citations.markers import canonical
from youju.citations.registry import Registry
from youju.errors import CallerMistake
from youju.knowledge.ledger import Ledger
from youju.retrieval.finding import Finder
from youju.text.language import Language
from youju.verification.gate import Gate
from youju.verification.protocol import Claim

EXTRACTIVE = "extractive"

_STAGES: dict[str, dict[Language, str]] = {
    "search": {"zh": "检索资料", "en": "Searching the documents"},
    "found": {"zh": "{n} 处命中，逐句核对", "en": "{n} passages found, checking each sentence"},
    "nothing": {"zh": "没有足以回答的内容", "en": "Nothing that could answer"},
}


class Answering:
    """Makes answers. `policy` says what becomes of a sentence without ground: `strict` withholds it."""

    def __init__(self, finder: Finder, gate: Gate, ledger: Ledger, policy: Literal["strict", "annotate"]) -> None:
        self._finder = finder
        self._gate = gate
        self._ledger = ledger
        self._policy = policy

    async def answer(self, question: Question, caller: Caller) -> AsyncGenerator[AnswerEvent]:
        """Answer a question. The last event is `done`. Closing the generator stops the work; nothing is kept then.

        Raises `CallerMistake` for a model that is not configured.
        """
        if question.model not in (None, EXTRACTIVE):
            raise CallerMistake(
                f"No model {question.model} is configured.",
                remedy="Leave it out, or use extractive.",
                code="no_such_model",
            )
        registry = Registry()
        answer = Composition(question, registry, EXTRACTIVE)
        yield _stage("search", answer.language)
        found = await self._finder.find(question.text, caller, category=question.category, at=question.at)
        sources = [registry.register(scored) for scored in found.passages]
        answer.grounded()
        for notice in found.notices:
            yield answer.notice("degraded", notice)
        yield _stage("found" if sources else "nothing", answer.language, len(sources))
        quotes = compose(question.text, sources, found.terms)
        answer.raw = "".join(quote.lead + marked(quote) for quote in quotes)
        for quote in quotes:
            claim = Claim("", question.text, before=answer.text, at=question.at)
            checked = await self._gate.judge(marked(quote), registry, claim, caller)
            if checked.verdict == "unsupported" and self._policy == "strict":
                answer.withhold(checked)
                continue
            for event in answer.show(checked, quote.lead):
                yield event
        done = answer.finish(found.nearest)
        kept = done.model_dump(mode="json", by_alias=True)
        await self._ledger.record_answer(caller, kept, answer.record(), answer.cited_documents())
        yield DoneEvent(answer=done)


def marked(quote: Quote) -> str:
    """The quote with its marker where a reader expects it: before the full stop, inside a table row's last cell."""
    text = quote.text.rstrip()
    if text.endswith(" |"):
        return f"{text[:-2]} {canonical([quote.number])} |"
    end = len(text.rstrip("。．.！!？?；;：:"))
    return f"{text[:end]}{canonical([quote.number])}{text[end:]}"


def _stage(name: str, language: Language, n: int = 0) -> StageEvent:
    return StageEvent(name=name, text=_STAGES[name][language].format(n=n))
