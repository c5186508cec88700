"""True sentences with the passages that they stand in, from the shared data: statutes, Chinese prose, an English
handbook.

Nothing of the data ships with the project: where it is absent, `CorpusMissing` says where it was looked for.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from youju.errors import InputRejected
from youju.knowledge.passages import cut_passages
from youju.knowledge.structure import HeadingStructure
from youju.knowledge.values import InForce, Locator, Passage
from youju.law.numerals import article_number
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.text.language import Language
from youju.text.sentences import split_sentences

SHARED = Path(os.environ.get("YOUJU_SHARED_DATA") or Path(__file__).parents[2] / "shared" / "data")

Corpus = Literal["statutes", "prose", "handbook"]
Split = Literal["train", "dev", "test"]

NEIGHBOURS = 4
"""Articles that follow a sentence's own in the longer of the two kinds of statute passages."""
SHORTEST = {"zh": 10, "en": 25}
"""Characters below which a sentence says too little to be a claim."""
LONGEST = 400
LABEL = re.compile(r"^第[〇零一二三四五六七八九十百千]+条(?:之[一二三四五六七八九十]+)?[ \u3000]+")
"""An article's label, which is no part of what it says."""
_LEFTOVER = re.compile(r"\{[%{]|https?://|[<>|]|\]\[")
"""Marks of templates and links that a reader never sees."""


class CorpusMissing(Exception):
    """The shared data is not where it was looked for."""


@dataclass(frozen=True)
class Sample:
    """A true sentence, verbatim in its passage. `group` names the document; `others` are passages of the same document
    that do not hold the sentence, the next one first (of another document where a document is one passage)."""

    sentence: str
    passage: Passage
    corpus: str
    group: str
    language: Language
    others: tuple[Passage, ...] = ()


def samples(corpus: Corpus, size: int, seed: int) -> list[Sample]:
    """`size` samples of a corpus (fewer if it has fewer), the same for the same seed. At most one of each passage is
    taken before a passage is asked twice. Raises `CorpusMissing`."""
    chance = random.Random(f"{corpus} {seed}")  # noqa: S311 - draws examples, guards nothing
    documents = _DOCUMENTS[corpus]()
    drawn: dict[tuple[str, str], Sample] = {}
    fruitless = 0
    while len(drawn) < size and fruitless < 20 * size + 1000:
        sample = _draw(corpus, documents, chance)
        if sample and (sample.passage.id, sample.sentence) not in drawn:
            drawn[sample.passage.id, sample.sentence] = sample
        else:
            fruitless += 1
    return list(drawn.values())


def statutes() -> dict[str, tuple[Passage, ...]]:
    """Law → its articles, of every version. Raises `CorpusMissing`."""
    return {document.group: document.passages for document in _statutes()}


def split_of(group: str) -> Split:
    """The split of a document: seven in ten learn, the rest is half for choosing and half for the last word."""
    place = int.from_bytes(sha256(group.encode()).digest()[:4]) % 100
    return "train" if place < 70 else "dev" if place < 85 else "test"


@dataclass(frozen=True)
class _Document:
    group: str
    passages: tuple[Passage, ...]


def drawn_from(
    passages: Sequence[Passage], at: int, language: Language, chance: random.Random, *, corpus: str, group: str
) -> Sample | None:
    """A sentence of `passages[at]`, with passages around it; None where it has none that states something."""
    own, *others = (*passages[at : at + 6], *passages[max(0, at - 2) : at])
    sentence = _sentence(own.text, language, chance)
    if sentence is None:
        return None
    return Sample(sentence, own, corpus, group, language, tuple(one for one in others if sentence not in one.text))


def _draw(corpus: Corpus, documents: Sequence[_Document], chance: random.Random) -> Sample | None:
    document = chance.choice(documents)
    at = chance.randrange(len(document.passages))
    language: Language = "en" if corpus == "handbook" else "zh"
    sample = drawn_from(document.passages, at, language, chance, corpus=corpus, group=document.group)
    if sample is None:
        return None
    if len(document.passages) == 1:
        others = tuple(chance.choice(documents).passages[0] for _ in range(3))
        return replace(sample, others=tuple(one for one in others if one.id != sample.passage.id))
    return _among_neighbours(sample, document, at) if corpus == "statutes" and chance.random() < 0.5 else sample


def _among_neighbours(sample: Sample, document: _Document, at: int) -> Sample:
    """The sample with a passage that goes on with the next articles: much that could be mistaken."""
    following = document.passages[at + 1 : at + 1 + NEIGHBOURS]
    text = "\n".join([sample.passage.text, *(one.text for one in following)])
    own = replace(sample.passage, id=f"{sample.passage.id}+", text=text, end=len(text))
    names = {one.id for one in following}
    return replace(sample, passage=own, others=tuple(one for one in sample.others if one.id not in names))


def _sentence(text: str, language: Language, chance: random.Random) -> str | None:
    units = [unit for unit in split_sentences(text) if unit.kind in ("sentence", "list_item")]
    fitting = [unit for unit in units if SHORTEST[language] < unit.end - unit.start < LONGEST]
    if not fitting:
        return None
    unit = chance.choice(fitting)
    words = LABEL.sub("", text[unit.start : unit.end])
    if _LEFTOVER.search(words) or len(words) <= SHORTEST[language]:
        return None
    closed = words.rstrip("”’\"')）」』").endswith(("。", "！", "；", ".", "!", ";"))
    states = not words.rstrip().endswith((":", "：", "?", "？"))
    return words if states and (closed or unit.kind == "list_item") else None


def _passage(
    identity: str,
    group: str,
    text: str,
    title: str,
    section: tuple[str, ...] = (),
) -> Passage:
    return Passage(
        id=identity,
        document_id=group,
        version_id=group,
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
        source=f"{title}.md",
        title=title,
        section=section,
    )


# ── the three corpora ─────────────────────────────────────────────────────────────────────────────────────────────────


def _found(*parts: str) -> Path:
    path = SHARED.joinpath(*parts)
    if not path.exists():
        raise CorpusMissing(
            f"{'/'.join(parts)} is not in {SHARED}. Set YOUJU_SHARED_DATA to the folder of the shared data."
        )
    return path


@cache
def _statutes() -> tuple[_Document, ...]:
    """Laws as documents (all versions of a law share one, so that no split knows another's text), one passage to an
    article, as the product cuts them."""
    laws: dict[str, list[Passage]] = {}
    with gzip.open(_found("statutes", "articles.jsonl.gz"), "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            passage = _article(row)
            if passage:
                laws.setdefault(row["law"], []).append(passage)
    return tuple(
        _Document(law, tuple(passages)) for law, passages in sorted(laws.items()) if len(passages) > NEIGHBOURS
    )


def _article(row: Mapping[str, Any]) -> Passage | None:
    number = article_number(row["article"])
    if number is None or row["path"].startswith("案例"):
        return None
    locator = Locator(row["law"], number[0], number[1], label=row["article"])
    start = date.fromisoformat(row["effective_from"]) if row["effective_from"] else None
    term = InForce("repealed" if row["expired"] else "in_force" if start else "unknown", start)
    section = tuple(part for part in (row["part"] or "").split(" / ") if part)
    text = f"{row['article']} {row['text']}"
    passage = _passage(f"s{row['aid']:06d}", row["law"], text, row["law"], section)
    return replace(passage, locator=locator, in_force=term)


@cache
def _prose() -> tuple[_Document, ...]:
    """The contexts of the reading questions of CMRC 2018, each a document of one passage."""
    data = json.loads(_found("cmrc2018_trial", "cmrc2018_trial.json").read_text(encoding="utf-8"))
    contexts = [paragraph for article in data["data"] for paragraph in article["paragraphs"]]
    return tuple(
        _Document(f"cmrc {one['id']}", (_passage(f"r{one['id']}", f"cmrc {one['id']}", one["context"], "百科"),))
        for one in contexts
    )


@cache
def _handbook() -> tuple[_Document, ...]:
    """The English handbook as the product reads and cuts it."""
    folder = _found("handbook_en")
    return tuple(_documents(folder, sorted(folder.rglob("*.md"))))


def _documents(folder: Path, files: Iterable[Path]) -> Iterator[_Document]:
    for file in files:
        group = str(file.relative_to(folder))
        try:
            document = read_file(SourceFile(file, file.name), Limits())
        except InputRejected:  # a page that only redirects
            continue
        title = document.title or file.stem.replace("-", " ").capitalize()
        sections = HeadingStructure().parse(document, title)
        passages = [
            _passage(
                f"{group}#{span.ordinal}",
                group,
                document.text[span.start : span.end],
                title,
                () if span.section is None else (sections[span.section].title,),
            )
            for span in cut_passages(document.text, document.blocks, sections)
        ]
        if passages:
            yield _Document(group, tuple(passages))


_DOCUMENTS: Mapping[Corpus, Callable[[], tuple[_Document, ...]]] = {
    "statutes": _statutes,
    "prose": _prose,
    "handbook": _handbook,
}
