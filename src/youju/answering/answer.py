"""The one way an answer is made: a question goes in, typed events come out.

search (forced) → registry → the writer's sentences → the gate → shown or withheld → the whole answer → ledger
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from youju.answering.composition import Composition
from youju.answering.events import AnswerEvent, DoneEvent, StageEvent
from youju.answering.extractive import Quote, compose
from youju.answering.question import Question
from youju.caller import Caller
from youju.citations.markers import canonical, escape_source
from youju.citations.registry import Registry
from youju.errors import CallerMistake, StorageFailed
from youju.knowledge.ledger import Ledger
from youju.retrieval.finding import Finder
from youju.text.language import Language
from youju.verification.gate import Gate
from youju.verification.policy import Policy
from youju.verification.protocol import Claim

EXTRACTIVE = "extractive"

_STAGES: dict[str, dict[Language, str]] = {
    "search": {"zh": "检索资料", "en": "Searching the documents"},
    "found": {"zh": "{n} 处命中，逐句核对", "en": "{n} passages found, checking each sentence"},
    "nothing": {"zh": "没有足以回答的内容", "en": "Nothing that could answer"},
}

_NOTICES: dict[str, dict[Language, str]] = {
    "not_kept": {
        "zh": "这次回答没能存入底账，之后无法再打开。",
        "en": "This answer could not be kept in the ledger; it cannot be opened again.",
    },
    "no_model_yet": {
        "zh": "已配置的语言模型在这个版本中尚未使用，以下为逐字摘录。",
        "en": "This version does not use the configured model yet; what follows are verbatim extracts.",
    },
}


class Answering:
    """Makes answers. `policy` says what is shown of a judged sentence. `unused_model`: the settings name a model that
    this version does not call, and every answer says so."""

    def __init__(
        self, finder: Finder, gate: Gate, ledger: Ledger, policy: Policy, *, unused_model: bool = False
    ) -> None:
        self._unused_model = unused_model
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
        quotes = compose(question.text, found.passages, found.terms)
        for source in (*(quote.source for quote in quotes), *found.passages):
            registry.register(source)  # what is quoted first, so that a reader counts from [1]
        answer.grounded()
        if self._unused_model and question.model is None:
            yield answer.notice("degraded", _NOTICES["no_model_yet"][answer.language])
        for notice in found.notices:
            yield answer.notice("degraded", notice)
        yield _stage("found" if quotes else "nothing", answer.language, len(found.passages))
        for quote in quotes:
            sentence = marked(quote, registry.register(quote.source).number)
            answer.raw += quote.lead + sentence
            claim = Claim("", question.text, before=answer.text, at=question.at)
            checked = await self._gate.judge(sentence, registry, claim, caller, quote.kind)
            shown = self._policy(checked)
            if shown is None:
                answer.withhold(checked)
                continue
            for event in answer.show(shown, quote.lead):
                yield event
        done = answer.finish(found.nearest)
        kept = done.model_dump(mode="json", by_alias=True)
        try:
            await self._ledger.record_answer(caller, kept, answer.record(), answer.cited_documents())
        except StorageFailed:
            yield answer.notice("degraded", _NOTICES["not_kept"][answer.language])
            done = answer.finish(found.nearest)
        yield DoneEvent(answer=done)


def marked(quote: Quote, number: int) -> str:
    """The quote with its marker where a reader expects it: before the full stop, inside a table row's last cell."""
    text = escape_source(quote.text).rstrip()  # a source's own [3] is not a citation of ours
    if text.endswith(" |"):
        return f"{text[:-2]} {canonical([number])} |"
    end = len(text.rstrip("。．.！!？?；;：:"))
    return f"{text[:end]}{canonical([number])}{text[end:]}"


def _stage(name: str, language: Language, n: int = 0) -> StageEvent:
    return StageEvent(name=name, text=_STAGES[name][language].format(n=n))
