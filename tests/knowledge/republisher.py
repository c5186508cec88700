"""Run by a test: publishes two versions of one document in turn until it is killed."""

from __future__ import annotations

import asyncio
import itertools
import sys
from pathlib import Path

from youju.index.lexical import TantivyIndex
from youju.knowledge.drafts import Draft
from youju.knowledge.importing import Importer
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.values import PassageSpan
from youju.reading.document import ReadDocument
from youju.reading.worker import ReadingPool

PASSAGES = 50


def draft(version: str) -> Draft:
    """A document of fifty passages, each of which names its version."""
    lines = [f"第{number}条 差旅规定，版本{version}。" for number in range(PASSAGES)]
    spans, start = [], 0
    for number, line in enumerate(lines):
        spans.append(PassageSpan(number, start, start + len(line)))
        start += len(line) + 1
    return Draft(
        key="file:rule",
        source="rule.md",
        title="差旅规定",
        document=ReadDocument("\n".join(lines), ()),
        sections=(),
        passages=tuple(spans),
        content_hash=version,
        fingerprint=version,
    )


async def main(home: Path) -> None:
    """Publish for ever."""
    ledger = await Ledger.open(home)
    importer = Importer(ledger, TantivyIndex(home / "index"), Originals(home / "files"), ReadingPool())
    for turn in itertools.count():
        version = f"{sys.argv[2]}{turn % 2}"
        await importer.publish([draft(version)])
        sys.stdout.write(".")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
