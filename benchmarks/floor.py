"""Where the floor stands: what is accepted that has an answer, and what that has none: `python -m benchmarks floor`.

Reads the sample base, and CMRC 2018, STARD and the English handbook where the shared data is.
"""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import tempfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.corpora import (
    SHARED,
    Corpus,
    have_shared_data,
    statute_questions,
    statute_vectors,
    statutes,
)

from youju.app import Youju
from youju.caller import OWNER
from youju.index.protocol import Entry, Filters
from youju.knowledge.ledger import Ledger
from youju.models.embedding import BuiltinEmbedder
from youju.samples import QUESTIONS
from youju.settings import Settings
from youju.text.sentences import split_sentences

LISTS = runpy.run_path(str(Path(__file__).parents[1] / "tests" / "retrieval" / "lookalikes.py"))
EVERYTHING, ANYONE = Filters(None), Filters(frozenset(), at=date(2026, 1, 1))
CMRC_QUESTIONS, STATUTE_QUESTIONS = 250, 150


def report(name: str, answered: Sequence[float], unanswered: Sequence[float]) -> None:
    yes, no = np.array(answered), np.array(unanswered)
    auc = (yes[:, None] > no[None]).mean() + (yes[:, None] == no[None]).mean() / 2
    print(f"| {name} | {auc:.3f} | {(yes >= 0.5).mean():.2f} of {len(yes)} | {(no >= 0.5).mean():.2f} of {len(no)} |")


async def sample_entries(folder: Path) -> list[Entry]:
    """The sample base as it is imported."""
    async with Youju.open(Settings(home=folder), dense=False) as youju:
        for sources, wish in youju.samples():
            async for _ in youju.add(sources, wish, OWNER):
                pass
    ledger = await Ledger.open(folder)
    entries = await ledger.live_entries()
    await ledger.close()
    return entries


def samples(corpus: Corpus, way: str) -> None:
    def score(questions: Sequence[str]) -> list[float]:
        return [corpus.confidence(question, ANYONE) for question in questions]

    def official(*, refused: bool) -> list[float]:
        return [
            corpus.confidence(one.text, Filters(one.roles, at=one.at or date(2026, 1, 1)))
            for one in QUESTIONS
            if one.refused == refused
        ]

    report(f"sample base, its own questions, {way}", official(refused=False), official(refused=True))
    answered = score(LISTS["ANSWERED"])
    report(f"sample base, colloquial against look-alikes, {way}", answered, score(LISTS["LOOKALIKES"]))
    report(f"sample base, colloquial against far questions, {way}", answered, score(LISTS["FAR"]))


def reading_questions() -> tuple[list[Entry], list[dict[str, Any]]]:
    """CMRC contexts as passages, and its questions, each with the id of its context."""
    data = json.loads((SHARED / "cmrc2018_trial" / "cmrc2018_trial.json").read_text("utf-8"))["data"]
    paragraphs = [paragraph for article in data for paragraph in article["paragraphs"]]
    entries = [Entry(p["id"], p["id"], p["id"], "", p["context"]) for p in paragraphs]
    return entries, [{**question, "context": p["id"]} for p in paragraphs for question in p["qas"]]


def without_answer(text: str, answers: Sequence[str]) -> str | None:
    """The text without the sentences that hold an answer; None if nothing of use is left or the answer still is."""
    sentences = [text[span.start : span.end] for span in split_sentences(text)]
    kept = "".join(one for one in sentences if not any(answer in one for answer in answers))
    return kept if kept and not any(answer in kept for answer in answers) else None


def reading(corpus: Corpus, questions: Sequence[dict[str, Any]], way: str) -> None:
    answered, removed, lookalikes = list[float](), list[float](), list[float]()
    for one in questions:
        text, home = one["question"], one["context"]
        answered.append(corpus.confidence(text, EVERYTHING))
        removed.append(corpus.confidence(text, EVERYTHING, without={home}))
        kept = without_answer(corpus.entries[corpus.place[home]].text, [answer["text"] for answer in one["answers"]])
        if kept is not None:
            lookalikes.append(corpus.confidence(text, EVERYTHING, changed={home: kept}))
    report(f"CMRC, against context removed, {way}", answered, removed)
    report(f"CMRC, against answering sentence removed, {way}", answered, lookalikes)


def law(corpus: Corpus, foreign: Sequence[str], way: str) -> None:
    lay = [question for question, _ in statute_questions()]
    answered = [corpus.confidence(one, EVERYTHING) for one in lay[:: len(lay) // STATUTE_QUESTIONS]]
    report(
        f"STARD over statutes, against reading questions, {way}",
        answered,
        [corpus.confidence(q, EVERYTHING) for q in foreign],
    )


async def installed_law(folder: Path, foreign: Sequence[str]) -> None:
    """The whole way over the installed statute pack, specialist on: lay questions whose articles are in it, against
    questions that no statute answers. The shipped model has learned from these lay questions, so what is accepted of
    them is the upper side; of the others it has seen none."""
    unanswerable = runpy.run_path(str(Path(__file__).parents[1] / "tests" / "law" / "unanswerable.py"))["UNANSWERABLE"]
    async with Youju.open(Settings(home=folder)) as youju:
        async for _ in youju.laws.install():
            pass
        names = {document.title for document in await youju.documents(OWNER)}

        async def score(questions: Sequence[str]) -> list[float]:
            return [(await youju.search(question, OWNER)).confidence for question in questions]

        told = [one for one in lay_questions() if any(gold.startswith(tuple(names)) for gold in one["golds"])]
        everything, labour = ([one["question"] for one in told if one["labour"] or not only] for only in (False, True))
        no = await score([*unanswerable, *foreign])
        report("statute pack, lay questions, law floor", await score(everything[::4]), no)
        report("statute pack, lay questions on labour, law floor", await score(labour), no)


def lay_questions() -> list[dict[str, Any]]:
    """STARD's training questions with the official names of their articles."""
    lines = (SHARED / "stard_lecoqa" / "questions.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [{**row, "golds": [_official(gold["law_article"]) for gold in row["gold"]]} for row in rows]


def _official(name: str) -> str:
    return name if name.startswith("中华人民共和国") else f"中华人民共和国{name}"


def main() -> None:
    embedder = BuiltinEmbedder()
    print("| floor | AUC | accepted with answer | accepted without |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        both_ways(asyncio.run(sample_entries(folder / "home")), folder / "samples", embedder, samples)
        if have_shared_data():
            entries, questions = reading_questions()
            some = questions[:: len(questions) // CMRC_QUESTIONS]
            both_ways(entries, folder / "cmrc", embedder, lambda corpus, way: reading(corpus, some, way))
            statute = Corpus.build(statutes(), folder / "statutes", embedder, statute_vectors())
            law(statute, [one["question"] for one in some[:100]], "both")
            asyncio.run(installed_law(folder / "law", [one["question"] for one in some[:100]]))
    print(f"\nLoad after: {os.getloadavg()[0]:.2f}.")


def both_ways(
    entries: Sequence[Entry], folder: Path, embedder: BuiltinEmbedder, measure: Callable[[Corpus, str], None]
) -> None:
    corpus = Corpus.build(entries, folder, embedder, None)
    measure(corpus.embedded(), "both")
    measure(corpus, "keywords")


if __name__ == "__main__":
    main()
