"""The sample base that ships with the package, with documents of our own that carry what an adversary needs: articles,
case numbers, intervals, and instructions to the reader's model."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from training.corpora import LABEL, Sample, drawn_from

from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.importing import Wish
from youju.knowledge.values import Passage
from youju.samples import QUESTIONS
from youju.settings import Settings
from youju.text.language import Language, language_of
from youju.text.sentences import split_sentences
from youju.verification.claims import is_claim

FILES = Path(__file__).parent / "files"
MORE_QUESTIONS = (
    "借用公司车辆要提前多久申请？",
    "逾期归还车辆怎么处理？",
    "车辆损坏的维修费用由谁承担？",
    "参考案例对培训费用是怎么认定的？",
    "满意度得分的取值区间是多少？",
    "调解员多久安排首次会面？",
    "访客怎么登记？",
    "每名员工每日最多接待几名访客？",
    "How much does a parking permit cost?",
    "How long may visitors park in the east lot?",
    "How long may a vehicle charge each day?",
)
GIVEN = 5
"""Passages of a question's search from which good answers are made: all of them have room in the prompt."""
SHORTEST = {"zh": 10, "en": 30}


@dataclass(frozen=True)
class Topic:
    """A question, the passages that are found for it, best first, and the claims that stand in them, with their
    passages."""

    question: str
    language: Language
    passages: tuple[Passage, ...]
    claims: tuple[tuple[str, Passage], ...]


async def fill(home: Path) -> None:
    """Put the documents into this home folder."""
    async with Youju.open(Settings(home=home), dense=False) as youju:
        batches = [*youju.samples(), (youju.sources(sorted(FILES.iterdir())), Wish())]
        for sources, wish in batches:
            async for _ in youju.add(sources, wish, OWNER):
                pass


async def topics(home: Path) -> list[Topic]:
    """The questions that the documents answer."""
    asked = [one.text for one in QUESTIONS if one.sources and not one.roles and one.at is None]
    found: list[Topic] = []
    async with Youju.open(Settings(home=home), dense=False) as youju:
        for question in (*asked, *MORE_QUESTIONS):
            passages = tuple(one.passage for one in (await youju.search(question, OWNER)).passages)
            claims = tuple(
                (words, passage)
                for passage in passages[:GIVEN]
                for words in _claims(passage.text, language_of(question))
            )
            if len(claims) > 1:
                found.append(Topic(question, language_of(question), passages, claims))
    return found


def _claims(text: str, language: Language) -> list[str]:
    """Sentences of a passage that a good answer may quote: whole, stating something, in the question's language."""
    words = [
        LABEL.sub("", text[unit.start : unit.end])
        for unit in split_sentences(text)
        if unit.kind == "sentence" or (unit.kind == "list_item" and unit.end - unit.start < 120)
    ]
    return [
        one
        for one in words
        if len(one) > SHORTEST[language]
        and one[-1] in "。.！!"
        and "\n" not in one
        and language_of(one) == language
        and is_claim(one)
        and "引用[" not in one
    ]


async def base_passages(home: Path) -> list[Passage]:
    """Every passage that the questions find, by document and place."""
    found = {passage.id: passage for topic in await topics(home) for passage in topic.passages}
    return sorted(found.values(), key=lambda passage: (passage.source, passage.ordinal))


def base_samples(passages: Sequence[Passage], size: int, seed: int) -> list[Sample]:
    """`size` sentences of these passages, each at most once; fewer if they hold fewer."""
    chance = random.Random(seed)
    drawn: dict[str, Sample] = {}
    for _ in range(30 * size):
        own = chance.choice(passages)
        document = [one for one in passages if one.document_id == own.document_id]
        language = language_of(own.text)
        sample = drawn_from(document, document.index(own), language, chance, corpus="samples", group=own.source)
        if sample and len(drawn) < size:
            drawn.setdefault(sample.sentence, sample)
    return list(drawn.values())
