"""Whether every notation of a reference resolves to exactly its provision, and what real answers refer to.

A ledger with the statute pack, and the regulations and interpretations of labour law beside the project, filled
by `youju law install` and `youju law import`. From it 3,000 notations are generated with what each must mean (see
`notations`); a reference counts as right where law, address, exact words and passages are all right. Then the
references in the answers of four language models (LawBench task 3-2) are resolved, and counted by what became of them.

python -m benchmarks.references [--list]
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

from benchmarks.asking import youju
from benchmarks.corpora import SHARED
from benchmarks.notations import SHORT, STATE, Article, Generator, Law, Notation, article_of, squeezed

from youju.caller import OWNER
from youju.knowledge.editions.values import EditionInfo
from youju.knowledge.ledger import Ledger
from youju.law.provisions import Provision
from youju.law.references import StatuteReferences

COUNT, SEED = 3_000, 5
AT = date(2026, 11, 30)
"""The day asked about."""
GUIDE = "劳动仲裁和劳动诉讼的攻略.md"
"""Stands among the labour statutes and is none: the import says so with its exit code."""
ANSWERS = SHARED / "model_answers" / "lawbench_3-2.jsonl"


def fill(home: Path) -> None:
    """Install the pack, import what is beside the project."""
    youju(home, "law", "install")
    texts = [
        file for folder in ("labour_md/md", "new_2025_2026") for file in (SHARED / "statutes" / folder).glob("*.md")
    ]
    if laws := sorted(str(file) for file in texts if file.name != GUIDE):
        youju(home, "law", "import", *laws)


async def laws_of(ledger: Ledger) -> list[Law]:
    """The laws whose name means one law only, in their edition in force, with the articles that are plainly read."""
    editions = await ledger.readable_editions(OWNER)
    lines = {one.edition.line for one in editions}
    shorts = Counter(line.replace(STATE, "") for line in lines)
    standing = [one for one in editions if _stands(one) and shorts[one.edition.line.replace(STATE, "")] == 1]
    once = Counter(one.edition.line for one in standing)
    found = [await _law(ledger, one) for one in standing if once[one.edition.line] == 1]
    return [law for law in found if len(law.order) >= 3 and not re.search(r"[（(]\d|[《》\s]", law.name)]


def _stands(one: EditionInfo) -> bool:
    """Whether the edition is in force as a whole on the day asked about."""
    begun = one.dates.start is None or one.dates.start <= AT
    ended = (one.dates.end is not None and one.dates.end <= AT) or one.dates.declared == "repealed"
    return begun and not ended


async def _law(ledger: Ledger, one: EditionInfo) -> Law:
    name = one.edition.line
    text = (await ledger.content(one.version_id, OWNER)).text
    repealed = {(part.article, part.suffix) for part in one.edition.parts}
    articles: dict[tuple[int, int], Article] = {}
    for section in await ledger.sections(one.version_id, OWNER):
        at = section.locator
        if at is None or at.article is None or (at.article, at.suffix) in repealed:
            continue
        made = article_of(at.article, at.suffix or 0, text[section.start : section.end])
        if made and not re.search("删[去除]", made.text[:20]):
            articles[at.article, at.suffix or 0] = made
    short = SHORT.get(name.replace(STATE, ""))
    published = str(one.edition.published or "")
    return Law(name, published, articles, (short,) if short else (), list(articles))


def wrong(notation: Notation, found: Sequence[Provision]) -> str:
    """What is wrong with what was made of a notation; empty where nothing is."""
    told = [
        (place.article or 0, place.suffix or 0, place.paragraph or 0, place.item or 0)
        for place in (one.reference.locator for one in found)
    ]
    if told != list(notation.places):
        return f"addresses {told}"
    for (article, suffix, paragraph, item), one in zip(notation.places, found, strict=True):
        if one.existence != "found" or one.law.replace(STATE, "") != notation.law.short:
            return f"{one.existence} {one.law} {one.message.zh}"
        place = notation.law.articles.get((article, suffix))
        if place and squeezed(one.text) != place.words(paragraph, item):
            return f"words {one.text[:60]}"
        if {(p.locator.article, p.locator.suffix or 0) for p in one.passages if p.locator} != {(article, suffix)}:
            return "passages"
    return ""


async def measure(ledger: Ledger, *, every: bool) -> Iterator[str]:
    """The lines of the table."""
    laws = await laws_of(ledger)
    notations = Generator(laws, SEED).make(COUNT)
    resolver = StatuteReferences(ledger)
    right: Counter[str] = Counter()
    made: Counter[str] = Counter()
    failed: list[str] = []
    begin = time.perf_counter()
    for notation in notations:
        found = await resolver.provisions(resolver.find(notation.text), OWNER, AT)
        reason = wrong(notation, found)
        for key in (notation.form.split(" · ")[0], *notation.form.split(" · ")[1:], "all"):
            made[key] += 1
            right[key] += not reason
        failed += [f"{notation.text} [{notation.law.name}] {reason}"] if reason else []
    seconds = time.perf_counter() - begin
    lines = [f"{len(notations):,} notations over {len(laws)} laws, {seconds * 1000 / len(notations):.1f} ms each", ""]
    lines += ["| form, name or numeral | notations | right |", "|---|---|---|"]
    lines += [f"| {key} | {made[key]:,} | {right[key] / made[key]:.1%} |" for key in sorted(made)]
    lines += [f"wrong: {one}" for one in (failed if every else failed[:20])]
    return iter([*lines, "", *await real_answers(resolver, ledger)])


async def real_answers(resolver: StatuteReferences, ledger: Ledger) -> list[str]:
    """What the references in real answers are."""
    if not ANSWERS.exists():
        return ["The answers of real models are not here: set YOUJU_SHARED_DATA."]
    counts: Counter[str] = Counter()
    rows = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        found = resolver.find(row["answer"])
        counts["answers with a reference"] += bool(found)
        for one in await resolver.provisions(found, OWNER, AT):
            counts["references"] += 1
            counts[_kind(one)] += 1
    lines = [f"{len(rows):,} answers, {counts['answers with a reference']:,} with a reference", ""]
    lines += ["| what became of a reference | references | share |", "|---|---|---|"]
    kinds = [
        "found",
        "repealed",
        "not yet in force",
        "no such article",
        "no such 款, 项 or 目",
        "no such law",
        "several laws",
    ]
    return lines + [f"| {kind} | {counts[kind]:,} | {counts[kind] / counts['references']:.1%} |" for kind in kinds]


def _kind(one: Provision) -> str:
    if one.existence != "unknown":
        return {"found": "found", "repealed": "repealed", "not_yet": "not yet in force"}[one.existence]
    if not one.law:
        return "several laws" if "可能指" in one.message.zh else "no such law"
    return "no such 款, 项 or 目" if re.search("第.{1,4}[款项目]", one.label) else "no such article"


@asynccontextmanager
async def opened(home: Path) -> AsyncIterator[Ledger]:
    """The ledger of a home folder."""
    ledger = await Ledger.open(home)
    try:
        yield ledger
    finally:
        await ledger.close()


def main(arguments: Iterable[str] = ()) -> None:
    """Print the tables."""

    async def run(home: Path) -> list[str]:
        async with opened(home) as ledger:
            return list(await measure(ledger, every="--list" in arguments))

    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        print("\n".join(asyncio.run(run(Path(folder)))))


if __name__ == "__main__":
    main(sys.argv[1:])
