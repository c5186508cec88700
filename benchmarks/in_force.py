"""Whether a date chooses the right wording: both texts of every pair of `version_pairs`, and the traps.

The 155 texts of 76 laws in several editions go into a ledger as installed laws do; then each article of each pair is
asked for on the first and the last day of its edition. Right is the wording that the corpus has for that edition, in
force (or, where no source tells when it began, of unknown state). The traps are asked of a ledger with the pack and the
regulations and interpretations of labour law that are beside the project.

python -m benchmarks.in_force [--list]
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from benchmarks.corpora import SHARED
from benchmarks.notations import squeezed
from benchmarks.references import AT, fill

from youju.app import Youju
from youju.caller import OWNER
from youju.law.documents import law_documents
from youju.law.intake import Intake
from youju.law.numerals import article_number
from youju.law.pack import PackArticle, PackLaw
from youju.law.schemas import ReferenceOut
from youju.settings import load

_LABEL = re.compile(r"^第[^\s　]{1,14}条(?:之[一二三四五六七八九十]+)?[\s　]*")
_FIRST = "《最高人民法院关于审理劳动争议案件适用法律问题的解释（一）》"
_OLD_COURT = "《最高人民法院关于审理劳动争议案件适用法律若干问题的解释（三）》"
_OF_THE_CODE = "婚姻法 继承法 民法通则 收养法 担保法 合同法 物权法 侵权责任法 民法总则"


@dataclass(frozen=True)
class Trap:
    """What must be told of a reference on a day: how it stands, and the edition or words that show it."""

    text: str
    at: str
    existence: str
    shows: str = ""


TRAPS = [
    Trap(f"{_FIRST}第三十二条第一款", "2025-08-31", "found", "应当按劳务关系处理"),
    Trap(f"{_FIRST}第三十二条第一款", "2025-09-01", "repealed", "解释（二）》第二十一条废止"),
    Trap(f"{_FIRST}第三十二条第二款", "2025-09-01", "found", "应当按劳动关系处理"),
    Trap(f"{_FIRST}第三十二条", "2025-09-01", "found", "第三十二条第一款自2025年9月1日起不再有效"),
    Trap(f"{_OLD_COURT}第一条", "2020-12-31", "found", "2010-09-13"),
    Trap(f"{_OLD_COURT}第一条", "2021-01-01", "repealed", "自2021年1月1日起"),
    Trap("超龄劳动者基本权益保障暂行规定第三条", "2026-06-30", "not_yet", "自2026年7月1日起施行"),
    Trap("超龄劳动者基本权益保障暂行规定第三条", "2026-07-01", "found", "2026-05-10"),
    Trap("商标法第五条", "2026-12-31", "found", "2019-04-23"),
    Trap("商标法第五条", "2027-01-01", "found", "2026-06-26"),
    Trap("仲裁法第三条", "2026-02-28", "found", "2017-09-01"),
    Trap("仲裁法第三条", "2026-03-01", "found", "2025-09-12"),
    Trap("妇女权益保障法第四十八条", "2022-12-31", "found", "2018-10-26"),
    Trap("妇女权益保障法第四十八条", "2023-01-01", "found", "2022-10-30"),
    Trap("环境保护法第六条", "2026-08-14", "found", "2014-04-24"),
    Trap("环境保护法第六条", "2026-08-15", "repealed", "生态环境法典》第一千二百四十二条废止"),
    Trap("民法典第十条", "2020-12-31", "not_yet", "自2021年1月1日起施行"),
    Trap("民法典第十条", "2021-01-01", "found", "2020-05-28"),
    *(Trap(f"{name}第一条", "2021-01-01", "repealed", "民法典》第一千二百六十条废止") for name in _OF_THE_CODE.split()),
    *(Trap(f"{name}第一条", "2020-12-31", "unknown", "此前有效") for name in _OF_THE_CODE.split()),
]


def editions() -> tuple[list[PackLaw], dict[tuple[str, str], date]]:
    """The laws of several editions with all their texts, and the day from which each text is known to count."""
    with gzip.open(SHARED / "statutes" / "articles.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    wanted = set(json.loads((SHARED / "statutes" / "versions.json").read_text(encoding="utf-8")))
    texts: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one in rows:
        if one["law"] in wanted and one["publish"]:
            texts.setdefault((one["law"], one["publish"]), []).append(one)
    laws: list[PackLaw] = []
    starts: dict[tuple[str, str], date] = {}
    for (law, published), articles in texts.items():
        told = articles[0]["valid_from"] or articles[0]["effective_from"]
        effective = date.fromisoformat(told) if told else None
        starts[law, published] = effective or date.fromisoformat(published)
        made = tuple(PackArticle(one["article"], *_number(one["article"]), one["text"]) for one in articles)
        laws.append(PackLaw(law, "法律", None, "", date.fromisoformat(published), effective, made))
    return laws, starts


def _number(label: str) -> tuple[int | None, int | None]:
    return article_number(label) or (None, None)


async def measure_pairs(home: Path) -> tuple[Counter[str], list[str]]:
    """How many wordings were right, by kind of pair; and what was wrong."""
    laws, starts = editions()
    with gzip.open(SHARED / "statutes" / "articles.jsonl.gz", "rt", encoding="utf-8") as lines:
        words = {one["aid"]: one["text"] for one in map(json.loads, lines)}
    pairs = (SHARED / "version_pairs" / "version_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    counts: Counter[str] = Counter()
    failed: list[str] = []
    async with Youju.open(load(home), dense=False) as youju:
        intake = Intake(youju._ledger, youju._importer, [], "pack")  # pyright: ignore[reportPrivateUsage]
        await intake.put([(law, None) for law in law_documents(laws)])
        for pair in map(json.loads, pairs):
            for side in ("old", "new"):
                text = pair[side]
                for at in _days(pair["law"], text["publish"], starts):
                    (found,) = (await youju.cite(f"《{pair['law']}》{text['article']}", OWNER, at)).references
                    wrong = _wrong(found, words[text["aid"]])
                    counts[pair["kind"]] += 1
                    counts[f"{pair['kind']} right"] += not wrong
                    failed += [f"{pair['law']} {text['article']} at {at}: {wrong}"] if wrong else []
    return counts, failed


def _days(law: str, published: str, starts: Mapping[tuple[str, str], date]) -> Sequence[date]:
    """The first and the last day of an edition; for the newest the day of today. None of an edition that another one
    replaced before it began."""
    own = starts[law, published]
    later = [start for (name, day), start in starts.items() if name == law and day > published]
    last = min(later) - timedelta(1) if later else max(AT, own)
    return (own, last) if own <= last else ()


def _wrong(found: ReferenceOut, words: str) -> str:
    if found.existence != "found":
        return f"{found.existence}: {found.message.zh if found.message else ''}"
    if squeezed(_LABEL.sub("", found.quote)) != squeezed(words):
        return f"the text of {found.edition}: {found.quote[:50]}"
    return ""


async def measure_traps(home: Path) -> tuple[int, list[str]]:
    """How many traps there are, and which were walked into."""
    failed: list[str] = []
    async with Youju.open(load(home), dense=False) as youju:
        for trap in TRAPS:
            (found,) = (await youju.cite(trap.text, OWNER, date.fromisoformat(trap.at))).references
            told = [found.message, *found.notes]
            shown = " ".join([found.edition, found.quote, *(one.zh for one in told if one)])
            if found.existence != trap.existence or trap.shows not in shown:
                failed.append(f"{trap.text} at {trap.at}: {found.existence} {shown[:80]}")
    return len(TRAPS), failed


def main(arguments: Iterable[str] = ()) -> None:
    """Print the tables."""
    if not (SHARED / "version_pairs").is_dir():
        print("The pairs of versions are not here: set YOUJU_SHARED_DATA.")
        return
    with tempfile.TemporaryDirectory() as folder:
        counts, failed = asyncio.run(measure_pairs(Path(folder) / "pairs"))
        fill(Path(folder) / "traps")
        traps, walked = asyncio.run(measure_traps(Path(folder) / "traps"))
    print("| asked for | questions | right |", "|---|---|---|", sep="\n")
    for kind, name in (
        ("changed_text", "articles with another wording"),
        ("renumbered_same_text", "renumbered articles"),
    ):
        print(f"| {name} | {counts[kind]:,} | {counts[f'{kind} right'] / counts[kind]:.1%} |")
    print(f"| date traps | {traps} | {(traps - len(walked)) / traps:.1%} |")
    for one in [*walked, *(failed if "--list" in arguments else failed[:20])]:
        print(f"wrong: {one}")


if __name__ == "__main__":
    main(sys.argv[1:])
