"""The two tools with which a model finds passages: by words, and by address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from youju.answering.prompts import prompt
from youju.answering.sources import Offer
from youju.answering.tools import ToolContext, ToolOutcome, text_argument
from youju.errors import CallerMistake
from youju.retrieval.finding import Finder
from youju.retrieval.values import Scored
from youju.text.folding import fold
from youju.text.language import Language
from youju.verification.protocol import ReferenceResolver

MAX_QUERY = 500
"""Characters of a search; a longer one is no search but a text."""


class SearchTool:
    """`search(query, category?)`: the same search as the forced one, in the model's words."""

    name = "search"

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def describe(self, language: Language) -> str:
        """For the model."""
        return prompt(language, "search")

    def parameters(self, language: Language) -> Mapping[str, Any]:
        """JSON schema."""
        return {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": prompt(language, "search_query")},
                "category": {"type": "string", "description": prompt(language, "search_category")},
            },
            "required": ["query"],
        }

    def key(self, arguments: Mapping[str, Any]) -> str:
        """The same words in the same category find the same."""
        return f"{fold(text_argument(arguments, 'query')).text}/{_category(arguments) or ''}"

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Search with the rights, the date and the category of the question; a category of the model's only narrows."""
        query = text_argument(arguments, "query")[:MAX_QUERY]
        asked = context.question
        category = asked.category or _category(arguments)
        found = await self._finder.find(query, context.caller, category=category, at=asked.at)
        if not found.passages and category != asked.category:  # a category that the model made up is no reason to fail
            found = await self._finder.find(query, context.caller, category=asked.category, at=asked.at)
        if not found.passages:
            return ToolOutcome(prompt(context.language, "nothing_found", query=query), _summary(context.language, 0))
        return given(context, found.passages)


class LookUpTool:
    """`look_up(reference)`: a provision by its address, by structure and never by similarity."""

    name = "look_up"

    def __init__(self, resolvers: Sequence[ReferenceResolver]) -> None:
        self._resolvers = tuple(resolvers)

    def describe(self, language: Language) -> str:
        """For the model."""
        return prompt(language, "look_up")

    def parameters(self, language: Language) -> Mapping[str, Any]:
        """JSON schema."""
        return {
            "type": "object",
            "properties": {"reference": {"type": "string", "description": prompt(language, "look_up_reference")}},
            "required": ["reference"],
        }

    def key(self, arguments: Mapping[str, Any]) -> str:
        """The same reference is the same provision."""
        return fold(text_argument(arguments, "reference")).text

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Give the provision's passages, or say in words why there are none."""
        reference = text_argument(arguments, "reference")[:MAX_QUERY]
        messages: list[str] = []
        passages: list[Scored] = []
        for resolver in self._resolvers:
            for one in resolver.find(reference):
                resolution = await resolver.resolve(one, context.caller, context.question.at)
                passages += [Scored(passage, 1.0, "exact") for passage in resolution.passages]
                messages += [resolution.message] if resolution.message else []
        if not passages:
            text = "\n".join(messages) or prompt(context.language, "no_reference", reference=reference)
            return ToolOutcome(text, _summary(context.language, 0))
        outcome = given(context, passages)
        return ToolOutcome("\n".join([*messages, outcome.text]), outcome.summary, outcome.numbers)


def given(context: ToolContext, passages: Sequence[Scored]) -> ToolOutcome:
    """Give passages to the model: the fresh ones to read, the known ones by number."""
    offer = context.sources.offer(passages)
    numbers = (*offer.fresh, *offer.known)
    return ToolOutcome(_words(offer, context.language), _summary(context.language, len(numbers)), numbers)


def _words(offer: Offer, language: Language) -> str:
    parts: list[str] = []
    if offer.fresh:
        parts.append(prompt(language, "found", count=len(offer.fresh), sources=offer.text))
    if offer.known:
        parts.append(prompt(language, "known", numbers="".join(f"[{number}]" for number in offer.known)))
    if offer.left_out:
        parts.append(prompt(language, "too_long", count=offer.left_out))
    return "\n\n".join(parts)


_FOUND: dict[Language, str] = {"zh": "{n} 处命中", "en": "{n} passages found"}
_NOTHING: dict[Language, str] = {"zh": "没有找到", "en": "nothing found"}


def _summary(language: Language, n: int) -> str:
    return _FOUND[language].format(n=n) if n else _NOTHING[language]


def _category(arguments: Mapping[str, Any]) -> str | None:
    value = arguments.get("category")
    if value is not None and not isinstance(value, str):
        raise CallerMistake("category must be a text")
    return value.strip() or None if value else None
