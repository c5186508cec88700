"""Sentences that nobody made for the gate, beside the article that they should rest on and the next one of the law.

Their labels are weak: a lawyer's or a model's answer says more than its article. They tell how support does on words
that no rule of ours wrote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from training.corpora import SHARED, Split, split_of, statutes
from youju.knowledge.values import Passage
from youju.law.numerals import article_number
from youju.text.sentences import split_sentences
from youju.verification.claims import is_claim

Source = Literal["lawyer", "model"]
_GOLD = re.compile(r"(?P<law>.+?)(?P<article>第[〇零一二三四五六七八九十百千]+条(?:之[一二三四五六七八九十]+)?)$")
SHORTEST = 12


@dataclass(frozen=True)
class Real:
    """A sentence of a real answer, the articles that are gold for its question, and the articles after those. `split`
    is the one that all of them are in."""

    claim: str
    gold: tuple[Passage, ...]
    wrong: tuple[Passage, ...]
    split: Split


def real(source: Source) -> list[Real]:
    """All sentences of a source whose gold laws are in one split."""
    return list(_lawyers() if source == "lawyer" else _models())


def _lawyers() -> Iterator[Real]:
    for row in _rows("stard_lecoqa/questions.jsonl"):
        names = [one["law_article"] for one in row["gold"]]
        if isinstance(row["reference_answer"], str):  # some questions have none
            yield from _sentences(row["reference_answer"], names)


def _models() -> Iterator[Real]:
    for row in _rows("model_answers/lawbench_3-2.jsonl"):
        yield from _sentences(row["answer"], row["gold"])


def _rows(path: str) -> Iterator[Mapping[str, Any]]:
    with (SHARED / path).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _sentences(answer: str, names: list[str]) -> Iterator[Real]:
    found = [pair for name in names if (pair := _articles().get(_plain(name)))]
    splits = {split_of(own.title) for own, _ in found}
    if len(splits) != 1:
        return
    split = splits.pop()
    gold, wrong = tuple(own for own, _ in found), tuple(after for _, after in found if after.id not in _ids(found))
    for unit in split_sentences(answer):
        words = answer[unit.start : unit.end]
        if wrong and len(words) >= SHORTEST and is_claim(words, unit.kind):
            yield Real(words, gold, wrong, split)


def _ids(pairs: list[tuple[Passage, Passage]]) -> set[str]:
    return {own.id for own, _ in pairs}


@cache
def _articles() -> dict[str, tuple[Passage, Passage]]:
    """Law and article → the passage and the one after it (before it, for the last)."""
    found: dict[str, tuple[Passage, Passage]] = {}
    for law, passages in statutes().items():
        for place, passage in enumerate(passages):
            after = passages[place + 1] if place + 1 < len(passages) else passages[place - 1]
            label = passage.locator.label if passage.locator else None
            if label:
                found[_plain(f"{law}{label}")] = (passage, after)
    return found


def _plain(name: str) -> str:
    match = _GOLD.match(name.strip())
    number = article_number(match["article"]) if match else None
    if match is None or number is None:
        return name
    return f"{match['law'].removeprefix('中华人民共和国')} {number}"
