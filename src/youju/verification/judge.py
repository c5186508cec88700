"""A second opinion by a language model on what the gate let pass. It can only object, and it fails closed.

One call asks about many claims; a long list takes several. Whatever is not a clear yes for a claim (an objection, no
verdict, two verdicts, a reply in another form, a model that does not answer) is an objection to it.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from youju.citations.markers import escape_source
from youju.errors import ModelFailed
from youju.knowledge.values import Passage
from youju.models.protocols import ChatModel, TextDelta
from youju.text.folding import visible
from youju.text.language import language_of
from youju.text.tokens import estimate_tokens
from youju.verification.protocol import FailedCheck

NAME = "judge"
UNAVAILABLE = "judge_unavailable"
"""Names of the check: the model objects, and the model gave nothing that can be used."""
VERDICT_TOKENS = 120
"""What one verdict may take of the answer."""
MOST_CLAIMS = 20
"""Claims of one call: models lose count in longer lists."""
MARGIN = 0.8
"""The part of the context that is used: our count of tokens is an estimate."""
LONGEST_REPLY = 40_000
LONGEST_REASON = 200
SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim, without markers, that the gate let pass, with the passages that it cites."""

    claim: str
    passages: tuple[Passage, ...]


class _Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    claim: int
    supported: bool
    reason: str = ""


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    verdicts: list[_Verdict]


class _Unusable(Exception):
    """The model's reply cannot be used; says why in Chinese and English."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh, self.en = zh, en


class Judge:
    """Asks a chat model whether claims are supported. `context_tokens` is how much it takes, its answer included;
    `seconds` is the longest that one call may take."""

    def __init__(self, model: ChatModel, *, context_tokens: int = 16_000, seconds: float = SECONDS) -> None:
        self._model = model
        self._context = int(context_tokens * MARGIN)
        self._seconds = seconds

    async def review(self, claims: Sequence[Judged]) -> tuple[FailedCheck | None, ...]:
        """For each claim, in order, the objection to it, or None. Never raises for what the model does."""
        found: list[FailedCheck | None] = []
        for batch in self._batches(claims):
            found += await self._judge(batch)
        return tuple(found)

    def _batches(self, claims: Sequence[Judged]) -> Iterator[Sequence[Judged]]:
        """The claims in order, in lists that fit the context. One that fits in no call stands alone."""
        room = self._context - estimate_tokens(prompt())
        batch: list[Judged] = []
        used = 0
        for claim in claims:
            size = estimate_tokens(_block(1, claim)) + VERDICT_TOKENS
            if batch and (used + size > room or len(batch) == MOST_CLAIMS):
                yield batch
                batch, used = [], 0
            batch.append(claim)
            used += size
        if batch:
            yield batch

    async def _judge(self, batch: Sequence[Judged]) -> list[FailedCheck | None]:
        text = "\n\n".join(_block(number, claim) for number, claim in enumerate(batch, 1))
        if estimate_tokens(prompt()) + estimate_tokens(text) + VERDICT_TOKENS * len(batch) > self._context:
            zh, en = "所引资料太长，复核模型读不下", "the cited passages are too long for the judge model"
            return [_objection(claim, zh, en) for claim in batch]
        try:
            verdicts = _read(await self._reply(text), len(batch))
        except _Unusable as trouble:
            return [_objection(claim, trouble.zh, trouble.en, UNAVAILABLE) for claim in batch]
        return [_objected(claim, verdicts.get(number, [])) for number, claim in enumerate(batch, 1)]

    async def _reply(self, text: str) -> str:
        messages = [{"role": "system", "content": prompt()}, {"role": "user", "content": text}]
        pieces: list[str] = []
        length = 0
        try:
            async with asyncio.timeout(self._seconds), aclosing(self._model.stream(messages)) as deltas:
                async for delta in deltas:
                    if isinstance(delta, TextDelta):
                        pieces.append(delta.text)
                        length += len(delta.text)
                    if length > LONGEST_REPLY:
                        raise _Unusable("复核模型的回复太长", "the judge model's reply is too long")
        except TimeoutError:
            raise _Unusable("复核模型没有及时回答", "the judge model did not answer in time") from None
        except ModelFailed as error:
            raise _Unusable(
                f"复核模型没有回答（{error.message}）", f"the judge model failed: {error.message}"
            ) from error
        return "".join(pieces)


@cache
def prompt() -> str:
    """The instructions to the model."""
    return files("youju.verification").joinpath("prompts", "judge.txt").read_text(encoding="utf-8")


# ── what the model reads ──────────────────────────────────────────────────────────────────────────────────────────────


def _block(number: int, judged: Judged) -> str:
    """A claim with its passages, in tags that neither can close."""
    passages = "\n".join(
        f"<passage>\n{_data(' '.join((passage.title, *passage.section)))}\n{_data(passage.text)}\n</passage>"
        for passage in judged.passages
    )
    return f'<claim number="{number}">\n<statement>{_data(judged.claim)}</statement>\n{passages}\n</claim>'


def _data(text: str) -> str:
    return escape_source(visible(text)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# ── what it answers ───────────────────────────────────────────────────────────────────────────────────────────────────

_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n```", re.DOTALL)


def _read(reply: str, count: int) -> dict[int, list[_Verdict]]:
    """Verdicts by number. A code fence around the whole reply is taken off; nothing else may stand beside the JSON."""
    text = reply.strip()
    fenced = _FENCED.fullmatch(text)
    try:
        read = _Reply.model_validate(json.loads(fenced[1] if fenced else text, object_pairs_hook=_once))
    except (ValueError, ValidationError, RecursionError):
        raise _Unusable(
            "复核模型的回复不是所要求的格式", "the judge model's reply is not in the form asked for"
        ) from None
    if any(not 1 <= verdict.claim <= count for verdict in read.verdicts):
        raise _Unusable(
            "复核模型评了没有问到的句子", "the judge model gave a verdict on a claim that was not asked about"
        )
    verdicts: dict[int, list[_Verdict]] = {}
    for verdict in read.verdicts:
        verdicts.setdefault(verdict.claim, []).append(verdict)
    return verdicts


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names stand once each: of two answers under one name neither counts."""
    if any(times > 1 for times in Counter(name for name, _ in pairs).values()):
        raise ValueError("a name stands twice")
    return dict(pairs)


def _objected(claim: Judged, verdicts: Sequence[_Verdict]) -> FailedCheck | None:
    if not verdicts:
        return _objection(claim, "复核模型没有对这句话作出判断", "the judge model gave no verdict on this sentence")
    if len(verdicts) > 1:
        return _objection(claim, "复核模型对这句话作出了两次判断", "the judge model gave two verdicts on this sentence")
    if verdicts[0].supported:
        return None
    reason = " ".join(visible(verdicts[0].reason).split())[:LONGEST_REASON]
    zh, en = (
        "复核模型认为所引资料不支持这句话",
        "the judge model finds that the cited passages do not support this sentence",
    )
    return _objection(claim, f"{zh}：{reason}" if reason else zh, f"{en}: {reason}" if reason else en)


def _objection(claim: Judged, zh: str, en: str, name: str = NAME) -> FailedCheck:
    if language_of(claim.claim) == "zh":
        return FailedCheck(name, f"{zh.rstrip('。')}。")
    return FailedCheck(name, f"{en[:1].upper()}{en[1:].rstrip('.')}.")
